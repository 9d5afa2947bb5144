import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const source = join(import.meta.dirname, '../../src')

/** A text of the code: its fixed parts in order; between two of them stands a value. */
export type Said = { readonly file: string; readonly parts: readonly string[] }

type Node = { readonly type: string } & Readonly<Record<string, unknown>>

/** Where the message stands among the arguments. */
const messageOf: Readonly<Record<string, number>> = {
  UserError: 0,
  EnvironmentError: 0,
  UnansweredError: 0,
  NoDeviceError: 0,
  RevisionError: 1,
}

/** Every text in the sources, and among them those that are the message of an error for people. */
export function saidInCode(): { readonly texts: readonly Said[]; readonly messages: readonly Said[] } {
  const texts: Said[] = []
  const messages: Said[] = []
  for (const file of globSync('**/*.ts', { cwd: source }).toSorted()) {
    walk(parseAst(readFileSync(join(source, file), 'utf8'), { lang: 'ts' }) as unknown as Node, (node) => {
      const parts = partsOf(node)
      if (parts) texts.push({ file, parts })
      const own = messageIn(node)
      if (own) messages.push({ file, parts: own })
    })
  }
  return { texts, messages }
}

/**
 * What a page may write for a text: words in capitals where the code puts a value, and before it, because a text may be
 * the end of a sentence. In a text of few letters, which could be any sentence, a value is one word.
 */
export function patternOf(said: Said): RegExp {
  const fixed = said.parts.map((part) => escaped(part.replaceAll(/\s+/g, ' ')))
  if (fixedLetters(said) < tellingLetters) return new RegExp(`^${fixed.join('[^a-z ]+')}$`)
  return new RegExp(`^(?:[^a-z]+ )?${fixed.join('[^a-z]*')}$`)
}

const tellingLetters = 7

/** Letters that are the same whatever the values are. */
export function fixedLetters({ parts }: Said): number {
  return parts.join('').replaceAll(/[^\p{L}]/gu, '').length
}

function messageIn(node: Node): readonly string[] | null {
  if (node.type !== 'NewExpression') return null
  const { callee, arguments: given } = node as unknown as { callee: { name?: string }; arguments: Node[] }
  const place = messageOf[callee.name ?? '']
  return place === undefined || !given[place] ? null : partsOf(given[place])
}

function partsOf(node: Node): readonly string[] | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : null
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit)
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
