import { globSync, readFileSync } from 'node:fs'
import { readOutput } from '../../src/programs/index.ts'
import { judgeLine } from '../../src/cli/judge-line.ts'
import { parseConfig } from '../../src/config/load.ts'
import { parseManifest } from '../../src/config/records/manifest-schema.ts'
import type { Report } from '../../src/domain/verdict/report.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { renderTerminal, reportFormats } from '../../src/reporters/index.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { readComment } from '../../src/steps/commands/comment.ts'
import { aHistoryRecord } from '../../test/unit/a-history.ts'
import { someDevices, headCommit } from '../../test/unit/a-run.ts'
import { eventTarget } from './event-target.ts'
import { folderTargets } from './folder-target.ts'
import { FalsePass, type Target } from './target.ts'
import { committedSamples, hasOnlySamplesFrom, judgeAsPublished, makeRun } from './run-folders.ts'
import {
  parseHistory,
  parseLedger,
  parseNoise,
  parseBaseline,
  parseRunRecord,
} from '../../src/config/records/parse-records.ts'

const root = new URL('../../', import.meta.url).pathname
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
const slow = makeRun(18)
const text = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

/** Judges a record, renders the report in every format, and refuses a pass that only slow samples cannot give. */
async function publish(stated: string): Promise<void> {
  const report = await judgeAsPublished(stated)
  for (const format of Object.values(reportFormats)) format(report)
  renderTerminal(report, { columns: 100, color: false })
  refusePass(report, slow, stated)
}

/** Throws when a report passes although its record holds nothing but samples of a run that fails. */
export function refusePass(report: Pick<Report, 'conclusion' | 'sentence'>, failing: RunRecord, stated: string): void {
  if (report.conclusion === 'success' && hasOnlySamplesFrom(failing, stated))
    throw new FalsePass(`slow samples alone pass: ${report.sentence}`)
}

function readConfig(stated: string): void {
  const config = parseConfig(stated, 'warpgauge.yml')
  const revisions = Object.keys(config.revisions).map((label) => ({
    label,
    ref: 'x',
    commit: headCommit,
    problem: null,
  }))
  planRun(config, someDevices(2), [{ label: 'head', ref: 'HEAD', commit: headCommit, problem: null }, ...revisions])
}

const comments = [
  '/warpgauge run',
  '/warpgauge@1234567 run',
  '/warpgauge compare v1.0',
  '/warpgauge accept scaling because it is meant',
  '> /warpgauge run\n\n/warpgauge help',
  '```\n/warpgauge run\n```\n/warpgauge cancel',
  '<!-- /warpgauge run -->\n<details>\n/warpgauge bisect v1\n</details>',
  '~~~~\n```\n/warpgauge run',
]

const lines = [
  {
    id: 1,
    kind: 'pair',
    base: [1, 1.1, 1, 1.05, 1],
    head: [2, 2.1, 2, 2.05, 2],
    unit: 's',
    min_effect: 0.03,
    history: [
      [1, 1.1],
      [1, 1],
    ],
  },
  { id: 2, kind: 'series', values: [1, 1, 1, 1.1, 2, 2, 2.1, 2, 2, 2], min_effect: 0.03 },
].map((item) => JSON.stringify(item))

const outputs = read('test/fixtures/adapters/{*,criterion/**}/*.{json,log,jsonl,txt,csv,xml}').filter(
  (item) => item.length < 60_000,
)

/** What a tool or a pipeline printed. */
async function readTool(stated: string): Promise<void> {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(stated)
  }
  await readOutput('auto', [{ path: 'output', readBytes: bytes }])
}

const ignoreResult = (work: (stated: string) => unknown) => (stated: string) => {
  work(stated)
}

/** Every input of warpgauge that somebody else writes. Run folders come most often. */
export const targets: readonly Target[] = [
  { name: 'published record', share: 8, isJson: true, seeds: [text(slow)], run: publish },
  ...folderTargets,
  {
    name: 'published record, honest',
    share: 2,
    isJson: true,
    seeds: [text(makeRun(10)), text(makeRun(14))],
    run: (stated) => judgeAsPublished(stated),
  },
  {
    name: 'run record',
    share: 2,
    isJson: true,
    seeds: [text(slow), ...read('test/fixtures/published/**/run.json')],
    run: ignoreResult(parseRunRecord),
  },
  {
    name: 'config',
    share: 6,
    isJson: false,
    seeds: [...read('examples/**/warpgauge*.yml'), ...read('test/fixtures/config/*.yml')],
    run: readConfig,
  },
  eventTarget,
  { name: 'comment', share: 3, isJson: false, seeds: comments, run: ignoreResult(readComment) },
  { name: 'judge line', share: 3, isJson: true, seeds: lines, run: (stated) => judgeLine(stated.replaceAll('\n', '')) },
  {
    name: 'baseline',
    share: 2,
    isJson: true,
    seeds: [...committedSamples.values()],
    run: (stated) => parseBaseline(stated, 'baseline.json'),
  },
  {
    name: 'noise',
    share: 1,
    isJson: true,
    seeds: [text({ schemaVersion: 1, cases: [] })],
    run: (stated) => parseNoise(stated, 'noise.json'),
  },
  {
    name: 'history',
    share: 1,
    isJson: false,
    seeds: [[1, 2, 3].map((order) => `${JSON.stringify(aHistoryRecord(order, { wall_time: order }))}\n`).join('')],
    run: (stated) => parseHistory(stated, 'x.jsonl'),
  },
  {
    name: 'ledger',
    share: 1,
    isJson: true,
    seeds: [text({ schemaVersion: 1, testbedId: 'x', entries: [] })],
    run: (stated) => parseLedger(stated, 'x.json'),
  },
  {
    name: 'manifest',
    share: 1,
    isJson: true,
    seeds: [
      text({
        config: 'warpgauge.yml',
        cases: [{ suite: 'command', benchmark: 'sort', adapter: 'plain', files: ['a'] }],
      }),
    ],
    run: (stated) => parseManifest(stated, 'manifest.json'),
  },
  { name: 'output of a tool', share: 6, isJson: false, seeds: outputs, run: readTool },
]
