import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { GpuIdentity } from '../../../../src/domain/telemetry/gpu.ts'
import { createFileInspector } from '../../../../src/io/files/disk-file-inspector.ts'
import { guardConditions } from '../../../../src/steps/measure/measure.ts'
import type { GpuSettings } from '../../../../src/record/testbed.ts'

const folder = mkdtempSync(join(tmpdir(), 'conditions-'))
const inspector = createFileInspector(null)
afterAll(() => rmSync(folder, { recursive: true }))

describe('the dataset of a run', () => {
  const path = join(folder, 'data.fa')
  const guard = async (text: string) => {
    writeFileSync(path, text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    const identity = { name: 'own', kind: 'real', sha256, sequences: 1, bytes: text.length, parameters: {} } as const
    return await guardConditions([{ identity, files: [path] }], [], { inspector, monitor: null })
  }

  it('T-52: may not change between trials, also with its size and time as before', async () => {
    const guarded = await guard('>a\nACGT\n')
    const { atime, mtime } = statSync(path)
    await expect(guarded.requireSameData()).resolves.toBeUndefined()
    writeFileSync(path, '>a\nAAAA\n')
    utimesSync(path, atime, mtime)
    await expect(guarded.requireSameData()).rejects.toThrow(`files of dataset own changed during the run: ${path}`)
  })

  it('is the same with another mode, or written again with the same bytes', async () => {
    const guarded = await guard('>a\nACGT\n')
    chmodSync(path, 0o600)
    await expect(guarded.requireSameData()).resolves.toBeUndefined()
    writeFileSync(path, '>a\nACGT\n')
    await expect(guarded.requireSameData()).resolves.toBeUndefined()
  })
})

describe('the GPUs of a run', () => {
  const settings: GpuSettings = {
    powerLimitWatts: 700,
    isPersistent: true,
    isEccOn: true,
    isMigOn: false,
    maxSmClockMhz: 1980,
    lockedSmClockMhz: null,
  }
  const gpu = (changes: Partial<GpuSettings> = {}): GpuIdentity => ({
    index: 0,
    uuid: 'GPU-0',
    pciBusId: null,
    model: 'H100',
    memoryBytes: null,
    settings: { ...settings, ...changes },
    migSlices: [],
  })
  const check = async (changes: Partial<GpuSettings>) => {
    const monitor = { identify: async () => [gpu(changes)] }
    await (await guardConditions([], [gpu()], { inspector, monitor })).requireSameGpus()
  }

  it.each([
    [{ powerLimitWatts: 300 }, 'GPU 0: power limit 700 W, now 300 W'],
    [{ lockedSmClockMhz: 1200 }, 'GPU 0: locked SM clock none, now 1200 MHz'],
    [{ isEccOn: false, isMigOn: true }, 'GPU 0: ECC on, now off; GPU 0: MIG off, now on'],
  ])('T-52: have the settings at the end that they had before: %j', async (changes, words) => {
    await expect(check(changes)).rejects.toThrow(`GPU settings changed during the run: ${words}`)
  })

  it('have not changed where they cannot be read any more', async () => {
    await expect(check({ powerLimitWatts: null, isPersistent: false })).resolves.toBeUndefined()
  })
})
