/** A file that a tool left behind; whoever opens it may give plain bytes or gzip. */
export type OutputFile = {
  /** As people know it: it stands in every message, and files of one run find each other by it. */
  readonly path: string
  /** The content from the beginning, each time it is asked for. */
  readBytes(): AsyncIterable<Uint8Array>
}
