import { checkConfig, needChecks } from './check-config.ts'
import { checkGpus } from './check-gpus.ts'
import { checkMachine } from './check-machine.ts'
import { checkRepository } from './check-repository.ts'
import { checkRunner } from './check-runner.ts'
import { checkWorkflows } from './check-workflows.ts'
import type { DoctorFacts } from './facts.ts'
import { doctorAreas, type AreaFinding, type Diagnosis, type DoctorArea, type DoctorLevel } from './finding.ts'

const checks: Readonly<Record<DoctorArea, (facts: DoctorFacts) => AreaFinding[]>> = {
  machine: ({ machine }) => checkMachine(machine),
  gpu: ({ gpus }) => checkGpus(gpus),
  git: ({ repository }) => checkRepository(repository),
  config: ({ config, needs }) => [...checkConfig(config), ...(needs ? needChecks.flatMap((row) => row(needs)) : [])],
  workflows: ({ workflows, repository }) =>
    checkWorkflows(workflows, 'problem' in repository ? [] : repository.checkoutSettings),
  runner: checkRunner,
}

/** Runs all checks, area by area. Pure. */
export function diagnose(facts: DoctorFacts): Diagnosis {
  const findings = doctorAreas.flatMap((area) => checks[area](facts).map((found) => ({ area, ...found })))
  const count = (level: DoctorLevel): number => findings.filter((item) => item.level === level).length
  const counts = { ok: count('ok'), warn: count('warn'), fail: count('fail'), unknown: count('unknown') }
  const isClean = counts.warn + counts.unknown === 0
  return { verdict: counts.fail > 0 ? 'fail' : isClean ? 'ok' : 'warn', counts, findings }
}
