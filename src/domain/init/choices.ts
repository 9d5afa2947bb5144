import type { ShippedExample } from './shipped-examples.ts'
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
  /** What the measured code computes on. */
  readonly devices: Devices
  /** Tag to compare the program with; null: none. */
  readonly tag: string | null
  /** Labels of the measuring runner. */
  readonly labels: readonly string[]
  readonly trustModel: TrustModel
  /** The config of the package that is written instead of a generated one; null: none. */
  readonly example: ShippedExample | null
}

/** Devices that the measured code computes on. */
export const deviceKinds = ['gpu', 'cpu'] as const
export type Devices = (typeof deviceKinds)[number]

/** Default labels of the measuring runner. A program without GPU code needs no machine with a GPU. */
export const defaultLabels: Readonly<Record<Devices, readonly string[]>> = {
  gpu: ['self-hosted', 'gpu'],
  cpu: ['ubuntu-latest'],
}
/** A value of `runs-on`. */
export const labelForm = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/

/** Parses labels such as `self-hosted,h100`; null if one is not valid in runs-on. */
export function parseLabels(text: string): string[] | null {
  const labels = text.split(',').flatMap((label) => label.trim() || [])
  return labels.length > 0 && labels.length <= 20 && labels.every((label) => labelForm.test(label)) ? labels : null
}

/** What the user named on the command line; null: not named. */
export type NamedChoices = { readonly program: ProgramFinding | null; readonly devices: Devices | null }

/**
 * Default choices. Program: the named one, else the first one found, which may have to be completed; next to benchmarks
 * only a complete main program. Benchmarks: all, unless a program was named. Devices: by the code of both. Tag: if it
 * contains the program.
 */
export function buildDefaultChoices(findings: Findings, project: Project, named: NamedChoices): Choices {
  const main = findings.programs.find(({ missing, isMain }) => missing === null && isMain)
  const program = named.program ?? (findings.benchmarks.length > 0 ? main : findings.programs[0]) ?? null
  const benchmarks = named.program ? [] : findings.benchmarks
  const devices = named.devices ?? detectDevices(program, benchmarks, findings)
  const tag = findMatchingTag(program, findings, project)
  return { program, benchmarks, devices, tag, labels: defaultLabels[devices], trustModel: 'trusted', example: null }
}

/** The GPU if anything that is measured uses it; where nothing is known yet, if the repository does. */
export function detectDevices(
  program: ProgramFinding | null,
  benchmarks: readonly BenchmarkFinding[],
  findings: Findings,
): Devices {
  const measured = [...(program?.missing === null ? [program] : []), ...benchmarks]
  const usesGpu = measured.length > 0 ? measured.some((one) => one.usesGpu) : findings.usesGpu
  return usesGpu ? 'gpu' : 'cpu'
}

/**
 * The tag to compare with; null unless the program reads FASTA and the tag has the file that declares its arguments,
 * because its command line may differ otherwise.
 */
export function findMatchingTag(
  program: ProgramFinding | null,
  { tag }: Findings,
  { taggedPaths }: Project,
): string | null {
  return program?.readsFasta && tag !== null && taggedPaths.includes(program.file) ? tag : null
}
