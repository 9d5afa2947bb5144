import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** What is killed, and what has to hold afterwards. */
export type Victim = {
  readonly name: string
  /** Puts its own copy of everything that it changes in place; gives the directory it starts in and its arguments. */
  readonly prepare: (place: string) => { readonly cwd: string; readonly args: readonly string[] }
  /** What the same call is once it was begun; absent: the same. */
  readonly again?: (args: readonly string[], place: string) => readonly string[]
  /** How often it is chosen, relative to the others. */
  readonly share: number
  /** Further exit codes: a verdict about this machine, or that of a monitored command. */
  readonly codes?: readonly number[]
}

const program = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const [dataset, output] = process.argv.slice(2)
await new Promise((resolve) => setTimeout(resolve, 30))
mkdirSync(output)
writeFileSync(output + '/table.csv', 'id\\n' + readFileSync(dataset, 'utf8').split('\\n').filter((line) => line.startsWith('>')).join('\\n'))
`
const quick = "await new Promise((resolve) => setTimeout(resolve, 30))\nconsole.log('done')\n"
const config = `version: 1
pipeline:
  name: short
  devices: cpu
  command: [node, short.mjs, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets: { four: { preset: tiny, sequences: 4 } }
suites: { end-to-end: { run: { dataset: four, warmups: 0, repeats: 3 } } }
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

/** One clone, one finished and one interrupted run, and every command on copies of them. */
export function prepareVictims(terminal: Terminal): Victim[] {
  const clone = terminal.clone()
  writeFileSync(join(clone, 'short.mjs'), program)
  writeFileSync(join(clone, 'quick.mjs'), quick)
  writeFileSync(join(clone, 'short.yml'), config)
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'a short pipeline')
  writeFileSync(join(clone, 'NOTES'), 'more')
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'notes')
  const finished = join(terminal.folder, 'finished')
  const made = terminal.runProcess(clone, 'run', '--config', 'short.yml', '--out', finished)
  if (made.exitCode !== 0) throw new Error(made.stderr)
  const input = join(terminal.folder, 'input')
  mkdirSync(input)
  writeFileSync(join(input, 'manifest.json'), manifest)
  writeFileSync(join(input, 'ingested.yml'), ingested)
  for (const run of [1, 2, 3]) writeFileSync(join(input, `sort-${run}.json`), samples(run))
  return [...victimsOf(clone, finished, input), ...measuringVictims(terminal, clone)]
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
      name: 'init over other files',
      share: 1,
      prepare: (place) => ({ cwd: copied(clone, place, 'repository'), args: ['init', '--yes'] }),
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
      again: (args, place) => (existsSync(join(place, 'search', 'steps')) ? [...args, '--resume'] : args),
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

/** Commands that measure without a run folder of their own, or keep it in the temporary directory. */
function measuringVictims(terminal: Terminal, clone: string): Victim[] {
  const fewRuns = ['ab', '--gpus', '0', '--runs', '3', '--warmup', '0']
  return [
    {
      name: 'ab of two revisions',
      share: 3,
      codes: [1],
      prepare: (place) => {
        const copy = copied(clone, place, 'repository')
        writeFileSync(join(copy, 'quick.mjs'), `${quick}// changed\n`)
        return { cwd: copy, args: [...fewRuns, '--base', 'HEAD', '--', 'node', 'quick.mjs'] }
      },
    },
    {
      name: 'ab of two commands',
      share: 2,
      codes: [1],
      prepare: (place) => {
        const commands = ['--command', 'node quick.mjs', '--command', 'node quick.mjs again']
        return { cwd: clone, args: [...fewRuns, ...commands, '--html', join(place, 'report.html')] }
      },
    },
    {
      name: 'history run',
      share: 2,
      prepare: (place) => {
        const folders = ['--dir', join(place, 'history'), '--out', join(place, 'runs')]
        return { cwd: clone, args: ['history', 'run', 'HEAD~2..', '--config', 'short.yml', ...folders] }
      },
    },
    {
      name: 'monitor',
      share: 2,
      // A command that ends by SIGTERM.
      codes: [143],
      prepare: () => ({ cwd: terminal.folder, args: ['monitor', '--', 'sleep', '0.3'] }),
    },
    {
      name: 'doctor',
      share: 2,
      codes: [1],
      prepare: () => ({ cwd: clone, args: ['doctor', '--config', 'short.yml'] }),
    },
  ]
}
