import type { Block } from './block.ts'
import type { Content, Tone } from './content.ts'

/** Content of an HTML page: views in reading order. */
export type Page = {
  readonly title: string
  /** Footer: the tool and the source of the page. */
  readonly madeBy: string
  readonly headline: Content
  readonly tone: Tone
  readonly views: readonly PageView[]
  /** Raw data that the page offers for download. */
  readonly downloads: readonly PageDownload[]
}

/** One view of a page; `id` is its anchor. */
export type PageView = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] }

/** A downloadable file of the page. */
export type PageDownload = {
  /** Proposed file name. */
  readonly name: string
  readonly mediaType: string
  /** Id of the HTML part with its content, gzip in base64. */
  readonly part: string
  /** Size before compression. */
  readonly bytes: number
}
