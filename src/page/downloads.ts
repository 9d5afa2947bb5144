import type { PageDownload } from '../domain/report/block.ts'
import { createButton, createElement } from './dom.ts'

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

/** Decodes a data part of the file: base64 of gzip. */
export async function decodePart(base64: string): Promise<Uint8Array> {
  const stream = new Blob([decodeBase64(base64)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Reads a data part as text; empty when it does not exist. */
export function readPartText(id: string): string {
  return document.querySelector(`script[id="${CSS.escape(id)}"]`)?.textContent ?? ''
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}
