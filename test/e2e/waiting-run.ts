import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { recordIn } from './run-check.ts'
import { worktreesOf } from './stalling-job.ts'
import type { Spoken, Terminal } from './terminal.ts'

/** Waits in its `turn`th start until `go` is there, together with a child that has left its process group. */
const program = (place: string, turn: number) => `import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
const place = ${JSON.stringify(place)}
const [dataset, output] = process.argv.slice(2)
appendFileSync(place + '/starts', 'x')
if (readFileSync(place + '/starts', 'utf8').length === ${turn}) {
  process.on('SIGTERM', () => {})
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300_000)'], { detached: true, stdio: 'ignore' })
  writeFileSync(place + '/waiting', process.pid + ' ' + child.pid)
  for (let round = 0; !existsSync(place + '/go') && round < 6000; round += 1) await setTimeout(10)
  child.kill('SIGKILL')
}
await setTimeout(30)
mkdirSync(output)
writeFileSync(output + '/table.csv', 'id\\n' + readFileSync(dataset, 'utf8').split('\\n').filter((line) => line.startsWith('>')).join('\\n'))
`

const config = `version: 1
run: { isolation: none }
pipeline:
  name: waits
  devices: cpu
  command: [node, waits.mjs, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets: { four: { preset: tiny, sequences: 4 } }
suites:
  end-to-end: { run: { dataset: four, warmups: 0, repeats: 5 } }
requirements: [{ id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }]
comparison: { reference: baseline }
`

export type Place = { readonly clone: string; readonly place: string; readonly out: string }

/** A clone whose pipeline waits in one of its starts; 0: in none. */
export function newPlace(terminal: Terminal, turn = 3): Place {
  const clone = terminal.clone()
  const place = `${clone}-place`
  mkdirSync(place)
  writeFileSync(join(clone, 'waits.mjs'), program(place, turn))
  writeFileSync(join(clone, 'waits.yml'), config)
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'a pipeline that waits')
  return { clone, place, out: `${clone}-run` }
}

export const command = ({ out }: Place, ...more: readonly string[]) => [
  'run',
  '--config',
  'waits.yml',
  '--out',
  out,
  ...more,
]

export async function untilWaiting({ place }: Place, ended: Promise<Spoken>): Promise<number[]> {
  const early = { said: '' }
  void ended.then(({ stderr }) => (early.said = stderr))
  while (!existsSync(join(place, 'waiting'))) {
    if (early.said !== '') throw new Error(`the run ended before its pipeline waited:\n${early.said}`)
    await delay(10)
  }
  await delay(20)
  return readFileSync(join(place, 'waiting'), 'utf8').split(' ').map(Number)
}

/** Scratch directories in the temporary directory of the terminal. */
export function scratch(terminal: Terminal): string[] {
  return readdirSync(terminal.folder).filter((name) => /^warpgauge-(?:work-)?\d/.test(name))
}

export function expectFinished(terminal: Terminal, { out, clone }: Place, { exitCode, stderr }: Spoken): void {
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
  expect(recordIn(out)).toMatchObject({ status: 'finished' })
  expect(recordIn(out).trials).toHaveLength(5)
  expect(worktreesOf(clone)).toEqual([])
  expect(scratch(terminal)).toEqual([])
  expect(readdirSync(out).filter((name) => name.startsWith('.') || name.includes('previous'))).toEqual([])
}
