import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml'
import { formatShortJson } from '../domain/core/errors.ts'

/** A position in a file; line and column start at 1. */
export type Position = { readonly line: number; readonly column: number }

/** A valid YAML text: its value and the positions of its parts. */
export type YamlText = {
  readonly value: unknown
  /** Returns the position of a value or of its key; for a missing path, that of the nearest existing parent. */
  locate(path: readonly PropertyKey[], at: 'key' | 'value'): Position
}

/** A problem with its position. */
export type YamlProblem = Position & { readonly text: string }

/** Limit of nodes from aliases, so that a small file cannot fill the memory. */
const maxAliasCount = 100

/** Parses one document of YAML 1.2 (core schema), or returns its problems: also repeated keys and other tags. */
export function readYaml(text: string): YamlText | readonly YamlProblem[] {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  })
  const tooDeep = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (tooDeep) return [{ ...toPosition(lines, tooDeep.pos[0]), text: 'lists and mappings are nested too deeply' }]
  const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    ...toPosition(lines, pos[0]),
    text: message.slice(0, 200),
  }))
  if (problems.length > 0) return problems
  const unusable = findUnusable(document, lines)
  if (unusable.length > 0) return unusable
  try {
    const value: unknown = document.toJS({ maxAliasCount })
    return { value, locate: (path, at) => toPosition(lines, findOffset(document, path, at)) }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    return [{ line: 1, column: 1, text: `aliases unfold to too much: ${error.message}` }]
  }
}

/** What the library accepts and we do not: another version, other keys than scalars, aliases that lead nowhere. */
function findUnusable(document: Document, lines: LineCounter): YamlProblem[] {
  const { version } = document.directives?.yaml ?? { version: '1.2' }
  const other = { line: 1, column: 1, text: `the config is YAML 1.2, not ${version}` }
  const problems: YamlProblem[] = version === '1.2' ? [] : [other]
  const report = (node: unknown, text: string) => problems.push({ ...toPosition(lines, getStart(node)), text })
  visit(document, {
    Map: (_, map) => checkKeys(map, report),
    Alias: (_, alias, above) => {
      const anchored = alias.resolve(document)
      if (!anchored) report(alias, `unknown anchor *${alias.source}`)
      else if (above.includes(anchored)) report(alias, `*${alias.source} contains itself`)
    },
  })
  return problems
}

/** Checks for duplicate keys. The library compares every key with every other, which is quadratic. */
function checkKeys({ items }: YAMLMap, report: (node: unknown, text: string) => unknown): void {
  const seen = new Set<string>()
  for (const { key } of items) {
    const name = isScalar(key) ? String(key.value) : null
    if (name === null) report(key, 'a key must be a scalar, not a list, a mapping or an alias')
    else if (seen.has(name)) report(key, `${formatShortJson(name)} is repeated`)
    else seen.add(name)
  }
}

function findOffset(document: Document, path: readonly PropertyKey[], at: 'key' | 'value'): number {
  let node: unknown = document.contents
  let key: unknown = null
  for (const segment of path) {
    const next = step(document, node, segment)
    if (!next) return getStart(key ?? node)
    key = next.key
    node = next.value
  }
  return getStart(at === 'key' ? (key ?? node) : (node ?? key))
}

function step(document: Document, node: unknown, segment: PropertyKey): { key: unknown; value: unknown } | null {
  const target = isAlias(node) ? node.resolve(document) : node
  if (isSeq(target)) return { key: target.items[Number(segment)], value: target.items[Number(segment)] }
  if (!isMap(target)) return null
  return target.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment)) ?? null
}

function getStart(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}

function toPosition(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}
