import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillDirectory } from '../../../src/datasets/dataset-cache.ts'
import { prepareGenerated } from '../../../src/datasets/generated-dataset.ts'
import { runRecord } from '../../../src/record/run.ts'
import { temporaryDirectory } from './temporary-directory.ts'

type Wanted = { readonly version?: string; readonly names?: readonly string[] }

/** A cache and a checkout with `make.py`; `runs` counts the runs of the command. */
async function createPlace() {
  const place = await temporaryDirectory()
  const workspace = join(place.path, 'tree')
  const own = join(place.path, 'cache')
  await mkdir(workspace)
  await writeFile(join(workspace, 'make.py'), 'v1')
  let runs = 0
  const prepare = async ({ version = '1', names = ['x.bin'] }: Wanted = {}) =>
    await prepareGenerated(
      { name: 'noise', command: ['python', 'make.py', '--out', '{output}'], version, workspace },
      { own, readable: [own] },
      async (argv, output) => {
        runs += 1
        expect(argv).toEqual(['python', 'make.py', '--out', output])
        for (const name of names) await writeFile(join(output, name), `${name} ${runs}`)
      },
    )
  return { workspace, prepare, countRuns: () => runs, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

describe('a generated dataset', () => {
  it('is generated once, and becomes the written file', async () => {
    await using place = await createPlace()
    const first = await place.prepare()
    expect(first).toMatchObject({ identity: { kind: 'generated', parameters: { version: '1' } } })
    expect(first.paths).toEqual(first.files)
    expect(await readFile(first.files[0] ?? '', 'utf8')).toBe('x.bin 1')
    expect((await place.prepare()).files).toEqual(first.files)
    expect(place.countRuns()).toBe(1)
  })

  it('of a long command of several lines fits into a record', async () => {
    await using place = await temporaryDirectory()
    const caches = { own: join(place.path, 'cache'), readable: [] }
    const command = ['python', '-c', 'import os\n'.repeat(50), '{output}']
    const source = { name: 'noise', command, version: '1', workspace: place.path }
    const made = await prepareGenerated(source, caches, async (_argv, output) => writeFile(join(output, 'x'), 'x'))
    expect(runRecord.shape.datasets.element.safeParse(made.identity).error).toBeUndefined()
  })

  it('becomes the directory of several files', async () => {
    await using place = await createPlace()
    const made = await place.prepare({ names: ['a', 'b'] })
    expect(made.paths).toHaveLength(1)
    expect(made.files).toEqual([join(made.paths?.[0] ?? '', 'a'), join(made.paths?.[0] ?? '', 'b')])
  })

  it('is generated again for another version, another script, and a damaged entry', async () => {
    await using place = await createPlace()
    const first = await place.prepare()
    await place.prepare({ version: '2' })
    expect(place.countRuns()).toBe(2)
    await appendFile(first.files[0] ?? '', 'damage')
    await place.prepare()
    expect(place.countRuns()).toBe(3)
    await writeFile(join(place.workspace, 'make.py'), 'v2')
    const last = await place.prepare()
    expect(place.countRuns()).toBe(4)
    await rm(last.files[0] ?? '')
    await place.prepare()
    expect(place.countRuns()).toBe(5)
  })

  it('is refused if the command writes nothing, and nothing is kept', async () => {
    await using place = await createPlace()
    await expect(place.prepare({ names: [] })).rejects.toThrow('datasets.noise: the command wrote no file')
    await place.prepare()
    expect(place.countRuns()).toBe(2)
  })
})

it('a dataset whose directory the kernel refuses is an error, not an endless attempt', async () => {
  const written = fillDirectory('/proc/warpgauge/data', 'last', async () => null)
  await expect(written).rejects.toThrow('The dataset cannot be written to /proc/warpgauge/data (ENOENT)')
})
