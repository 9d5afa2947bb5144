import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageAssets } from '../reporters/html/render-page.ts'

/** Asset directories, relative to the bundle and to the source. */
const directories = [join(import.meta.dirname, '..', 'page'), join(import.meta.dirname, '..', '..', 'dist', 'page')]

/** Reads the built script and style of the page. */
export async function readPageAssets(): Promise<PageAssets> {
  const [script, style] = await Promise.all([readAsset('report.js'), readAsset('report.css')])
  return { script, style, scriptSha256: computeSha256(script), styleSha256: computeSha256(style) }
}

async function readAsset(name: string): Promise<string> {
  for (const directory of directories) {
    const text = await readFile(join(directory, name), 'utf8').catch(() => null)
    if (text !== null) return text
  }
  throw new Error(`${name} of the page is not in ${directories[0]}: the bundle is incomplete`)
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
