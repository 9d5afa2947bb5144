import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTicketPath, heldMode, readNote, readTickets } from '../../../../../src/io/gpu/lock/gpu-lock.ts'
import { createOwnMark } from '../../../../../src/io/files/file-claims.ts'

const root = mkdtempSync(join(tmpdir(), 'lock-tickets-'))
afterAll(() => rmSync(root, { recursive: true }))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'tickets-'))
})

const nonce = 'abcdef012345'
const own = createOwnMark()

describe('tickets of a GPU', () => {
  const place = (mark: Partial<typeof own>, lock = 'GPU-1'): string => {
    const path = buildTicketPath(folder, lock, { ...own, ...mark }, nonce)
    writeFileSync(path, '{}')
    return path
  }
  const count = () => {
    const { live, stale } = readTickets(folder, 'GPU-1')
    return [live.length, stale.length]
  }

  it('are read with their owner, held or not; other files are none', () => {
    const path = place({})
    for (const name of ['GPU-1', `GPU-1~1-2-3-${nonce}x`, `GPU-1~x-2-3-${nonce}`]) writeFileSync(join(folder, name), '')
    place({}, 'GPU-2')
    const { host: _host, ...owner } = own
    expect(readTickets(folder, 'GPU-1')).toEqual({
      live: [{ ...owner, path, lock: 'GPU-1', isHeld: false }],
      stale: [],
    })
    chmodSync(path, heldMode)
    expect(readTickets(folder, 'GPU-1').live[0]?.isHeld).toBe(true)
  })

  it.each([
    ['of this process', {}, [1, 0]],
    ['of an earlier process with its number', { startTicks: '7' }, [0, 1]],
    ['of a process that has ended', { pid: spawnSync('true').pid }, [0, 1]],
    ['of a process that was never there', { pid: 2 ** 22 + 1 }, [0, 1]],
    ['of another container', { namespace: '42', pid: 2 ** 22 + 1 }, [1, 0]],
  ])('%s are live or not', (_name, mark, expected) => {
    place(mark)
    expect(count()).toEqual(expected)
  })

  it.each([
    [60, [1, 0]],
    [110, [1, 0]],
    [130, [0, 1]],
  ])('of another container that were touched %i s ago are live or not', (seconds, expected) => {
    const path = place({ namespace: '42' })
    utimesSync(path, new Date(), Date.now() / 1000 - seconds)
    expect(count()).toEqual(expected)
  })

  it('that are links are not live', () => {
    symlinkSync(place({}, 'GPU-2'), buildTicketPath(folder, 'GPU-1', own, nonce))
    expect(count()).toEqual([0, 1])
  })
})

describe('the note in a ticket', () => {
  const note = { runId: 'run-1', since: 'now' }
  const read = (text: string) => {
    const path = join(folder, 'note')
    writeFileSync(path, text)
    return readNote(path)
  }

  it('is read up to 4096 bytes', () => {
    expect(read(JSON.stringify({ ...note, more: 1 }))).toEqual(note)
    const text = JSON.stringify(note)
    expect([read(text.padEnd(4096)), read(text.padEnd(4097))]).toEqual([note, null])
  })

  it.each([
    '',
    '5',
    'null',
    '{}',
    '{"runId":"a"}',
    '{"since":"a"}',
    '{"runId":1,"since":"a"}',
    '{"runId":"a","since":1}',
  ])('is none where it says %s', (text) => {
    expect(read(text)).toBeNull()
  })

  it('is none behind a link, or where there is no file', () => {
    read(JSON.stringify(note))
    symlinkSync(join(folder, 'note'), join(folder, 'link'))
    expect([readNote(join(folder, 'link')), readNote(join(folder, 'absent'))]).toEqual([null, null])
  })
})
