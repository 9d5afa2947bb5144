/** Room on the file system of a path. */
export type FreeSpace = { readonly freeBytes: number; readonly totalBytes: number }

export interface DiskSpace {
  /** What an ordinary user may still write; null when it cannot be told. */
  readFreeSpace(path: string): Promise<FreeSpace | null>
}
