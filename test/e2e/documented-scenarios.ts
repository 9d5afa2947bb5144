import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { installedAction } from '../fakes/installed-action.ts'
import { filesOf, type Page } from '../fakes/documentation.ts'
import { steppedHistory } from './stepped-history.ts'
import { openTerminal, writeConfig, type Terminal } from './terminal.ts'

const root = join(import.meta.dirname, '../..')
const captured = join(root, 'test/fixtures/adapters')

/** Where the commands of a page are typed, and what its words in capitals stand for there. */
export type Place = { readonly directory: string; readonly words: Readonly<Record<string, string>> }

type Prepare = (parent: string, page: Page, terminal: Terminal) => Place

/** Prepared directories, by the name that a page gives: `<!-- scenario: NAME -->`. */
const scenarios: Readonly<Record<string, Prepare>> = {
  /** The files that the page itself shows. */
  files: shownFiles,
  /** A user's repository before the first config. */
  'own-repository': (parent, _page, terminal) => {
    terminal.git(parent, 'init', '--quiet', '--initial-branch=main')
    write(join(parent, 'train.py'), "print('trained', sum(number * number for number in range(10**6)))\n")
    terminal.git(parent, 'add', '--all')
    terminal.git(parent, 'commit', '--quiet', '-m', 'Train')
    return { directory: parent, words: {} }
  },
  /** A pipeline with a config and one run in `runs/1`. */
  repository: (parent, _page, terminal) => measuredRepository(parent, terminal),
  /** The same with a branch `warpgauge-data` that holds that run. */
  'data-branch': (parent, _page, terminal) => {
    const place = measuredRepository(parent, terminal)
    terminal.git(place.directory, 'fetch', '--quiet', dataBranch(parent, place, terminal), 'data:warpgauge-data')
    return place
  },
  /** The same with that branch checked out in `../data`. */
  history: (parent, _page, terminal) => {
    const place = measuredRepository(parent, terminal)
    renameSync(dataBranch(parent, place, terminal), join(parent, 'data'))
    return place
  },
  /** Four commits, one of which made the pipeline slower; the first one is tagged v1.4. */
  'slower-commit': (parent, _page, terminal) => {
    const { path } = steppedHistory(terminal, `${parent.slice(terminal.folder.length + 1)}/stepped`, {
      count: 4,
      culprit: 3,
      broken: 0,
    })
    terminal.git(path, 'tag', 'v1.4', terminal.git(path, 'rev-list', '--max-parents=0', 'HEAD'))
    return { directory: path, words: {} }
  },
  /** A config with runners and two GPU counts, of which the first is measured in `runs/1`. */
  matrix: (parent, _page, terminal) => {
    const directory = cloneInto(parent, terminal)
    const path = join(directory, '.github/warpgauge.yml')
    writeConfig(directory, 'warpgauge', { rest: ['runners: { host: { labels: [self-hosted], gpus: 2, count: 2 } }'] })
    const scaling = 'scaling: { run: { dataset: tiny, warmups: 0, repeats: 1 }, gpus: [1, 2] }'
    writeFileSync(path, readFileSync(path, 'utf8').replace(/end-to-end: .*/, scaling))
    measure(terminal, directory, '--only', 'scaling/* gpus=1', '--out', 'runs/1')
    return { directory, words: {} }
  },
  /** The event client for shells, and an input file. */
  'event-client': (parent) => {
    copyFileSync(join(root, 'clients/shell/warpgauge.sh'), join(parent, 'warpgauge.sh'))
    writeFileSync(join(parent, 'reads.txt'), 'b\na\n')
    return { directory: parent, words: {} }
  },
  /** The files of the page beside what pytest-benchmark wrote. */
  'pytest-benchmark': (parent, page) => {
    copyFileSync(join(captured, 'pytest-benchmark/rounds.json'), join(parent, 'bench.json'))
    return shownFiles(parent, page)
  },
  /** The files of the page beside lists in the two forms of github-action-benchmark. */
  'github-action-benchmark': (parent, page) => {
    cpSync(join(captured, 'github-action-benchmark/smaller.json'), join(parent, 'smaller.json'))
    cpSync(join(captured, 'github-action-benchmark/bigger.json'), join(parent, 'bigger.json'))
    return shownFiles(parent, page)
  },
}

/** Opens a terminal whose PATH has the command `warpgauge`, as a user's has. */
export async function openDocumentedTerminal(): Promise<Terminal> {
  const terminal = await openTerminal()
  mkdirSync(join(terminal.folder, 'bin'))
  symlinkSync(join(installedAction, 'dist/cli.js'), join(terminal.folder, 'bin/warpgauge'))
  return terminal
}

/** An own directory for a page, prepared as its comment says. */
export function prepare(terminal: Terminal, page: Page, scenario: string | null): Place {
  const parent = join(terminal.folder, 'pages', `${page.path.replaceAll('/', '-')}-${scenario ?? 'empty'}`)
  mkdirSync(parent, { recursive: true })
  if (scenario === null) return { directory: parent, words: {} }
  const make = scenarios[scenario]
  if (!make) throw new Error(`${page.path} names no scenario of ${Object.keys(scenarios).join(', ')}: ${scenario}`)
  return make(parent, page, terminal)
}

function shownFiles(parent: string, page: Page): Place {
  for (const { name, text } of filesOf(page)) write(join(parent, name), text)
  return { directory: parent, words: {} }
}

function measuredRepository(parent: string, terminal: Terminal): Place {
  const directory = cloneInto(parent, terminal)
  writeConfig(directory, 'warpgauge', { repeats: 2, rest: ['tracking: {}'] })
  measure(terminal, directory, '--out', 'runs/1')
  const refreshed = terminal.runProcess(directory, 'baseline', 'refresh', 'runs/1', '--reason', 'first')
  if (refreshed.exitCode !== 0) throw new Error(refreshed.stderr)
  const [testbed = ''] = readdirSync(join(directory, 'baselines'))
  return { directory, words: { RUN_FOLDER: 'runs/1', TESTBED: testbed } }
}

/** A repository whose only branch, `data`, holds the run of the place. */
function dataBranch(parent: string, { directory }: Place, terminal: Terminal): string {
  const source = join(parent, 'data-source')
  mkdirSync(source)
  const added = terminal.runProcess(directory, 'history', 'add', 'runs/1', '--dir', source)
  if (added.exitCode !== 0) throw new Error(added.stderr)
  terminal.git(source, 'init', '--quiet', '--initial-branch=data')
  terminal.git(source, 'add', '--all')
  terminal.git(source, 'commit', '--quiet', '-m', 'One run')
  return source
}

/** The clone gets a directory of its own, because some commands of the pages write beside it. */
function cloneInto(parent: string, terminal: Terminal): string {
  const directory = join(parent, 'repository')
  renameSync(terminal.clone(), directory)
  return directory
}

function measure(terminal: Terminal, directory: string, ...args: readonly string[]): void {
  const { exitCode, stderr } = terminal.runProcess(directory, 'run', ...args)
  if (exitCode !== 0) throw new Error(`the run that a page needs ended with ${exitCode}: ${stderr}`)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
