import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** Rounds of a loop of the shell: some milliseconds, and far more than what this machine's load can blur. */
const light = 3000
const heavy = 36_000

export type SteppedHistory = {
  readonly path: string
  /** From the good one to the bad one. */
  readonly commits: readonly string[]
  readonly culprit: string
  readonly broken: string
}

export type SteppedOptions = {
  /** How many commits. */
  readonly count?: number
  readonly culprit?: number
  /** Its setup fails. */
  readonly broken?: number
  readonly subject?: string
  /** True: in no sandbox, which takes more processor time than the program. */
  readonly isOpen?: boolean
}

/** A shell starts in a tenth of the time of Node. */
const pipeline = `. ./work.sh
round=0
while [ $round -lt $rounds ]; do round=$((round + 1)); done
mkdir "$2"
printf 'id,rounds\\n1,x\\n2,x\\n3,x\\n4,x\\n' > "$2/table.csv"
`
const config = `version: 1
pipeline:
  name: counter
  devices: cpu
  command: [sh, pipeline.sh, "{dataset}", "{output}"]
  setup: [[sh, -n, work.sh]]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets:
  four: { preset: tiny, sequences: 4 }
suites:
  end-to-end: { run: { dataset: four, warmups: 0, repeats: 3, maxRepeats: 14 } }
comparison: { gate: [cpu_time], minEffect: 0.9 }
`

/** A repository of twelve commits, or as many as asked for: one of them adds real work, and one does not build. */
export function steppedHistory(terminal: Terminal, name: string, options: SteppedOptions = {}): SteppedHistory {
  const { count = 12, culprit = 9, broken = 6, subject = 'Count further', isOpen = false } = options
  const path = join(terminal.folder, name)
  mkdirSync(join(path, '.github'), { recursive: true })
  terminal.git(path, 'init', '--quiet', '--initial-branch=main')
  writeFileSync(join(path, 'pipeline.sh'), pipeline)
  const lines = isOpen ? 'run: { isolation: none }\n' : ''
  writeFileSync(join(path, '.github/warpgauge.yml'), `${config}${lines}`)
  const commits = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const rounds = number < culprit ? light : heavy
    const text = `rounds=${rounds} # change ${number}\n`
    writeFileSync(join(path, 'work.sh'), number === broken ? 'rounds=(\n' : text)
    terminal.git(path, 'add', '--all')
    terminal.git(path, 'commit', '--quiet', '-m', number === culprit ? subject : `Change ${number}`)
    return terminal.git(path, 'rev-parse', 'HEAD')
  })
  const [atCulprit = '', atBroken = ''] = [culprit, broken].map((number) => commits[number - 1] ?? '')
  return { path, commits, culprit: atCulprit, broken: atBroken }
}
