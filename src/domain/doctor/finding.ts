/** What was looked at, in the order in which it is shown. */
export const doctorAreas = ['machine', 'gpu', 'git', 'config', 'workflows', 'runner', 'token'] as const
export type DoctorArea = (typeof doctorAreas)[number]

/** `unknown`: nobody could tell. It is never shown as ok. */
export type DoctorLevel = 'ok' | 'warn' | 'fail' | 'unknown'

/** One thing that was looked at. */
export type DoctorFinding = {
  readonly area: DoctorArea
  /** Stable name of the check, for programs: `gpu.persistence`. */
  readonly check: string
  readonly level: DoctorLevel
  /** What it is about: `GPU 0-3`, `.github/workflows/ci.yml:12`. */
  readonly subject: string
  readonly sentence: string
  /** The command or setting that mends it, or that would tell; null for ok. */
  readonly mend: string | null
}

/** The whole answer. The exit code follows from `verdict`: fail is 1, everything else 0. */
export type Diagnosis = {
  readonly verdict: 'ok' | 'warn' | 'fail'
  readonly counts: Readonly<Record<DoctorLevel, number>>
  readonly findings: readonly DoctorFinding[]
}

/** What an area finds, without repeating its name. */
export type AreaFinding = Omit<DoctorFinding, 'area'>

/** A check that is met. */
export function pass(check: string, subject: string, sentence: string): AreaFinding {
  return { check, level: 'ok', subject, sentence, mend: null }
}

/** A check that should be met, and what mends it. */
export function warn(check: string, subject: string, sentence: string, mend: string): AreaFinding {
  return { check, level: 'warn', subject, sentence, mend }
}

/** A check without which nothing is measured rightly or safely, and what mends it. */
export function fail(check: string, subject: string, sentence: string, mend: string): AreaFinding {
  return { check, level: 'fail', subject, sentence, mend }
}

/** A check that nobody could make here, and what would make it possible. */
export function skip(check: string, subject: string, sentence: string, mend: string): AreaFinding {
  return { check, level: 'unknown', subject, sentence, mend }
}
