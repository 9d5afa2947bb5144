import type { SuiteConfig } from '../../config/schema/schema.ts'
import { createPlan, type PlannedCase } from '../../domain/plan/plan.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { buildCommandSection, listToolCautions } from './command-findings.ts'
import { isMeasured } from '../outcomes.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import type { PlanInput, Suite } from '../suite.ts'

/** Config of the suite `command`. */
export type CommandConfig = SuiteConfig<'command'>
type Benchmark = CommandConfig['benchmarks'][number]

/** Runs benchmarks of other tools in fresh processes and reads their output by an adapter. */
export const command: Suite<CommandConfig> = {
  usesBaselines: true,

  plan(input) {
    const requests = input.suite.benchmarks.map((benchmark) => ({ benchmark, key: buildCaseKey(benchmark) }))
    const notTested = requests.flatMap(
      ({ benchmark, key }) => checkDeviceCount(key, benchmark.gpus, input.devices) ?? [],
    )
    const fitting = requests.filter(({ benchmark }) => benchmark.gpus <= input.devices.length)
    return createPlan(
      fitting.map(({ benchmark }) => planToolCase(benchmark, input)),
      notTested,
    )
  },

  judge({ outcomes }) {
    const measured = outcomes.filter(isMeasured)
    const findings: Finding[] = measured.flatMap(listToolCautions)
    const sections = measured.flatMap((outcome) => buildCommandSection(outcome) ?? [])
    return { derived: [], requirements: [], comparisons: [], sections, findings }
  },
}

function buildCaseKey({ name, gpus }: Benchmark) {
  return { suite: 'command', benchmark: name, axes: { gpus } }
}

function planToolCase(benchmark: Benchmark, { config, suite, devices }: PlanInput<CommandConfig>): PlannedCase {
  const { gpus, command: argv, adapter, files } = benchmark
  const planned = planCase({
    config,
    suite: { ...suite, ...benchmark },
    devices,
    gpuCount: gpus,
    key: buildCaseKey(benchmark),
    group: `command ${benchmark.name}`,
  })
  return { ...planned, tool: { command: argv, adapter, files } }
}
