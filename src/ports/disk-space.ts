/** Disk space of the file system that contains a path. */
export type FreeSpace = { readonly freeBytes: number; readonly totalBytes: number }

export interface DiskSpace {
  /** Space available to an unprivileged user; null when unknown. */
  readFreeSpace(path: string): Promise<FreeSpace | null>
}
