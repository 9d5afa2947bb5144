import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RunRecord } from '../../src/record/run.ts'
import { formatTestbedId, type Testbed } from '../../src/domain/testbed/testbed.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { rewriteRecord, rewriteText } from './run-folders.ts'
import { otherPull } from './publications.ts'

/** What a pull request might leave in its run folder, made from an honest one. */
export type Forgery = {
  readonly what: string
  /** `slow` where the forger has something to hide. */
  readonly of: 'honest' | 'slow'
  readonly forge: (folder: string) => void
  readonly conclusion: 'failure' | 'neutral' | 'cancelled'
  /** Words of the check that name what was wrong. */
  readonly says: string
}

type Change = (record: RunRecord) => unknown

const elsewhere = 'c'.repeat(40)
const isHead = ({ caseId }: Trial): boolean => !caseId.includes('revision=base')
const isEndToEnd = ({ caseId }: Trial): boolean => caseId.startsWith('end-to-end/')

const record =
  (change: Change): Forgery['forge'] =>
  (folder) =>
    rewriteRecord(folder, change)
const trials = (change: (trials: readonly Trial[]) => readonly unknown[]): Forgery['forge'] =>
  record((run) => ({ ...run, trials: change(run.trials) }))
const firstTrial = (change: object): Forgery['forge'] =>
  trials(([first, ...rest]) => [{ ...first, ...change }, ...rest])
const lastHead = (own: readonly Trial[]): number => own.findLastIndex((trial) => !isEndToEnd(trial) && isHead(trial))
const refused = (what: string, says: string, forge: Forgery['forge']): Forgery => ({
  what,
  says,
  forge,
  of: 'honest',
  conclusion: 'failure',
})
const unsure = (what: string, says: string, forge: Forgery['forge']): Forgery => ({
  ...refused(what, says, forge),
  conclusion: 'neutral',
})
const stillSlow = (what: string, forge: Forgery['forge'], says = 'stage ESM-2 Feature Extraction'): Forgery => ({
  ...refused(what, says, forge),
  of: 'slow',
})

/** Texts that act when they are shown as they are; each within the length of a name. */
export const hostile: readonly string[] = [
  '@everyone see [the winner](https://evil.example/a) and https://evil.example/b',
  '<img src=x onerror=alert(1)><!-- warpgauge:warpgauge --> #1 lab/pipeline#1',
  '::set-output name=verdict::pass ##[error]planted ##[set-output name=verdict;]pass',
  '`code` | **bold** | ![image](https://evil.example/c) \u202Edesrever\u200B',
]
const hostileDetail = `${hostile.join('\n')}\n::error::planted\r::add-mask::a\n\`\`\`\n<!-- warpgauge:warpgauge -->\n`

const hostileTestbed = (testbed: Testbed): Testbed => {
  const cpuModel = hostile[0] ?? ''
  const devices = testbed.devices.map((device, index) => ({ ...device, model: hostile[index % hostile.length] ?? '' }))
  const strange = { driverVersion: hostile[1] ?? '', cudaVersion: hostile[2] ?? '', kernel: hostile[3] ?? '' }
  return { ...testbed, ...strange, cpuModel, devices, id: formatTestbedId('cpu', devices, cpuModel) }
}

const hostileNames = record((run) => ({
  ...run,
  tool: { name: hostile[0], version: hostile[2] },
  runId: hostile[1],
  repository: hostile[0],
  event: hostile[2],
  testbed: hostileTestbed(run.testbed),
  revisions: run.revisions.map((revision, index) => ({ ...revision, ref: hostile[index % 4], problem: hostileDetail })),
  datasets: run.datasets.map((dataset) => ({ ...dataset, parameters: { [hostile[0] ?? '']: hostile[1] } })),
  trials: run.trials.map((trial) => ({
    ...trial,
    argv: hostile,
    stages: [
      ...trial.stages,
      ...hostile.map((stage, index) => ({
        stage,
        seconds: isHead(trial) ? 9 : 0.1 + index,
        startedMs: null,
        endedMs: null,
      })),
    ],
  })),
}))

const failed = (trial: Trial): object => ({ ...trial, failure: { kind: 'exit-code', detail: hostileDetail } })

/** Streams numbers, so that the forger needs no more memory than the forged. */
function writeNumbers(path: string, megabytes: number): void {
  const file = openSync(path, 'w')
  const chunk = '0,'.repeat(2 ** 19)
  writeSync(file, '{"trials":[')
  for (let written = 0; written < megabytes; written += 1) writeSync(file, chunk)
  writeSync(file, '0]}')
  closeSync(file)
}

const replaced =
  (make: (path: string) => void): Forgery['forge'] =>
  (folder) => {
    const path = join(folder, 'run.json')
    rmSync(path)
    make(path)
  }

/** Refused because of their size; none of them may cost memory. */
export const enormous: readonly Forgery[] = [
  refused('a record of 1 GiB', 'has 1073741824 bytes, of which', (folder) =>
    truncateSync(join(folder, 'run.json'), 2 ** 30),
  ),
  refused(
    '31 million numbers in a record that is small enough',
    'more than 2500000 values',
    replaced((path) => writeNumbers(path, 60)),
  ),
  refused(
    '30 million nested lists',
    'more than 2500000 values',
    replaced((path) => writeFileSync(path, `${'['.repeat(15 * 2 ** 20)}${']'.repeat(15 * 2 ** 20)}`)),
  ),
  refused(
    'a list of 100,001 numbers',
    'a list or map of 100001 items',
    record((run) => ({ ...run, plan: { ...run.plan, cases: Array(100_001).fill(1) } })),
  ),
  refused(
    'a name of 200,000 characters',
    'a text of 200000 characters',
    record((run) => ({ ...run, event: 'x'.repeat(200_000) })),
  ),
]

/** Refused as not being what warpgauge leaves behind. */
export const malformed: readonly Forgery[] = [
  refused(
    'a symbolic link as run.json',
    'run.json is a symbolic link',
    replaced((path) => symlinkSync('/etc/passwd', path)),
  ),
  refused(
    'a directory as run.json',
    'run.json is not a file',
    replaced((path) => mkdirSync(path)),
  ),
  refused(
    'a pipe as run.json',
    'run.json is not a file',
    replaced((path) => void execFileSync('mkfifo', [path])),
  ),
  refused('no run folder at all', 'run.json does not exist', (folder) => rmSync(folder, { recursive: true })),
  refused('truncated JSON (W52)', 'run.json cannot be used: not JSON', (folder) =>
    rewriteText(folder, (text) => text.slice(0, -40)),
  ),
  refused('NaN (W50)', 'run.json cannot be used: not JSON', (folder) =>
    rewriteText(folder, (text) => text.replace(/"wallSeconds": [\d.]+/, '"wallSeconds": NaN')),
  ),
  refused('1e999 (W50)', 'trials[0].wallSeconds', (folder) =>
    rewriteText(folder, (text) => text.replace(/"wallSeconds": [\d.]+/, '"wallSeconds": 1e999')),
  ),
  refused('a negative time', 'trials[0].wallSeconds: Too small', firstTrial({ wallSeconds: -1 })),
  refused('the key __proto__', 'the key "__proto__"', (folder) =>
    rewriteText(folder, (text) =>
      text.replace('"identity": {', '"__proto__": {"conclusion": "success"}, "identity": {'),
    ),
  ),
  refused(
    'a testbed that is a path',
    'testbed.id: must be the id of a testbed',
    record((run) => ({ ...run, testbed: { ...run.testbed, id: '../../etc' } })),
  ),
  refused(
    'output that is elsewhere',
    'trials[0].stdoutPath: must be a relative path without ".."',
    firstTrial({ stdoutPath: '../../x' }),
  ),
  refused(
    'a suite that is a path',
    'plan.cases[0].key.suite: must be a lower-case name without slashes',
    record((run) => ({
      ...run,
      plan: {
        ...run.plan,
        cases: run.plan.cases.map((item) => ({ ...item, key: { ...item.key, suite: '../../suites' } })),
      },
    })),
  ),
  refused(
    'a name of 201 characters',
    'runId: Too big',
    record((run) => ({ ...run, runId: 'x'.repeat(201) })),
  ),
  refused(
    'hostile text where a commit belongs',
    'trials[0].commit: must be a commit',
    firstTrial({ commit: hostileDetail }),
  ),
  refused(
    'hostile unknown keys',
    'Unrecognized key',
    record((run) => ({ ...run, ...Object.fromEntries(hostile.map((text) => [text, text])) })),
  ),
]

/** Refused because no run under these rules can be like that. */
export const contradictory: readonly Forgery[] = [
  refused(
    'another head commit',
    'the run folder is of commit cccccccc',
    record((run) => ({
      ...run,
      revisions: run.revisions.map((revision) =>
        revision.label === 'head' ? { ...revision, commit: elsewhere } : revision,
      ),
    })),
  ),
  refused(
    'the fastest run twice',
    'run 1: recorded twice',
    trials((all) => {
      const own = all.filter((trial) => trial.caseId === all.at(-1)?.caseId)
      return [...all, ...own.filter((trial) => trial.index === 1)]
    }),
  ),
  refused(
    'more runs than planned, to choose from',
    'run 40: at most',
    trials((all) => [...all, { ...all[lastHead(all)], index: 40 }]),
  ),
  refused(
    'a slow run called a warm-up',
    'marked as a warm-up, but planned as a counted run',
    trials((all) => all.map((trial, index) => (index === lastHead(all) ? { ...trial, isWarmup: true } : trial))),
  ),
  refused('a killed run that counts', 'counted although its exit code was 137', firstTrial({ exitCode: 137 })),
  refused('a run without results that counts (W1)', 'the result table has no rows', firstTrial({ resultRows: 0 })),
  refused(
    'fresh runs said to be reused',
    'reused from an earlier run; the config requires fresh samples',
    firstTrial({ cachedFromRun: 'r' }),
  ),
  refused(
    'the testbed of a slower machine',
    'testbed.id: 2x-nvidia-h200, its devices give',
    record((run) => ({ ...run, testbed: { ...run.testbed, id: '2x-nvidia-h200' } })),
  ),
]

/** Judged, but never as a pass. */
export const doubtful: readonly Forgery[] = [
  unsure(
    'a missing run',
    'planned runs were recorded',
    // On a busy host more runs are taken than were planned.
    trials((all) => all.filter(({ caseId, index }) => caseId !== all[lastHead(all)]?.caseId || index < 3)),
  ),
  {
    ...unsure(
      'an interrupted run',
      'the run was interrupted',
      record((run) => ({ ...run, status: 'interrupted' })),
    ),
    conclusion: 'cancelled',
  },
  refused(
    'another config than the base has',
    'measured with another config',
    record((run) => ({ ...run, yardstick: { ...run.yardstick, sha256: 'e'.repeat(64) } })),
  ),
  refused(
    'a base of its own choice',
    'base was measured at ccccccc and is',
    record((run) => ({
      ...run,
      revisions: run.revisions.map((item) => (item.label === 'base' ? { ...item, commit: elsewhere } : item)),
      trials: run.trials.map((trial) => (isHead(trial) ? trial : { ...trial, commit: elsewhere })),
    })),
  ),
  unsure(
    'the head itself as the base',
    'missing: wall time of revision',
    record((run) => {
      const head = run.revisions.find((item) => item.label === 'head')?.commit
      const cases = run.plan.cases.map((planned) => ({ ...planned, revision: 'head' }))
      return { ...run, plan: { ...run.plan, cases }, trials: run.trials.map((trial) => ({ ...trial, commit: head })) }
    }),
  ),
  refused(
    'an omitted case (W49)',
    'no trial of this case was recorded',
    record((run) => ({
      ...run,
      plan: { ...run.plan, cases: run.plan.cases.filter(({ key }) => key.suite !== 'end-to-end') },
      trials: run.trials.filter((trial) => !isEndToEnd(trial)),
    })),
  ),
  refused(
    'no runs at all (W49)',
    'no trial of this case was recorded',
    trials(() => []),
  ),
  refused(
    'runs of another commit',
    'no trial of this case was recorded',
    trials((all) => all.map((trial) => (isHead(trial) ? { ...trial, commit: elsewhere } : trial))),
  ),
  refused(
    'hostile words of a failed pipeline',
    'Could not be measured',
    trials((all) => all.map((trial) => (isHead(trial) ? failed(trial) : trial))),
  ),
  refused(
    'hostile words about the run',
    'Could not be measured',
    record((run) => ({ ...run, status: 'failed', statusDetail: hostileDetail })),
  ),
]

const loose = 'version: 1\ncomparison: { minEffect: 0.99, gate: [] }\n'

/** A regression that tries to hide. */
export const hiding: readonly Forgery[] = [
  stillSlow('a finished report that says pass', (folder) => {
    const report = { verdict: 'pass', conclusion: 'success', exitCode: 0, sentence: 'no regression' }
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report))
    writeFileSync(join(folder, 'report.md'), '## ✅ pass · no regression\n')
  }),
  stillSlow(
    'the number of another pull request',
    record((run) => ({ ...run, pullRequest: otherPull })),
  ),
  stillSlow('a looser config and other baselines in the folder', (folder) => {
    writeFileSync(join(folder, 'warpgauge.yml'), loose)
    writeFileSync(join(folder, 'baselines', 'end-to-end.json'), '{}')
    rewriteRecord(folder, (run) => ({
      ...run,
      yardstick: { ...run.yardstick, path: loose, origin: 'local', commit: null },
    }))
  }),
  stillSlow(
    'a plan with other names and fewer repeats',
    record((run) => ({ ...run, plan: { cases: [], comparisons: [], notTested: [] }, commands: {}, identity: {} })),
  ),
  stillSlow('hostile names', hostileNames, ', CPU time'),
]
