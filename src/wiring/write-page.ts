import type { Page, PageDownload } from '../domain/page/page.ts'
import { diskFileStore } from '../io/disk-file-store.ts'
import { gzipBase64 } from '../io/gzip-base64.ts'
import { renderPage, type PagePart } from '../reporters/html/render-page.ts'
import { readPageAssets } from './page-assets.ts'

const mostBytes = 1024 ** 3

/** A file that the reader of a page can save again. */
export type RawFile = { readonly name: string; readonly mediaType: string; readonly text: string }

/** Writes a page in pieces as one file; gives its size in bytes. */
export async function writePage(path: string, page: Page, parts: readonly PagePart[]): Promise<number> {
  let bytes = 0
  const assets = await readPageAssets()
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const text of renderPage(page, parts, assets)) {
      const piece = Buffer.from(text)
      bytes += piece.length
      yield piece
    }
  }
  await diskFileStore.writeBytes(path, pieces(), mostBytes)
  return bytes
}

/** Packs raw files so that the page can give them away. */
export async function rawDownloads(
  files: readonly RawFile[],
): Promise<{ readonly downloads: PageDownload[]; readonly parts: PagePart[] }> {
  const packed = await Promise.all(
    files.map(async ({ name, mediaType, text }, index) => {
      const [content, part] = [Buffer.from(text), `raw-${index}`]
      const download: PageDownload = { name, mediaType, part, bytes: content.length }
      return { download, part: { id: part, base64: await gzipBase64(content) } }
    }),
  )
  return { downloads: packed.map(({ download }) => download), parts: packed.map(({ part }) => part) }
}
