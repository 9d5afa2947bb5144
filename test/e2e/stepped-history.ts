import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** Hash rounds of the pipeline: far above and below what this machine's load can blur. */
const light = 15_000
const heavy = 120_000

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
}

const pipeline = `import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rounds } from './work.mjs'
const output = process.argv[3]
let text = 'x'
for (let round = 0; round < rounds; round += 1) text = createHash('sha256').update(text).digest('hex')
mkdirSync(output)
writeFileSync(join(output, 'table.csv'), 'id,hash\\n' + [1, 2, 3, 4].map((id) => id + ',' + text + '\\n').join(''))
`
const config = `version: 1
pipeline:
  name: hasher
  devices: cpu
  command: [node, pipeline.mjs, "{dataset}", "{output}"]
  setup: [[node, build.mjs]]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets:
  four: { preset: tiny, sequences: 4 }
suites:
  end-to-end: { dataset: four, warmups: 0, repeats: 3, maxRepeats: 14 }
comparison: { gate: [cpu_time], minEffect: 0.5 }
`

/** A repository of twelve commits, or as many as asked for: one of them adds real work, and one does not build. */
export function steppedHistory(terminal: Terminal, name: string, options: SteppedOptions = {}): SteppedHistory {
  const { count = 12, culprit = 9, broken = 6, subject = 'Hash with more rounds' } = options
  const path = join(terminal.folder, name)
  mkdirSync(join(path, '.github'), { recursive: true })
  terminal.git(path, 'init', '--quiet', '--initial-branch=main')
  writeFileSync(join(path, 'pipeline.mjs'), pipeline)
  writeFileSync(join(path, 'build.mjs'), "import './work.mjs'\n")
  writeFileSync(join(path, '.github/warpgauge.yml'), config)
  const commits = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const rounds = number < culprit ? light : heavy
    const text = `export const rounds = ${rounds} // change ${number}\n`
    writeFileSync(join(path, 'work.mjs'), number === broken ? 'export const rounds = (\n' : text)
    terminal.git(path, 'add', '--all')
    terminal.git(path, 'commit', '--quiet', '-m', number === culprit ? subject : `Change ${number}`)
    return terminal.git(path, 'rev-parse', 'HEAD')
  })
  const [atCulprit = '', atBroken = ''] = [culprit, broken].map((number) => commits[number - 1] ?? '')
  return { path, commits, culprit: atCulprit, broken: atBroken }
}
