/** Areas of the checks, in display order. */
export const doctorAreas = ['machine', 'gpu', 'git', 'config', 'workflows', 'runner', 'token'] as const
export type DoctorArea = (typeof doctorAreas)[number]

/** `unknown`: the check could not run. It is never shown as ok. */
export type DoctorLevel = 'ok' | 'warn' | 'fail' | 'unknown'

/** Result of one check. */
export type DoctorFinding = {
  readonly area: DoctorArea
  /** Stable name of the check, for programs: `gpu.persistence`. */
  readonly check: string
  readonly level: DoctorLevel
  /** The checked object: `GPU 0-3`, `.github/workflows/ci.yml:12`. */
  readonly subject: string
  readonly sentence: string
  /** The command or setting that fixes the problem, or that answers an unknown; null for ok. */
  readonly mend: string | null
}

/** The complete diagnosis. Exit code 1 for `fail`, otherwise 0. */
export type Diagnosis = {
  readonly verdict: 'ok' | 'warn' | 'fail'
  readonly counts: Readonly<Record<DoctorLevel, number>>
  readonly findings: readonly DoctorFinding[]
}

/** A finding without its area. */
export type AreaFinding = Omit<DoctorFinding, 'area'>

/** Creates an `ok` finding. */
export function pass(check: string, subject: string, sentence: string): AreaFinding {
  return { check, level: 'ok', subject, sentence, mend: null }
}

/** Creates a warning with its remedy. */
export function warn(check: string, subject: string, sentence: string, mend: string): AreaFinding {
  return { check, level: 'warn', subject, sentence, mend }
}

/** Creates a failure with its remedy: a run would be wrong or unsafe. */
export function fail(check: string, subject: string, sentence: string, mend: string): AreaFinding {
  return { check, level: 'fail', subject, sentence, mend }
}

/** Creates a finding for a check that could not run here, with the command that answers it. */
export function skip(check: string, subject: string, sentence: string, mend: string): AreaFinding {
  return { check, level: 'unknown', subject, sentence, mend }
}
