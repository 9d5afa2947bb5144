import { describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../../../src/domain/core/errors.ts'
import type { FreeSpace } from '../../../../src/io/machine/system-devices.ts'
import { refuseFullDisk } from '../../../../src/steps/measure/measure.ts'

const disksOf = (rooms: Readonly<Record<string, FreeSpace | null>>) => ({
  readFreeSpace: async (path: string) => rooms[path] ?? null,
})
const roomy = { freeBytes: 5e9, totalBytes: 1e12 }
const full = { freeBytes: 4096, totalBytes: 1e12 }

describe('a trial that failed', () => {
  it('is no finding about the pipeline when the disk of its run folder or of its scratch files is full', async () => {
    for (const rooms of [
      { '/run': full, '/scratch': roomy },
      { '/run': roomy, '/scratch': full },
    ]) {
      const refused = refuseFullDisk(['/run', '/scratch'], disksOf(rooms))
      await expect(refused).rejects.toThrow(EnvironmentError)
      await expect(refused).rejects.toThrow(/the disk of \/(run|scratch) is full \(4096 bytes free\)/)
    }
  })

  it('counts where there is space, and where the file system does not tell', async () => {
    const rooms = { '/run': roomy, '/scratch': { freeBytes: 0, totalBytes: 0 } }
    await expect(refuseFullDisk(['/run', '/scratch', '/elsewhere'], disksOf(rooms))).resolves.toBeUndefined()
  })
})
