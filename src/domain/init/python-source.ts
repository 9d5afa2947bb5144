/**
 * Python code without the content of docstrings and other texts in triple quotes, which could look like code. Texts keep
 * their quotes.
 */
export function dropLongTexts(source: string): string {
  return source.replaceAll(/("""|''')(?:\\[^]|(?!\1)[^\\])*\1/g, '""')
}

const pythonTokens = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|#[^\n]*|[^]/g

/** The parts of a text in brackets, split at its commas, and the position behind its closing bracket. */
export type Balanced = { readonly parts: string[]; readonly end: number }

/**
 * Splits the text from `start` to the closing bracket at the commas outside of inner brackets and strings. Comments are
 * removed.
 */
export function readBalanced(source: string, start: number): Balanced {
  const parts = ['']
  let depth = 1
  let end = start
  const tokens = new RegExp(pythonTokens)
  tokens.lastIndex = start
  for (let match = tokens.exec(source); match && depth > 0; match = depth > 0 ? tokens.exec(source) : null) {
    const [token] = match
    end = tokens.lastIndex
    if ('([{'.includes(token)) depth += 1
    if (')]}'.includes(token)) depth -= 1
    if (depth === 0) break
    if (depth === 1 && token === ',') parts.push('')
    else if (!token.startsWith('#')) parts.push(`${parts.pop() ?? ''}${token}`)
  }
  return { parts, end }
}

/** The parts of `readBalanced` alone. */
export function splitBalanced(source: string, start: number): string[] {
  return readBalanced(source, start).parts
}

/** Lists the contents of plain string literals in Python code. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}

const keyword = /^\s*\w+\s*=(?!=)/

/** The arguments of a call that are given by position. */
export function listPositional(parts: readonly string[]): string[] {
  return parts.filter((part) => !keyword.test(part) && part.trim() !== '').map((part) => part.trim())
}

/** Code of a keyword argument; null: it is not given. */
export function readKeywordCode(parts: readonly string[], name: string): string | null {
  const found = parts.map((part) => new RegExp(`^\\s*${name}\\s*=(?!=)\\s*([^]*?)\\s*$`).exec(part)).find(Boolean)
  return found?.[1] ?? null
}

/** Value of a keyword argument that is a plain text or number, without quotes; null: none, or an expression. */
export function readKeyword(parts: readonly string[], name: string): string | null {
  const code = readKeywordCode(parts, name)
  return code === null ? null : readLiteral(code)
}

/** A plain text or number, without quotes; null for other expressions. */
export function readLiteral(text: string): string | null {
  const plain = text.trim()
  const [, double, single] = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)')$/.exec(plain) ?? []
  if (double !== undefined || single !== undefined) return double ?? single ?? ''
  return /^-?[\d_]+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(plain) ? plain.replaceAll('_', '') : null
}

/** A function or method of a module. */
export type PythonFunction = {
  readonly name: string
  /** Code between the brackets of its parameters, split at commas. */
  readonly parameters: readonly string[]
  /** Code of its body, with the functions in it. */
  readonly body: string
  /** Decorators directly above it. */
  readonly decorators: string
  /** Position of its first line in the module. */
  readonly start: number
  readonly end: number
}

/** Lists the functions and methods of a module that are in no other function, in their order. */
export function listFunctions(source: string): PythonFunction[] {
  const functions: PythonFunction[] = []
  for (const match of source.matchAll(/^([ \t]*)(?:async )?def (\w+)\(/gm)) {
    const [text, indent = '', name = ''] = match
    if (match.index < (functions.at(-1)?.end ?? 0)) continue
    const { parts: parameters, end: open } = readBalanced(source, match.index + text.length)
    // The body ends at the first line that is not indented deeper; brackets of a call may be.
    const rest = source.slice(open)
    const after = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*(?:\\n|#|$|[)\\]}]))`).exec(rest)
    const end = after ? open + after.index : source.length
    const decorators = readDecorators(source.slice(functions.at(-1)?.end ?? 0, match.index), indent)
    functions.push({ name, parameters, body: source.slice(open, end), decorators, start: match.index, end })
  }
  return functions
}

/** Decorators are behind the last line of this indentation that is neither one of them nor part of one. */
function readDecorators(above: string, indent: string): string {
  const other = new RegExp(`^(?!${indent}[@)\\]}#\\s])[^\\n]*\\S[^\\n]*$`, 'gm')
  const last = [...above.matchAll(other)].at(-1)
  const decorators = last ? above.slice(last.index + last[0].length) : above
  const first = decorators.search(/^[ \t]*@/m)
  return first < 0 ? '' : decorators.slice(first)
}

/** A class of a module: what it inherits from, and its code. */
export type PythonClass = {
  readonly bases: readonly string[]
  readonly start: number
  readonly end: number
  readonly code: string
}

/** The classes of a module by name. */
export function listClasses(source: string): Map<string, PythonClass> {
  const classes = new Map<string, PythonClass>()
  for (const match of source.matchAll(/^([ \t]*)class (\w+)\b(?:\(([^)]*)\))?[^\n]*\n/gm)) {
    const [text, indent = '', name = '', bases = ''] = match
    const after = source.slice(match.index + text.length).search(new RegExp(`^(?!${indent}[ \\t])[ \\t]*\\S`, 'm'))
    const end = after < 0 ? source.length : match.index + text.length + after
    const inherited = bases.split(',').map((base) => base.trim())
    classes.set(name, { bases: inherited, start: match.index, end, code: source.slice(match.index, end) })
  }
  return classes
}

/** The code of a module outside of its functions. */
export function readModuleCode(source: string): string {
  let end = 0
  const parts = listFunctions(source).map((item) => {
    const part = source.slice(end, item.start)
    end = item.end
    return part
  })
  return [...parts, source.slice(end)].join('\n')
}
