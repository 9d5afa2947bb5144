import type { Findings, BenchmarkFinding, ProgramFinding, Project } from './project.ts'

/** Who may run code on the GPU machine, from the narrowest to the widest. */
export const trustModels = ['trusted', 'collaborators', 'forks'] as const
export type TrustModel = (typeof trustModels)[number]

/** Description of each trust model, for people. */
export const trustModelTexts: Readonly<Record<TrustModel, string>> = {
  trusted: 'branches of this repository; code from forks does not run',
  collaborators: 'also commits for which someone with write access comments /warpgauge run',
  forks: 'also pull requests from forks, each after a reviewer approves it',
}

/** The user's choices, or the defaults without questions. */
export type Choices = {
  /** The pipeline; null if no program was recognized or only benchmarks are measured. */
  readonly program: ProgramFinding | null
  readonly benchmarks: readonly BenchmarkFinding[]
  /** Tag to compare the program with; null: none. */
  readonly tag: string | null
  /** Labels of the GPU runner. */
  readonly labels: readonly string[]
  readonly trustModel: TrustModel
}

/** Default labels of the GPU runner. */
export const defaultLabels: readonly string[] = ['self-hosted', 'gpu']
const labelForm = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/

/** Parses labels such as `self-hosted,h100`; null if one is not valid in runs-on. */
export function parseLabels(text: string): string[] | null {
  const labels = text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
  return labels.length > 0 && labels.length <= 20 && labels.every((label) => labelForm.test(label)) ? labels : null
}

/** Default choices: the first program, all benchmarks, and the tag if it contains the program. */
export function buildDefaultChoices(findings: Findings, project: Project): Choices {
  const program = findings.programs[0] ?? null
  return {
    program,
    benchmarks: findings.benchmarks,
    tag: findMatchingTag(program, findings, project),
    labels: defaultLabels,
    trustModel: 'trusted',
  }
}

/**
 * Returns the tag if it contains the file that declares the program's arguments; otherwise its command line may
 * differ.
 */
export function findMatchingTag(
  program: ProgramFinding | null,
  { tag }: Findings,
  { taggedPaths }: Project,
): string | null {
  return program && tag !== null && taggedPaths.includes(program.file) ? tag : null
}
