import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { worktreesOf } from './stalling-job.ts'
import { openTerminal, type Spoken, type Terminal } from './terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What is killed, and what has to hold afterwards. */
type Victim = {
  readonly name: string
  /** Puts its own copy of everything that it changes in place; gives the directory it starts in and its arguments. */
  readonly prepare: (place: string) => { readonly cwd: string; readonly args: readonly string[] }
  /** What the same call is once it was begun; absent: the same. */
  readonly again?: (args: readonly string[], place: string) => readonly string[]
  /** Files of the place that may be left although they are drafts or copies. */
  readonly share: number
}

export type KillCounts = {
  kills: number
  /** Ended before the signal came. */
  early: number
  readonly byCommand: Record<string, number>
  readonly problems: string[]
}

const program = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const [dataset, output] = process.argv.slice(2)
await new Promise((resolve) => setTimeout(resolve, 30))
mkdirSync(output)
writeFileSync(output + '/table.csv', 'id\\n' + readFileSync(dataset, 'utf8').split('\\n').filter((line) => line.startsWith('>')).join('\\n'))
`
const config = `version: 1
pipeline:
  name: short
  devices: cpu
  command: [node, short.mjs, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets: { four: { preset: tiny, sequences: 4 } }
suites: { end-to-end: { dataset: four, warmups: 0, repeats: 3 } }
runners: { cpu: { labels: [self-hosted], gpus: 1 } }
requirements: [{ id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }]
comparison: { reference: baseline, minEffect: 0.9 }
`
const manifest = JSON.stringify({
  config: 'ingested.yml',
  commit: '1'.repeat(40),
  testbed: { cpuModel: 'EPYC 9654' },
  cases: [1, 2, 3].map((run) => ({
    suite: 'command',
    benchmark: 'sort',
    adapter: 'plain',
    files: [`sort-${run}.json`],
  })),
})
const ingested = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [predict, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/results.csv" } }
datasets: { real: { path: /data/real.fa } }
run: { warmups: 0 }
suites:
  command:
    benchmarks: [{ name: sort, gpus: 1, command: [bench, "{output}/sort.json"], files: ["{output}/sort.json"] }]
`

/** mulberry32: the same moments for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Kills every command at moments that the seed chooses, runs it again, and looks for what is torn or left over. */
export async function killCommands(options: {
  readonly kills: number
  readonly seed: number
  readonly say: (text: string) => void
}): Promise<KillCounts> {
  await using terminal = await openTerminal()
  const rig = setUp(terminal)
  const random = seededRandom(options.seed)
  const counts: KillCounts = { kills: 0, early: 0, byCommand: {}, problems: [] }
  const lasting = new Map<string, number>()
  for (let index = 0; index < options.kills; index += 1) {
    const victim = choose(rig.victims, random())
    const place = join(terminal.folder, `place-${index}`)
    mkdirSync(place)
    const problems = await killOnce(victim, place, { terminal, random, counts, lasting }).catch((error: unknown) => [
      String(error),
    ])
    counts.problems.push(...problems.map((problem) => `kill ${index} (${victim.name}): ${problem}`))
    for (const problem of problems) options.say(`kill ${index} (${victim.name}): ${problem}`)
    if (problems.length === 0) rmSync(place, { recursive: true, force: true })
    if (index % 25 === 24)
      options.say(
        `${index + 1} of ${options.kills}: ${JSON.stringify(counts.byCommand)}, ${counts.problems.length} problems`,
      )
  }
  return counts
}

type KillContext = {
  readonly terminal: Terminal
  readonly random: () => number
  readonly counts: KillCounts
  /** How long each command takes when nobody kills it, in milliseconds. */
  readonly lasting: Map<string, number>
}

async function killOnce(victim: Victim, place: string, context: KillContext): Promise<string[]> {
  const { terminal, random, counts, lasting } = context
  const { cwd, args } = victim.prepare(place)
  const started = performance.now()
  const { pid, ended } = terminal.start(cwd, ...args)
  const signal = random() < 0.75 ? 'SIGKILL' : 'SIGTERM'
  const isGroup = random() < 0.5
  const moment = random() * (lasting.get(victim.name) ?? 1000) * 1.05
  await Promise.race([ended, delay(moment)])
  let isKilled = true
  try {
    process.kill(isGroup ? -pid : pid, signal)
  } catch {
    isKilled = false
  }
  const first = await ended
  counts.kills += 1
  if (!isKilled) {
    counts.early += 1
    lasting.set(victim.name, performance.now() - started)
  }
  counts.byCommand[victim.name] = (counts.byCommand[victim.name] ?? 0) + 1
  const problems = tornFiles(place)
  if (first.stderr.includes('bug of warpgauge')) problems.push(`a bug: ${first.stderr.slice(0, 600)}`)
  if (![null, 0, 2].includes(first.exitCode)) problems.push(`exit code ${first.exitCode}: ${first.stderr.slice(-300)}`)
  ageDrafts(place)
  ageUnowned(cwd, terminal.folder)
  const again = terminal.warpgauge(cwd, ...(victim.again?.(args, place) ?? args))
  // A folder that holds a run keeps the draft of a report until something is written there again.
  const isRefused = again.stderr.includes('holds a run already')
  const left = leftovers(terminal, cwd, place).filter((text) => !(isRefused && text.includes('/.report.')))
  problems.push(...refusals(victim, again, isKilled), ...tornFiles(place), ...left)
  return problems
}

/** A command that had done its work before it was killed may refuse to do it twice. */
function refusals({ name }: Victim, { exitCode, stderr }: Spoken, isKilled: boolean): string[] {
  const isDone =
    /holds a run already|already contains a bisection|is there already|nothing is left to|exists already|Folder of the search/.test(
      stderr,
    )
  if (exitCode === 0 || isDone) return []
  return [`${name} does not go on after ${isKilled ? 'the kill' : 'it ended'}: exit ${exitCode}: ${stderr.slice(-600)}`]
}

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => join(place, name))
    .filter((path) => !path.includes('/.git/') && lstatSync(path).isFile())
}

/** Files of warpgauge that are not whole. Drafts have names of their own and are nobody's content. */
function tornFiles(place: string): string[] {
  return filesBelow(place)
    .filter((path) => !isDraft(path) && !path.includes('/trials/') && !path.includes('.draft/'))
    .flatMap((path) => tear(path) ?? [])
}

function tear(path: string): string | null {
  const text = readFileSync(path, 'utf8')
  try {
    if (path.endsWith('.json')) JSON.parse(text)
    if (path.endsWith('.jsonl')) for (const line of text.split('\n').filter(Boolean)) JSON.parse(line)
  } catch {
    return `${path} is torn (${text.length} characters)`
  }
  if (/\.ya?ml$|\.md$/.test(path) && !text.endsWith('\n')) return `${path} is torn (${text.length} characters)`
  if (path.endsWith('.html') && !text.trimEnd().endsWith('</html>'))
    return `${path} is torn (${text.length} characters)`
  if (path.includes('/data/file_') && (!text.endsWith('\n') || !existsSync(join(path, '..', 'metadata.json'))))
    return `${path} is torn`
  return null
}

function isDraft(path: string): boolean {
  return /\/\.[^/]+\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path)
}

/** As if a day had gone by: so long nobody writes, and drafts are swept. */
function ageDrafts(place: string): void {
  for (const path of filesBelow(place).filter(isDraft)) utimesSync(path, new Date(0), new Date(0))
  for (const name of readdirSync(place).filter((entry) => entry.endsWith('.draft')))
    utimesSync(join(place, name), new Date(0), new Date(0))
}

/**
 * As if an hour had gone by for what a process was killed over while it made it: a worktree or scratch directory without a
 * mark of its owner is anybody's until then.
 */
export function ageUnowned(clone: string, folder: string): void {
  const trees = existsSync(join(clone, '.git')) ? worktreesOf(clone) : []
  const scratch = readdirSync(folder).filter((entry) => /^warpgauge-\d/.test(entry))
  const paths = [
    ...trees.map((name) => join(clone, '.git', 'worktrees', name)),
    ...scratch.map((name) => join(folder, name)),
  ]
  for (const path of paths) utimesSync(path, new Date(0), new Date(0))
}

function leftovers(terminal: Terminal, cwd: string, place: string): string[] {
  const scratch = readdirSync(terminal.folder).filter((name) => /^warpgauge-\d/.test(name))
  const drafts = filesBelow(place).filter((path) => isDraft(path) || path.endsWith('-lock') || path.includes('.draft/'))
  const trees = existsSync(join(cwd, '.git')) ? worktreesOf(cwd) : []
  const processes = processesIn(terminal.folder)
  return [
    ...scratch.map((name) => `scratch directory ${name} is left`),
    ...drafts.map((path) => `${path} is left`),
    ...trees.map((name) => `worktree ${name} is left`),
    ...processes.map((text) => `process ${text} is left`),
  ]
}

function processesIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        return cwd.startsWith(folder)
          ? [`${pid} in ${cwd}: ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`]
          : []
      } catch {
        return []
      }
    })
}

function choose(victims: readonly Victim[], at: number): Victim {
  const total = victims.reduce((sum, { share }) => sum + share, 0)
  let left = at * total
  return victims.find(({ share }) => (left -= share) < 0) ?? victims[0]!
}

/** One clone, one finished and one interrupted run, and every command on copies of them. */
function setUp(terminal: Terminal): { readonly victims: readonly Victim[] } {
  // What init copies from.
  for (const name of ['action.yml', 'examples'])
    cpSync(join(root, name), join(terminal.folder, 'tool', name), { recursive: true })
  const clone = terminal.clone()
  writeFileSync(join(clone, 'short.mjs'), program)
  writeFileSync(join(clone, 'short.yml'), config)
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'a short pipeline')
  writeFileSync(join(clone, 'NOTES'), 'more')
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'notes')
  const finished = join(terminal.folder, 'finished')
  const made = terminal.warpgauge(clone, 'run', '--config', 'short.yml', '--out', finished)
  if (made.exitCode !== 0) throw new Error(made.stderr)
  const input = join(terminal.folder, 'input')
  mkdirSync(input)
  writeFileSync(join(input, 'manifest.json'), manifest)
  writeFileSync(join(input, 'ingested.yml'), ingested)
  for (const run of [1, 2, 3]) writeFileSync(join(input, `sort-${run}.json`), samples(run))
  return { victims: victimsOf(clone, finished, input) }
}

function samples(run: number): string {
  return JSON.stringify([{ name: 'sort', metric: 'time', unit: 'ms', samples: [12, 12.1, 12 + run / 10] }])
}

function copied(from: string, place: string, name: string): string {
  const to = join(place, name)
  cpSync(from, to, { recursive: true })
  return to
}

function victimsOf(clone: string, finished: string, input: string): Victim[] {
  const runArgs = (place: string) => ['run', '--config', 'short.yml', '--out', join(place, 'run')]
  const resumed = (args: readonly string[], place: string) =>
    existsSync(join(place, 'run', 'run.json')) ? [...args, '--resume'] : args
  const here = (args: (place: string) => readonly string[]) => (place: string) => ({ cwd: clone, args: args(place) })
  return [
    { name: 'run', share: 5, prepare: here(runArgs), again: resumed },
    {
      name: 'resume',
      share: 4,
      prepare: here((place) => {
        const folder = copied(finished, place, 'run')
        const record = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as {
          trials: unknown[]
          status: string
        }
        Object.assign(record, { status: 'running', finishedAt: null, trials: record.trials.slice(0, 1) })
        writeFileSync(join(folder, 'run.json'), JSON.stringify(record))
        return [...runArgs(place), '--resume']
      }),
    },
    {
      name: 'report',
      share: 2,
      prepare: here((place) => ['report', copied(finished, place, 'run'), '--html', join(place, 'report.html')]),
    },
    {
      name: 'merge',
      share: 3,
      prepare: here((place) => ['merge', copied(finished, place, 'one'), '--out', join(place, 'joined')]),
    },
    {
      name: 'baseline refresh',
      share: 3,
      prepare: here((place) => [
        'baseline',
        'refresh',
        finished,
        '--dir',
        join(place, 'baselines'),
        '--reason',
        'killed',
        '--accept-regressions',
      ]),
    },
    {
      name: 'history add',
      share: 3,
      prepare: here((place) => ['history', 'add', finished, '--dir', join(place, 'history')]),
    },
    {
      name: 'init',
      share: 3,
      prepare: (place) => {
        const copy = copied(clone, place, 'repository')
        rmSync(join(copy, '.github'), { recursive: true, force: true })
        return { cwd: copy, args: ['init', '--yes'] }
      },
    },
    {
      name: 'ingest',
      share: 3,
      prepare: here((place) => ['ingest', join(input, 'manifest.json'), '--out', join(place, 'run')]),
    },
    {
      name: 'bisect',
      share: 1,
      prepare: here((place) => [
        'bisect',
        '--config',
        'short.yml',
        '--good',
        'HEAD~1',
        '--suite',
        'end-to-end',
        '--max-repeats',
        '3',
        '--out',
        join(place, 'search'),
      ]),
      again: (args, place) => (existsSync(join(place, 'search', 'bisect.json')) ? [...args, '--resume'] : args),
    },
    {
      name: 'dataset',
      share: 2,
      prepare: here((place) => ['dataset', '--preset', 'tiny', '--sequences', '20000', '--out', join(place, 'data')]),
    },
    { name: 'compare', share: 1, prepare: here((place) => ['compare', copied(finished, place, 'one'), finished]) },
    { name: 'plan', share: 1, prepare: here(() => ['plan', '--config', 'short.yml']) },
  ]
}
