/**
 * Python code without the content of docstrings and other texts in triple quotes, which could look like code. Texts keep
 * their quotes.
 */
export function dropLongTexts(source: string): string {
  return source.replaceAll(/("""|''')(?:\\[^]|(?!\1)[^\\])*\1/g, '""')
}

const pythonTokens = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|#[^\n]*|[^]/g

/**
 * Splits the text from `start` to the closing bracket at the commas outside of inner brackets and strings; `end` is
 * behind the bracket. Comments are removed.
 */
export function readBalanced(source: string, start: number): { readonly parts: string[]; readonly end: number } {
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

/** The places where a form, which ends with an opening bracket, is found, with what is between the brackets. */
export function listCalls(source: string, form: RegExp) {
  return [...source.matchAll(form)].map((match) => {
    const [, first = '', second = ''] = match
    return { first, second, ...readBalanced(source, match.index + match[0].length) }
  })
}

/** Lists the contents of plain string literals in Python code. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}

/** The arguments of a call that are given by position. */
export function listPositional(parts: readonly string[]): string[] {
  return parts.filter((part) => !/^\s*\w+\s*=(?!=)/.test(part) && part.trim() !== '').map((part) => part.trim())
}

/** Code of a keyword argument; null: it is not given. */
export function readKeywordCode(parts: readonly string[], name: string): string | null {
  const found = parts.map((part) => new RegExp(`^\\s*${name}\\s*=(?!=)\\s*([^]*?)\\s*$`).exec(part)).find(Boolean)
  return found?.[1] ?? null
}

/** Value of a keyword argument that is a plain text or number, without quotes; null: none, or an expression. */
export function readKeyword(parts: readonly string[], name: string): string | null {
  return readLiteral(readKeywordCode(parts, name) ?? '')
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
    const before = functions.at(-1)?.end ?? 0
    if (match.index < before) continue
    const { parts: parameters, end: open } = readBalanced(source, match.index + text.length)
    // The body ends at the first line that is not indented deeper; brackets of a call may be.
    const after = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*(?:\\n|#|$|[)\\]}]))`).exec(source.slice(open))
    const end = after ? open + after.index : source.length
    // Decorators are behind the last line of this indentation that is neither one of them nor part of one.
    const above = source.slice(before, match.index)
    const other = new RegExp(`^(?!${indent}[@)\\]}#\\s])[^\\n]*\\S[^\\n]*$`, 'gm')
    const last = [...above.matchAll(other)].at(-1)
    const decorators = /^[ \t]*@[^]*/m.exec(last ? above.slice(last.index + last[0].length) : above)?.[0] ?? ''
    functions.push({ name, parameters, body: source.slice(open, end), decorators, start: match.index, end })
  }
  return functions
}

/** A parameter of a function. */
export type Parameter = { readonly name: string; readonly annotation: string; readonly value: string | null }

/** Reads the parameters of a function from the code between its brackets. */
export function parseParameters(parts: readonly string[]): Parameter[] {
  return parts.flatMap((part) => {
    const match = /^\s*(\w+)\s*(?::\s*([^=]*(?:\[[^]*\])?[^=]*?))?\s*(?:=\s*([^]*?))?\s*$/.exec(part)
    const name = match?.[1]
    return name === undefined ? [] : [{ name, annotation: match?.[2] ?? '', value: match?.[3] ?? null }]
  })
}

/** The classes of a module by name: what they inherit from, and their code. */
export function listClasses(source: string) {
  const classes = [...source.matchAll(/^([ \t]*)class (\w+)\b(?:\(([^)]*)\))?[^\n]*\n/gm)].map((match) => {
    const [text, indent = '', name = '', bases = ''] = match
    const after = source.slice(match.index + text.length).search(new RegExp(`^(?!${indent}[ \\t])[ \\t]*\\S`, 'm'))
    const end = after < 0 ? source.length : match.index + text.length + after
    const inherited = bases.split(',').map((base) => base.trim())
    return [name, { bases: inherited, start: match.index, end, code: source.slice(match.index, end) }] as const
  })
  return new Map(classes)
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
