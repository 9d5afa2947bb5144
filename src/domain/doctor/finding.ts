/** Areas of the checks, in display order. */
export const doctorAreas = ['machine', 'gpu', 'git', 'config', 'workflows', 'runner'] as const
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

/** What a check says of its subject, or of another one. */
export type Answer = Pick<DoctorFinding, 'level' | 'sentence' | 'mend'> & { readonly subject?: string }

/** A check without a problem. */
export function pass(sentence: string): Answer {
  return { level: 'ok', sentence, mend: null }
}

/** A warning with its remedy. */
export function warn(sentence: string, mend: string): Answer {
  return { level: 'warn', sentence, mend }
}

/** A failure with its remedy: a run would be wrong or unsafe. */
export function fail(sentence: string, mend: string): Answer {
  return { level: 'fail', sentence, mend }
}

/** A check that could not run here, with the command that answers it. */
export function skip(sentence: string, mend: string): Answer {
  return { level: 'unknown', sentence, mend }
}

/** A row of a table of checks. It may say nothing, or something of several subjects. */
export type Check<Facts> = (facts: Facts) => AreaFinding[]

/** Makes a row of the name of a check, its subject, and what it says of the facts. */
export function check<Facts>(
  name: string,
  subject: string,
  judge: (facts: Facts) => Answer | readonly Answer[],
): Check<Facts> {
  return (facts) =>
    [judge(facts)].flat().map(({ level, subject: own = subject, sentence, mend }) => ({
      check: name,
      level,
      subject: own,
      sentence,
      mend,
    }))
}
