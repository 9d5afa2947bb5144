import { rmSync, mkdtempSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { nsys } from '../../../../src/adapters/trace/nsys.ts'
import { aStage } from '../../a-run.ts'
import { aFile, readFixture } from '../an-output.ts'

const scratch = mkdtempSync(join(tmpdir(), 'warpgauge-nsys-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let count = 0
/** A file with the given content; the columns of NVTX_EVENTS that are read, unless `events` defines it. */
async function readDatabase(
  statements: string,
  events = 'CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, text TEXT, textId INT)',
) {
  count += 1
  const path = join(scratch, `${count}.sqlite`)
  const database = new DatabaseSync(path)
  database.exec(`${events};${statements}`)
  database.close()
  return await nsys.read([aFile('trace.sqlite', readFileSync(path))])
}

describe('an export of Nsight Systems', () => {
  test('has a stage for each range name: the time during which a range was open, on the clock of the session', async () => {
    const { pipeline, problems } = await readFixture(nsys, 'nsys/ranges.sqlite')
    const t = 1_795_000_000_000
    expect(pipeline?.stages).toEqual([
      aStage('load', 0.5, { startedMs: t, endedMs: t + 500 }),
      aStage('infer', 3, { startedMs: t + 500, endedMs: t + 3600 }),
      expect.objectContaining({ stage: 'write "out"', startedMs: t + 3600, endedMs: t + 4000 }),
    ])
    expect(pipeline?.stages[2]?.seconds).toBeCloseTo(0.4, 9)
    expect(problems).toEqual([])
  })

  test('without a session start or names has durations of the ranges that name themselves', async () => {
    const { pipeline, problems } = await readDatabase(
      "INSERT INTO NVTX_EVENTS VALUES (0, 1000000000, 59, 'a', NULL), (0, 5, 59, NULL, 7)",
    )
    expect(problems).toEqual(['1 ranges have no name, so they count for no stage'])
    expect(pipeline?.stages).toEqual([aStage('a', 1)])
  })

  test('has launches and time of each kernel, with or without ranges', async () => {
    const kernels =
      "CREATE TABLE StringIds (id INT, value TEXT); INSERT INTO StringIds VALUES (4, 'jacobi(float*)');" +
      'CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, demangledName INT);' +
      'INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (100, 400, 4), (500, 700, 4), (800, 801, 5)'
    const own = [
      ['jacobi(float*)', [5e-7], 2],
      ['kernel 5', [1e-9], 1],
    ]
    const range = "INSERT INTO NVTX_EVENTS VALUES (0, 1000000000, 59, 'a', NULL)"
    for (const [ranges, stages] of [
      ['', undefined],
      [range, [aStage('a', 1)]],
    ] as const) {
      const { benchmarks, pipeline } = await readDatabase(`${kernels};${ranges}`)
      expect(benchmarks.map((one) => 'samples' in one && [one.name, one.samples, one.launches])).toEqual(own)
      expect(pipeline?.stages).toEqual(stages)
    }
  })

  test('has no figures of kernels when those of CUDA graphs are not listed: the default of nsys', async () => {
    const graphs =
      'CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, demangledName INT);' +
      'INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (100, 400, 4);' +
      'CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INT, end INT, graphId INT);' +
      'INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (500, 900, 1), (900, 1300, 1), (1300, 1700, 2);'
    await expect(readDatabase(graphs)).rejects.toThrow(
      'has no figures of the GPUs: the kernels of 3 launches of CUDA graphs are not listed; profile with',
    )
    const { benchmarks, pipeline, problems } = await readDatabase(
      `${graphs}INSERT INTO NVTX_EVENTS VALUES (0, 1000000000, 59, 'a', NULL)`,
    )
    expect(benchmarks).toEqual([])
    expect(pipeline?.stages).toEqual([aStage('a', 1)])
    expect(problems).toEqual([
      'no figures of the GPUs: the kernels of 3 launches of CUDA graphs are not listed; profile with --cuda-graph-trace=node',
    ])
  })

  test('is read without the column of names, and told apart from one with another schema', async () => {
    const columns = '(start INT, end INT, eventType INT, text TEXT)'
    const rows = "VALUES (0, 2000000000, 59, 'load')"
    const { pipeline } = await readDatabase(`INSERT INTO NVTX_EVENTS ${rows}`, `CREATE TABLE NVTX_EVENTS ${columns}`)
    expect(pipeline?.stages).toEqual([aStage('load', 2)])
    const other = readDatabase(`INSERT INTO NVTX_EVENTS_V2 ${rows}`, `CREATE TABLE NVTX_EVENTS_V2 ${columns}`)
    await expect(other).rejects.toThrow(
      'has no launch of a kernel, and has no table NVTX_EVENTS with the columns start, end, eventType, text',
    )
  })

  test('has no time for a range that did not end', async () => {
    const { pipeline, problems } = await readDatabase(
      "INSERT INTO NVTX_EVENTS VALUES (0, 1000000000, 59, 'a', NULL), (5, NULL, 59, 'a', NULL), (0, 5, 59, 'b', NULL)",
    )
    expect(pipeline?.stages).toMatchObject([aStage('a', null), { stage: 'b' }])
    expect(problems).toEqual(['stage "a" started and did not end'])
  })

  test('with a name for each step is refused: a part of the ranges is no stage', async () => {
    const names = Array.from({ length: 501 }, (_, step) => `(0, 5, 59, 'step ${step}', NULL)`).join()
    await expect(readDatabase(`INSERT INTO NVTX_EVENTS VALUES ${names}`)).rejects.toThrow('more than 500 regions')
  })

  test('never runs a view or a computed column', async () => {
    const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x'
    const view = `CREATE VIEW NVTX_EVENTS AS ${endless} AS start, x AS end, x AS eventType, x AS text, x AS textId FROM n`
    await expect(readDatabase('', view)).rejects.toThrow('has no table NVTX_EVENTS')
    const computed =
      'CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, textId INT, text TEXT AS (hex(zeroblob(100000))))'
    await expect(readDatabase('INSERT INTO NVTX_EVENTS VALUES (0, 5, 59, 1)', computed)).rejects.toThrow(
      'has no table NVTX_EVENTS',
    )
    await expect(readDatabase('', 'CREATE TABLE NVTX_EVENTS (start INT)')).rejects.toThrow('has no table NVTX_EVENTS')
  })

  test('damaged, truncated or of another kind gives an error that says so', async () => {
    const bytes = readFileSync(join(import.meta.dirname, '../../../fixtures/adapters/nsys/ranges.sqlite'))
    await expect(nsys.read([aFile('a', 'hello')])).rejects.toThrow('a is not a readable SQLite database')
    await expect(nsys.read([aFile('a', bytes.subarray(0, 700))])).rejects.toThrow('a is not a readable SQLite database')
    await expect(nsys.read([aFile('a', bytes), aFile('b', bytes)])).rejects.toThrow('expected one file, got 2')
  })

  test('with huge texts and numbers keeps within its bounds', async () => {
    const { pipeline } = await readDatabase(
      `INSERT INTO NVTX_EVENTS VALUES (0, 10000000000000000, 59, 'long', NULL);
       INSERT INTO NVTX_EVENTS VALUES ('x', x'00', 59, 'odd', NULL), (0, 5, 59, printf('%.*c', 5000000, 'a'), NULL)`,
    )
    expect(pipeline?.stages).toEqual([aStage('long', 1e7), aStage('odd', null)])
  })
})
