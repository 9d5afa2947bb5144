import type { SuiteConfig } from '../../config/schema/schema.ts'
import { formatCaseId, type CaseKey } from '../../domain/core/case.ts'
import { createPlan, type Plan, type PlannedCase } from '../../domain/plan/plan.ts'
import { buildOptions } from '../../domain/sweep/setting-options.ts'
import { listSettings, type Setting } from '../../domain/sweep/settings.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { buildLadder } from './sweep-ladder.ts'
import { buildSweepSections } from './sweep-sections.ts'
import { rankSettings, type Standings } from './sweep-standings.ts'
import type { JudgeInput, PlanInput, Suite, SuiteFindings } from '../suite.ts'

type SweepConfig = SuiteConfig<'sweep'>

/** Finds the best setting of the pipeline, its ties, and their memory and energy. */
export const sweep: Suite<SweepConfig> = {
  usesBaselines: false,

  plan(input) {
    const cases = listSettings(input.suite.parameters).map((setting) => planSettingCase(input, setting))
    const [first] = cases
    const lacking =
      first && checkDeviceCount({ ...first.key, axes: { gpus: input.suite.gpus } }, input.suite.gpus, input.devices)
    if (lacking) return createPlan([], [lacking])
    const plan: Plan = createPlan(cases)
    return input.suite.method === 'grid' ? plan : { ...plan, ladders: [buildLadder(cases, input)] }
  },

  judge(input) {
    const cases = listSettings(input.suite.parameters).map((setting) => ({
      setting,
      key: buildCaseKey(input, setting),
    }))
    const subjects = cases.map(({ setting, key }) => ({
      setting,
      outcome: input.outcomes.find(({ planned }) => planned.id === formatCaseId(key)),
    }))
    const standings = rankSettings(subjects, input)
    return {
      derived: deriveFigures(standings, input),
      requirements: [],
      comparisons: [],
      findings: listFindings(standings, input),
      sections: buildSweepSections(standings, input),
    }
  },
}

function buildCaseKey({ config, suite }: Pick<PlanInput<SweepConfig>, 'config' | 'suite'>, setting: Setting): CaseKey {
  return { suite: 'sweep', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, ...setting } }
}

/** Running out of memory is an expected outcome, because a sweep explores the memory limit. */
function planSettingCase(input: PlanInput<SweepConfig>, setting: Setting): PlannedCase {
  const { config, suite, devices } = input
  const { options = null, env } = suite
  const planned = planCase({
    config,
    suite,
    devices,
    gpuCount: suite.gpus,
    key: buildCaseKey(input, setting),
    group: 'sweep',
    options: buildOptions(setting, { options, env }),
  })
  return { ...planned, answers: ['out-of-memory'] }
}

function deriveFigures({ best, others, metric }: Standings, input: JudgeInput<SweepConfig>): SuiteFindings['derived'] {
  const common = { suite: 'sweep', benchmark: input.config.pipeline.name, isSuspicious: false, isDeclared: false }
  if (!best || !metric) {
    const reason = `no setting gave ${input.suite.objective}`
    const axes = { gpus: input.suite.gpus }
    return [{ ...common, axes, name: 'best_objective', value: null, unit: '', interval: null, reason }]
  }
  const buildAxes = (setting: Setting) => ({ gpus: input.suite.gpus, ...setting })
  const top = { ...common, axes: buildAxes(best.setting), name: 'best_objective', value: best.value, unit: metric.unit }
  return [
    { ...top, interval: null, reason: null },
    ...others.flatMap(({ setting, effect, interval, reason }) =>
      effect === null
        ? []
        : [
            {
              ...common,
              axes: buildAxes(setting),
              name: 'against_best',
              value: effect,
              unit: 'share',
              interval,
              reason,
            },
          ],
    ),
  ]
}

function listFindings({ best }: Standings, { suite }: JudgeInput<SweepConfig>): SuiteFindings['findings'] {
  const varied = Object.entries(suite.parameters).filter(([, values]) => values.length > 1)
  const [only] = varied
  return [
    ...(best
      ? []
      : [
          {
            kind: 'failed',
            subject: 'sweep',
            reason: `no setting gave ${suite.objective}, so none is the best`,
          } as const,
        ]),
    ...(best && only && varied.length === 1
      ? [
          {
            kind: 'caution',
            subject: 'sweep',
            reason: `only ${only[0]} was varied; the best value may differ with other settings`,
          } as const,
        ]
      : []),
  ]
}
