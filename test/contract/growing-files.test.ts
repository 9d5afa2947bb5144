import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { diskGrowingFiles } from '../../src/io/files/disk-file-inspector.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-growing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

function follow(onNews?: (added: readonly string[]) => Promise<void>, everyMs = 20) {
  const paths = ['one', 'two'].map((name) => join(folder, `${name}-${(count += 1)}`))
  const seen = ['', '']
  const watch = diskGrowingFiles.follow(
    paths,
    everyMs,
    onNews ??
      ((added) => {
        for (const [index, text] of added.entries()) seen[index] += text
        return Promise.resolve()
      }),
  )
  return { seen, watch, one: paths[0]!, two: paths[1]! }
}

describe('files that somebody is still writing to', () => {
  it('are read as they grow, line by line, also when they come late', async () => {
    const { seen, watch, one, two } = follow()
    appendFileSync(one, 'first\nsec')
    await expect.poll(() => seen).toEqual(['first\n', ''])
    appendFileSync(one, 'ond\n')
    appendFileSync(two, 'late\n')
    await expect.poll(() => seen).toEqual(['first\nsecond\n', 'late\n'])
    await watch.close()
  })

  it('are read to the last whole line when the watch is closed', async () => {
    const { seen, watch, one } = follow(undefined, 60_000)
    appendFileSync(one, 'a\nb\nhalf')
    await watch.close()
    expect(seen[0]).toBe('a\nb\n')
  })

  it('go on being read after they were cut at a bound', async () => {
    const { seen, watch, one, two } = follow()
    writeFileSync(one, `${'x'.repeat(999)}\n`)
    await expect.poll(() => seen[0]?.length).toBe(1000)
    truncateSync(one, 10)
    // Both files are read in one go, so the cut was seen when this is.
    writeFileSync(two, 'later\n')
    await expect.poll(() => seen[1]).toBe('later\n')
    appendFileSync(one, 'news\n')
    await expect.poll(() => seen[0]?.slice(1000)).toBe('news\n')
    await watch.close()
  })

  it('hand over the newest part alone when too much came at once', async () => {
    const { seen, watch, one } = follow(undefined, 60_000)
    writeFileSync(one, `${`${'y'.repeat(99)}\n`.repeat(120_000)}last\n`)
    await watch.close()
    expect(seen[0]?.length).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(seen[0]?.endsWith('last\n')).toBe(true)
  })

  it('end with the error of whoever is told', async () => {
    const { watch } = follow(() => Promise.reject(new Error('no place left')))
    await wait(50)
    await expect(watch.close()).rejects.toThrow('no place left')
  })
})
