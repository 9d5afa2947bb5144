import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageAssets } from '../reporters/html/render-page.ts'
import { packageRoot } from './package-root.ts'

/** The program and the style of the page as they were built. */
export async function readPageAssets(): Promise<PageAssets> {
  const [script, style] = await Promise.all(['report.js', 'report.css'].map(readAsset))
  if (script === undefined || style === undefined) throw new Error('two files make a page')
  return { script, style, scriptSha256: sha256(script), styleSha256: sha256(style) }
}

async function readAsset(name: string): Promise<string> {
  return await readFile(join(packageRoot(), 'dist', 'page', name), 'utf8')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
