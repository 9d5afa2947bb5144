import { parseSync } from 'rolldown/utils'

/** A replacement in the text of a file. */
export type Mutation = {
  readonly start: number
  readonly end: number
  readonly after: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>

const binary: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
}
const calls: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])

/** TypeScript that holds a JavaScript expression; the rest of it has no effect at run time. */
const typedExpressions = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Imports, and texts for people. */
const skipped = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TemplateLiteral'])

/** Every mutation of a TypeScript source, in the order of the text. */
export function listMutations(source: string): Mutation[] {
  const found: Mutation[] = []
  const visit = (node: Node, parent: Node | null): void => {
    if (isWithoutEffect(node)) return
    const after = replacements[node.type]?.(node, source, parent) ?? null
    if (after !== null) found.push({ start: node.start, end: node.end, after })
    for (const [key, value] of Object.entries(node)) {
      if (key === 'key' && node['computed'] !== true) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node)
    }
  }
  visit(parseSync('source.ts', source).program as unknown as Node, null)
  return found
}

export function applyMutation(source: string, { start, end, after }: Mutation): string {
  return source.slice(0, start) + after + source.slice(end)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function isWithoutEffect(node: Node): boolean {
  if (node.type.startsWith('TS')) return !typedExpressions.has(node.type)
  if (skipped.has(node.type)) return true
  // The text of an error.
  return node.type === 'NewExpression' && String((node['callee'] as Node)['name']).endsWith('Error')
}

type Replace = (node: Node, source: string, parent: Node | null) => string | null

/** The text that replaces a node of a type; null: it is not mutated. */
const replacements: Readonly<Record<string, Replace>> = {
  BinaryExpression: swapOperator,
  LogicalExpression: swapOperator,
  AssignmentExpression: swapOperator,
  UnaryExpression: (node, source) =>
    ['!', '-'].includes(String(node['operator'])) ? readText(node['argument'], source) : null,
  UpdateExpression: (node, source, parent) =>
    parent?.type === 'ForStatement' ? null : flipStep(readText(node, source)),
  IfStatement: (node, source) => replacePart(node, node['test'] as Node, 'false', source),
  ConditionalExpression: (node, source) =>
    replacePart(node, node['test'] as Node, `!(${readText(node['test'], source)})`, source),
  CallExpression: changeCall,
  Literal: (node, _source, parent) => (isUnreachableDefault(node, parent) ? null : changeLiteral(node['value'])),
}

function readText(part: unknown, source: string): string {
  return source.slice((part as Node).start, (part as Node).end)
}

/** Texts are joined, not added. */
function swapOperator(node: Node, source: string): string | null {
  const swapped = binary[String(node['operator'])]
  const sides = [readText(node['left'], source), readText(node['right'], source)] as const
  if (swapped === undefined || (swapped.startsWith('-') && sides.some((side) => /['"`]/.test(side)))) return null
  return `${sides[0]} ${swapped} ${sides[1]}`
}

function flipStep(update: string): string {
  return update.includes('++') ? update.replace('++', '--') : update.replace('--', '++')
}

function replacePart(node: Node, part: Node, after: string, source: string): string {
  return source.slice(node.start, part.start) + after + source.slice(part.end, node.end)
}

/** Another method in its place, or the list without its filter. */
function changeCall(node: Node, source: string): string | null {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return null
  const property = callee['property'] as Node
  const name = readText(property, source)
  if (name === 'filter') return readText(callee['object'], source)
  const other = calls.get(name)
  // Of one value or none, the least is the largest.
  if (other === undefined || !isSpreadOrSeveral(node['arguments'] as Node[], name)) return null
  return replacePart(node, property, other, source)
}

function isSpreadOrSeveral(parameters: readonly Node[], name: string): boolean {
  return name === 'some' || name === 'every' || parameters.length > 1 || parameters[0]?.type === 'SpreadElement'
}

/** `rows[0] ?? 0` often satisfies the compiler alone. */
function isUnreachableDefault(node: Node, parent: Node | null): boolean {
  return parent?.type === 'LogicalExpression' && parent['operator'] === '??' && parent['right'] === node
}

/** Large numbers change so much that a test of a limit can see it. */
function changeLiteral(value: unknown): string | null {
  if (typeof value === 'boolean') return String(!value)
  if (typeof value !== 'number') return null
  return Number.isInteger(value) && value < 10 ? String(value + 1) : String(value * 2)
}
