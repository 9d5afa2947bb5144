import type { Findings, BenchmarkFinding, ProgramFinding, Project } from './project.ts'

/** Who may bring code onto the machine with the GPUs, from the narrowest to the widest. */
export const trustModels = ['trusted', 'collaborators', 'forks'] as const
export type TrustModel = (typeof trustModels)[number]

/** What each trust model means, for people. */
export const trustModelTexts: Readonly<Record<TrustModel, string>> = {
  trusted: 'branches of this repository; nothing from a fork is run',
  collaborators: 'these, and a commit for which somebody with write access comments /warpgauge run',
  forks: 'these, and pull requests from forks, each after a reviewer let it run',
}

/** What a person settled, or what stands when nobody is asked. */
export type Choices = {
  /** The pipeline; null: nothing of the repository, because its arguments are not understood or benchmarks are measured. */
  readonly program: ProgramFinding | null
  readonly benchmarks: readonly BenchmarkFinding[]
  /** A tag to compare the program with; null: none. */
  readonly tag: string | null
  /** Labels of the runner with the GPUs. */
  readonly labels: readonly string[]
  readonly trustModel: TrustModel
}

/** Labels of the runner with the GPUs when nobody names others. */
export const defaultLabels: readonly string[] = ['self-hosted', 'gpu']
const labelForm = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/

/** Labels from a text such as `self-hosted,h100`; null when one of them cannot stand in runs-on. */
export function parseLabels(text: string): string[] | null {
  const labels = text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
  return labels.length > 0 && labels.length <= 20 && labels.every((label) => labelForm.test(label)) ? labels : null
}

/** What is taken without a question: the first program, every benchmark, and the tag where it has the same program. */
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

/** The tag, when the file with the arguments of the program lies in it: otherwise it could not be run with them. */
export function findMatchingTag(
  program: ProgramFinding | null,
  { tag }: Findings,
  { taggedPaths }: Project,
): string | null {
  return program && tag !== null && taggedPaths.includes(program.file) ? tag : null
}
