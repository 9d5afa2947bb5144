import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A fenced block of a page, with what the comment right above it says to the tests. */
export type Block = {
  /** Path of the page from the root of the repository. */
  readonly page: string
  /** 1-based line of its first line of text. */
  readonly line: number
  /** `sh`, `yaml`, …; empty where none is given. */
  readonly language: string
  readonly text: string
  /** `<!-- scenario: NAME -->`: where its commands are executed; null: in an empty directory. */
  readonly scenario: string | null
  /** `<!-- not executed: REASON -->`. */
  readonly notExecuted: string | null
}

export type Page = { readonly path: string; readonly text: string; readonly blocks: readonly Block[] }

/** Every page that a user reads: those at the root and those of `docs`. */
export function documentation(): Page[] {
  const inDocs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const paths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inDocs.map((name) => `docs/${name}`)]
  return paths.map(pageOf)
}

/** One page, by its path from the root of the repository. */
export function pageOf(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, blocks: blocksOf(path, text) }
}

/** Whether its text is meant to be typed at a terminal. */
export function isShell({ language }: Block): boolean {
  return ['sh', 'console', 'bash', 'shell'].includes(language)
}

/** Files that a page shows: a name in backquotes, a colon, and a block with their text. */
export function filesOf({ text }: Page): { readonly name: string; readonly text: string }[] {
  return [...text.matchAll(/`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)```/g)].map(([, name = '', content = '']) => ({
    name,
    text: content,
  }))
}

function blocksOf(page: string, text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^(\s*)```(\w*)\s*$/.exec(lines[index] ?? '')
    if (!opening) continue
    const [, indent = '', language = ''] = opening
    const end = lines.findIndex((line, at) => at > index && line.trim() === '```')
    if (end < 0) throw new Error(`${page}:${index + 1} opens a block that nothing closes`)
    const own = lines.slice(index + 1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    const said = lines.slice(0, index).findLast((line) => line.trim() !== '') ?? ''
    const word = (kind: string): string | null => new RegExp(`^<!-- ${kind}: (.+) -->$`).exec(said.trim())?.[1] ?? null
    const notes = { scenario: word('scenario'), notExecuted: word('not executed') }
    blocks.push({ page, line: index + 2, language, text: `${own.join('\n')}\n`, ...notes })
    index = end
  }
  return blocks
}
