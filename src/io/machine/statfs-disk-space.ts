import { statfs } from 'node:fs/promises'
import type { DiskSpace } from '../../ports/disk-space.ts'

export const statfsDiskSpace: DiskSpace = {
  async readFreeSpace(path) {
    try {
      const { bavail, blocks, bsize } = await statfs(path)
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    } catch {
      return null
    }
  },
}
