import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const verbs = new Set(readFileSync(join(import.meta.dirname, 'verbs.txt'), 'utf8').split(/\s+/))
/** Names that a standard gives. */
const standard = new Set(['main', 'now', 'info', 'warning', 'error'])
const vagueTypes = /^(?:Asked|Told|Said|Hands|Place|Side|Group|Wanted|Seen|Kept|Found)s?$|(?:Hands|Book|Asked|Told)$/

type Node = { readonly type: string } & Readonly<Record<string, unknown>>
type Name = { readonly file: string; readonly name: string; readonly kind: 'function' | 'type' }

const kinds: Readonly<Record<string, (node: Node) => Name['kind'] | null>> = {
  FunctionDeclaration: () => 'function',
  TSMethodSignature: () => 'function',
  MethodDefinition: (node) => (node['kind'] === 'method' ? 'function' : null),
  VariableDeclarator: ({ init }) => ((init as Node | null)?.type === 'ArrowFunctionExpression' ? 'function' : null),
  TSTypeAliasDeclaration: () => 'type',
  TSInterfaceDeclaration: () => 'type',
}

const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.d.ts'))
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const names = sources.flatMap(({ file, text }) =>
  listNames(parseAst(text, { lang: 'ts' }) as unknown as Node).map((found) => ({ file, ...found })),
)

test('functions and methods begin with a verb of test/unit/verbs.txt', () => {
  const functions = names.filter(({ kind }) => kind === 'function')
  expect(functions).not.toEqual([])
  const others = functions.filter(({ name }) => !standard.has(name) && !verbs.has(/^[a-z]*/.exec(name)?.[0] ?? ''))
  expect(others.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('no function is named …Of, and no type by a vague word', () => {
  const suffixed = names.filter(({ name, kind }) => kind === 'function' && /[a-z]Of$/.test(name))
  const vague = names.filter(({ name, kind }) => kind === 'type' && vagueTypes.test(name))
  expect([...suffixed, ...vague].map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('no source names the ids of internal documents', () => {
  const ids = sources.flatMap(({ file, text }) =>
    (text.match(/\b(?:W\d{1,2}|[FIX]-\d{2,3})\b/g) ?? []).map((id) => `${file}: ${id}`),
  )
  expect(ids).toEqual([])
})

test('comments have at most 12 lines', () => {
  const long = sources.flatMap(({ file, text }) =>
    (text.match(/\/\*\*[\s\S]*?\*\//g) ?? [])
      .filter((comment) => comment.split('\n').length > 14)
      .map((comment) => `${file}: ${comment.slice(0, 80)}`),
  )
  expect(long).toEqual([])
})

/** Names of functions, methods and types, at any depth. */
function listNames(node: Node): Omit<Name, 'file'>[] {
  const own = nameNode(node)
  const children = Object.values(node).flatMap((value): Node[] =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  )
  return [...(own ? [own] : []), ...children.flatMap(listNames)]
}

function nameNode(node: Node): Omit<Name, 'file'> | null {
  const identifier = (node['id'] ?? node['key']) as Node | null | undefined
  const kind = kinds[node.type]?.(node) ?? null
  if (kind === null || node['computed'] === true || !identifier?.type.endsWith('Identifier')) return null
  return { name: String(identifier['name']), kind }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
