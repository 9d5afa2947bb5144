import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createResultTables } from '../../src/io/tables/disk-result-tables.ts'
import { checkFindings } from '../../src/domain/tables/findings-problem.ts'
import { aRule } from '../unit/a-table.ts'
import type { TableRule } from '../../src/record/tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-tables-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

function write(text: string | Buffer): string {
  const path = join(folder, `table-${(count += 1)}.csv`)
  writeFileSync(path, text)
  return path
}

async function compare(subject: string | string[], reference: string | string[], rule: Partial<TableRule> = {}) {
  const scratchDirectory = join(folder, `scratch-${(count += 1)}`)
  const files = (texts: string | string[]): string[] => [texts].flat().map(write)
  const pair = { rule: aRule(rule), subject: files(subject), reference: files(reference), scratchDirectory }
  const answer = await createResultTables(null).compare(pair)
  expect(existsSync(scratchDirectory)).toBe(false)
  expect(answer.findings && checkFindings(answer.findings, aRule(rule))).toBeNull()
  return answer
}

async function findingsOf(...given: Parameters<typeof compare>) {
  const { findings, problem } = await compare(...given)
  if (!findings) throw new Error(problem)
  return findings
}

const frames = 'Sequence_ID\tPrediction\tscore1\tscore2\n'
const original = `${frames}synthetic_seq_1_chunk_1R1\tvirus\t0.12100612\t0.8789939\nsynthetic_seq_2_chunk_1R1\tothers\t0.5501341\t0.4498659\n`
const refactored = `${frames}synthetic_seq_2_chunk_1R1\tothers\t0.5501205325126648\t0.44987940788269043\nsynthetic_seq_1_chunk_1R1\tvirus\t0.12100530415773392\t0.8789947032928467\n`

describe('two result tables on disk (F-23, I-180)', () => {
  it('are joined by id, not by the order of their rows (W42)', async () => {
    const findings = await findingsOf(refactored, original)
    expect(findings).toMatchObject({ joined: 2, labelMismatches: 0, scoreMismatches: 0 })
    expect(findings.scores.map(({ column, difference }) => [column, difference?.max.toExponential(2)])).toEqual([
      ['score1', '1.36e-5'],
      ['score2', '1.35e-5'],
    ])
    const strict = await findingsOf(refactored, original, { tolerance: { rtol: 0, atol: 1e-5 } })
    expect(strict).toMatchObject({ labelMismatches: 0, scoreMismatches: 1 })
  })

  it('are compared as far as both go: the original tool writes no scores, and the refactored one does (W41)', async () => {
    const findings = await findingsOf(
      'Modified_ID\tIs_Virus\tmax_score_0\tmax_score_1\nsynthetic_seq_2_chunk_1\tTrue\t0.5501205325126648\t0.9395461082458496\n',
      'Modified_ID\tIs_Virus\nsynthetic_seq_2_chunk_1\tTrue\n',
    )
    expect(findings).toMatchObject({ joined: 1, labelMismatches: 0, scoreMismatches: null, scores: [] })
    expect(findings.subject.ignoredColumns).toEqual(['max_score_0', 'max_score_1'])
  })

  it('show what is missing on either side, doubled or no row at all', async () => {
    const findings = await findingsOf('id,label\na,x\nb,x\nb,y\nd,x\ne,x,more\n', 'id,label\na,x\nb,x\nc,x\n')
    expect(findings).toMatchObject({
      joined: 1,
      labelMismatches: 0,
      subject: { rows: 5, duplicateRows: 2, unmatchedIds: 1, malformedRows: 1 },
      reference: { rows: 3, duplicateRows: 0, unmatchedIds: 1, malformedRows: 0 },
    })
    const malformed = ['line 6 has 3 fields instead of 2']
    expect(findings.subject.examples).toEqual({ malformed, duplicate: ['b'], unmatched: ['d'] })
    expect(findings.reference.examples.unmatched).toEqual(['c'])
  })

  it('may come in several files with other orders of columns, with CRLF, quotes and a byte order mark', async () => {
    const findings = await findingsOf(
      ['\ufeff"id",label,score\r\n"a,1",x,1\r\n', 'score,id,label\r\n2,b,"x"\r\n'],
      'id,label,score\n"a,1",x,1\nb,x,2',
    )
    expect(findings).toMatchObject({ joined: 2, labelMismatches: 0, scoreMismatches: 0 })
    expect(findings.idColumns).toEqual({ subject: 'id', reference: 'id' })
  })

  it('are named in words of the config, whatever their letters, and shown without what is no letter', async () => {
    const name = 'Größe'
    const rule = { id: 'Kürzel', scores: [name], tolerances: { [name]: { rtol: 0, atol: 1 } } }
    const findings = await findingsOf(
      `Kürzel,${name}\nä\u001b[31m\u202e,1\n${'z'.repeat(300)},3\n`,
      `Kürzel,${name}\nä\u001b[31m\u202e,5\n${'z'.repeat(300)},9\n`,
      rule,
    )
    expect(findings.scores).toMatchObject([{ column: name, beyond: 2, worstRatio: 6 }])
    expect(findings.scores[0]?.worst.map(({ id }) => id)).toEqual([`${'z'.repeat(79)}…`, 'ä\ufffd[31m\ufffd'])
  })

  it.each([
    ['', 'a table has no header line'],
    ['x,label\na,b\n', 'the table has no column id'],
    ['id,x,x\n', 'the table has two columns x'],
  ])('cannot be compared when the table is %j', async (text, problem) => {
    expect(await compare(text, 'id,label\na,b\n', { id: 'id' })).toEqual({ findings: null, problem })
  })

  it('cannot be compared when there is none', async () => {
    expect((await compare([], original)).problem).toBe('the table was not found')
  })

  it('of a million rows with one id, or with one endless line, stay within the memory', async () => {
    const before = process.memoryUsage.rss()
    const same = await findingsOf(`id,label\n${'a,x\n'.repeat(1_000_000)}`, 'id,label\na,x\n')
    expect(same).toMatchObject({ joined: 0, subject: { duplicateRows: 1_000_000, unmatchedIds: 0 } })
    const endless = await findingsOf(`id,label\na,${'x'.repeat(50_000_000)}\nb,x\n`, 'id,label\na,x\nb,x\n')
    expect(endless).toMatchObject({ joined: 1, subject: { malformedRows: 1, rows: 2 } })
    expect(endless.subject.examples.malformed).toEqual(['line 2 is too long'])
    expect(process.memoryUsage.rss() - before).toBeLessThan(500e6)
  })

  it('spread over many partitions give the same as a plain join', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => ({ id: `seq_${index}`, score: index / 7 }))
    const text = (list: readonly { id: string; score: number }[]): string =>
      `id,label,score\n${list.map(({ id, score }) => `${id},${'pad'.repeat(20)},${score}\n`).join('')}`
    const moved = rows.slice(10).map((row, index) => (index % 1000 === 0 ? { ...row, score: row.score * 2 } : row))
    const findings = await findingsOf(text(moved.toReversed()), text(rows.slice(0, -5)))
    expect(findings).toMatchObject({
      joined: 59_985,
      labelMismatches: 0,
      scoreMismatches: 60,
      subject: { unmatchedIds: 5 },
      reference: { unmatchedIds: 10 },
    })
  })

  it('are kept byte by byte, with the digest of what was kept', async () => {
    const place = join(folder, 'kept', 'results')
    const kept = await createResultTables(null).keep([write('a\n'), write('b\n')], place, null)
    expect(kept).toEqual({ sha256: createHash('sha256').update('a\nb\n').digest('hex'), problem: null })
    expect(readFileSync(join(place, '0001.csv'), 'utf8')).toBe('b\n')
    await createResultTables(null).keep([write('c\n')], place, null)
    expect(existsSync(join(place, '0001.csv'))).toBe(false)
  })
})
