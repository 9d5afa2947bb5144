import type { PageDownload } from '../domain/page/page.ts'
import { button, element } from './dom.ts'
import { bytesOfPart, partText } from './parts.ts'

/** Lets the reader save something. */
export function offer(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  element('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The raw data that the page was made from. */
export function downloadsNode(downloads: readonly PageDownload[]): HTMLElement {
  const items = downloads.map((download) => {
    const label = `Save ${download.name} (${sizeText(download.bytes)})`
    return element(
      'li',
      {},
      button(label, () => void save(download)),
    )
  })
  return element('ul', { class: 'downloads' }, ...items)
}

async function save({ name, mediaType, part }: PageDownload): Promise<void> {
  const bytes = await bytesOfPart(partText(part))
  offer(new Blob([bytes.slice()], { type: mediaType }), name)
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
