import { reportFiles } from '../reporters/index.ts'
import type { Report } from '../domain/verdict/report.ts'
import { reportCalibration } from '../judging/verdict/calibration.ts'
import { restrictConfig } from '../judging/plan/restrict-config.ts'
import { judgeRun } from '../judging/verdict/judge-run.ts'
import { chooseReference, type Reference, findCommits, describeOutdated } from '../steps/trees/find-commits.ts'
import type { Rules } from '../steps/baselines/load-committed.ts'
import {
  measureRun,
  type MeasuredRun,
  type MeasureRunPorts,
  type MeasureRunRequest,
} from '../steps/measure/measure-run.ts'
import { forgetEarlierRun, writeReports } from '../steps/measure/run-folder.ts'

/** A run of the checked-out head. */
export type RunRequest = Omit<MeasureRunRequest, 'rules' | 'commits' | 'readCommitted'> & {
  readonly configPath: string
  /** Rules from the caller; null: read from the trusted side of the repository. */
  readonly ownRules: Rules | null
}

/** A measured head that is not judged yet, and what it is judged by. */
export type MeasuredHead = MeasuredRun & { readonly rules: Rules; readonly reference: Reference }

/** Measures the head and its reference, judges them, and writes the reports into the run folder. */
export async function run(request: RunRequest, ports: MeasureRunPorts): Promise<Report> {
  if (!request.isResume) await forgetEarlierRun(request.runFolder, ports.files)
  const found = await findCommits(request.context, ports.git)
  const measured = await measureHead(request, await chooseReference({ ...request, found }, ports.git), ports)
  const report = judgeHead(measured, request)
  await writeReports(report, request.runFolder, reportFiles, ports.files)
  return report
}

/** Measures the head by the rules and samples of its reference; a run without a base reads the working tree. */
export async function measureHead(
  request: RunRequest,
  reference: Reference,
  ports: MeasureRunPorts,
): Promise<MeasuredHead> {
  const { context } = request
  const { commits, base } = reference
  const rules = { ...reference.rules, config: restrictConfig(reference.rules.config, context.commanded) }
  const { commit } = rules.yardstick
  const readOwn = async (path: string): Promise<string | null> =>
    commit === null
      ? await ports.files.readText(`${context.workspace}/${path}`, 16 * 1024 * 1024)
      : await ports.git.readAt(commit, path)
  const measured = await measureRun({ ...request, rules, commits, readCommitted: base?.read ?? readOwn }, ports)
  return { ...measured, rules, reference }
}

/** Judges the record. `doubts`: further reasons why it cannot pass. */
export function judgeHead(
  { record, committed, rules: { config }, reference: { base, commits } }: MeasuredHead,
  { calibrationRounds = null }: RunRequest,
  doubts: readonly string[] = [],
): Report {
  if (calibrationRounds !== null) return reportCalibration({ record, config, noise: committed.noise.noise })
  const mismatches = [...(base ? describeOutdated(base, commits) : []), ...doubts]
  return judgeRun({ record, config, ...committed, obstacles: [], mismatches })
}
