import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { ProofConfig } from '../../src/config/schema/schema.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Proof = Partial<Record<'files', { path: string }[]>> & Partial<Pick<ProofConfig, 'stdout' | 'results'>>

/** One trial of a shell script in a checkout that was made a moment ago. */
async function run(script: string, proof: Proof, maxOutputMegabytes = 100, parent = folder): Promise<Trial> {
  const tree = mkdtempSync(join(parent, 'tree-'))
  mkdirSync(join(tree, 'cache'))
  const cached = join(tree, 'cache/table.csv')
  writeFileSync(cached, 'id\n1\n')
  // A checkout takes more than a tick of the kernel's clock.
  utimesSync(cached, new Date(), new Date(Date.now() - 100))
  const command = ['sh', '-c', script, 'sh', '{output}']
  const pipeline = { name: 'predict', devices: 'cpu' as const, command, proof }
  const config = aConfig({ pipeline, run: { maxOutputMegabytes } })
  return await runTrial(aTrialRequest({ folder, config, tree }), trialPorts)
}

const table = { files: [{ path: '{output}/table.csv' }] }

it.each([
  ['a link to a file of the checkout', 'ln -s "$PWD/cache/table.csv" "$1/table.csv"'],
  ['a file of the checkout that was moved', 'mv cache/table.csv "$1/"'],
  ['a copy with the time of the original', 'cp -p cache/table.csv "$1/"'],
  ['a link to its directory', 'rmdir "$1"; ln -s "$PWD/cache" "$1"'],
])('%s is no work of a trial, however young it is', async (_what, script) => {
  const { failure } = await run(`mkdir "$1"; ${script}`, table)
  expect(failure).toEqual({ kind: 'no-proof', detail: '{output}/table.csv is older than the trial' })
})

it.each([
  ['a file', 'mkdir "$1"; echo 1 > "$1/table.csv"'],
  ['a link to a file that the trial wrote', 'mkdir "$1"; echo 1 > new.csv; ln -s "$PWD/new.csv" "$1/table.csv"'],
  [
    'a link to a file that the trial wrote again',
    'mkdir "$1"; echo 1 > cache/table.csv; ln -s "$PWD/cache/table.csv" "$1/"',
  ],
])('%s is its work', async (_what, script) => {
  expect((await run(script, table)).failure).toBeNull()
})

it.each([
  ['a comma in the header of tabs', 'id\\tscore (log, base 2)\\na\\t0.5\\nb\\t1\\nc\\t2\\n'],
  ['a comment above the header', '# made by tool v1, 2026\\nid\\tscore\\na\\t0.5\\nb\\t1\\n'],
])('a table with %s has results', async (_what, text) => {
  const { failure } = await run(`mkdir "$1"; printf '${text}' > "$1/table.csv"`, {
    results: { path: '{output}/table.csv', rows: 3 },
  })
  expect(failure).toBeNull()
})

it.each([
  ['errors', 'id,score,label\\na,error,null\\nb,ERROR,failed\\nc,#N/A,undefined\\n'],
  ['NaN', 'id,score\\na,nan\\nb,-inf\\nc,NaN\\n'],
  ['empty cells', 'id\\tscore\\tlabel\\na\\t\\t\\nb\\t\\tN/A\\nc\\t""\\t\\n'],
])('rows of %s are no result', async (_what, text) => {
  const { failure } = await run(`mkdir "$1"; printf '${text}' > "$1/table.csv"`, {
    results: { path: '{output}/table.csv', rows: 3 },
  })
  expect(failure?.detail).toBe(
    'no row of {output}/table.csv has a result: all cells after the first are empty, NaN or errors',
  )
})

it.each([
  ['a value in the last row', 'id,score\\na,nan\\nb,\\nc,0.5'],
  ['no hit', 'id,hit\\na,-\\nb,-\\nc,-\\n'],
  ['ids only', 'id\\na\\nb\\nc\\n'],
])('rows with %s are results', async (_what, text) => {
  const results = { path: '{output}/table.csv', rows: 3 }
  expect(await run(`mkdir "$1"; printf '${text}' > "$1/table.csv"`, { results })).toMatchObject({
    failure: null,
    resultRows: 3,
  })
})

const memory = '/dev/shm'
const hasOther = existsSync(memory) && statSync(memory).dev !== statSync(folder).dev

it.runIf(hasOther)(
  'a file of a checkout on another file system, whose clock is a second late, is its work',
  async () => {
    const parent = mkdtempSync(join(memory, 'warpgauge-proof-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const proof = { files: [{ path: 'new.csv' }] }
    const write = (age: string) => `echo 1 > new.csv; touch -d '${age} ago' new.csv`
    expect((await run(write('1 second'), proof, 100, parent)).failure).toBeNull()
    expect((await run(write('1 minute'), proof, 100, parent)).failure?.detail).toBe('new.csv is older than the trial')
  },
)

it('states a link out of the trial without a double full stop', async () => {
  const { failure } = await run('mkdir "$1"; ln -s /etc/hostname "$1/table.csv"', table)
  expect(failure?.detail).toMatch(/table\.csv points outside .*\. Write a regular file there, .* trial wrote$/)
})

it('names a file by its place in the output', async () => {
  const { failure } = await run('mkdir "$1"; : > "$1/table.csv"', table)
  expect(failure?.detail).toBe('{output}/table.csv has 0 bytes, at least 1 are required')
})

const flood = 'head -c 3000000 /dev/zero | tr "\\0" x | fold -w 100'

it('finds a text in the last lines of an output that is cut off, and else says that it is', async () => {
  expect((await run(`${flood}; echo; echo "loss 0.1"`, { stdout: ['loss'] }, 1)).failure).toBeNull()
  const { failure } = await run(flood, { stdout: ['loss'] }, 1)
  expect(failure?.detail).toBe(
    'standard output does not contain "loss"; it was cut off between its first part and its last lines',
  )
})

it('finds an error in the last lines of an output that is cut off', async () => {
  const error = 'CUDA error: an illegal memory access was encountered'
  expect((await run(`${flood}; echo; echo "${error}"`, { stdout: ['x'] }, 1)).reportedErrors).toEqual([error])
})

it('says that a text is on the other stream', async () => {
  const { failure } = await run('echo "loss 0.1" >&2', { stdout: ['loss'] })
  expect(failure?.detail).toBe(
    'standard output does not contain "loss"; standard error does: redirect it, as by sh -c "… 2>&1"',
  )
})
