import type { Page, PageDownload } from '../domain/page/page.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { compressToBase64 } from '../io/files/gzip-base64.ts'
import { renderPage, type PagePart } from '../reporters/html/render-page.ts'
import { readPageAssets } from './page-assets.ts'

const mostBytes = 1024 ** 3

/** A file that readers of a page can download. */
export type RawFile = { readonly name: string; readonly mediaType: string; readonly text: string }

/** A page with its packed data. */
export type PageWithParts = { readonly page: Page; readonly parts: readonly PagePart[] }

/** Writes a page as one file; returns its size in bytes. */
export async function writePage(path: string, content: PageWithParts): Promise<number> {
  let bytes = 0
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const text of renderPieces(content)) {
      const piece = Buffer.from(text)
      bytes += piece.length
      yield piece
    }
  }
  await diskFileStore.writeBytes(path, countBytes(), mostBytes)
  return bytes
}

/** Yields the text of a page, in pieces. */
export async function* renderPieces({ page, parts }: PageWithParts): AsyncGenerator<string> {
  yield* renderPage(page, parts, await readPageAssets())
}

/** Packs raw files as downloads of a page. */
export async function packRawFiles(
  files: readonly RawFile[],
): Promise<{ readonly downloads: PageDownload[]; readonly parts: PagePart[] }> {
  const packed = await Promise.all(
    files.map(async ({ name, mediaType, text }, index) => {
      const [content, part] = [Buffer.from(text), `raw-${index}`]
      const download: PageDownload = { name, mediaType, part, bytes: content.length }
      return { download, part: { id: part, base64: await compressToBase64(content) } }
    }),
  )
  return { downloads: packed.map(({ download }) => download), parts: packed.map(({ part }) => part) }
}
