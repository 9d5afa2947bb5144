import type { PageDownload } from '../domain/page/page.ts'
import { createButton, createElement } from './dom.ts'
import { decodePart, readPartText } from './parts.ts'

/** Saves content as a file through the browser. */
export function offerDownload(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  createElement('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Creates buttons that save the raw data of the page. */
export function createDownloadsNode(downloads: readonly PageDownload[]): HTMLElement {
  const items = downloads.map((download) => {
    const label = `Save ${download.name} (${formatSize(download.bytes)})`
    return createElement(
      'li',
      {},
      createButton(label, () => void save(download)),
    )
  })
  return createElement('ul', { class: 'downloads' }, ...items)
}

async function save({ name, mediaType, part }: PageDownload): Promise<void> {
  const bytes = await decodePart(readPartText(part))
  offerDownload(new Blob([bytes.slice()], { type: mediaType }), name)
}

function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
