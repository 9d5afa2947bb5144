/** An output file of a tool. Its content may be gzip. */
export type OutputFile = {
  /** Path shown in messages; a JSON file finds its binary files by it. */
  readonly path: string
  /** Reads the content from the beginning at each call. */
  readBytes(): AsyncIterable<Uint8Array>
}
