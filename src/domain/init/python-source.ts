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

/** The arguments of a call, as code. */
export type PythonCall = {
  readonly positional: readonly string[]
  readonly keywords: ReadonlyMap<string, string>
  /** Position behind the closing bracket. */
  readonly end: number
}

/** Reads the arguments of a call from behind its opening bracket. */
export function readCall(source: string, start: number): PythonCall {
  const { parts, end } = readBalanced(source, start)
  const positional: string[] = []
  const keywords = new Map<string, string>()
  for (const part of parts) {
    const [, name, value = ''] = /^\s*(\w+)\s*=(?!=)\s*([^]*)$/.exec(part) ?? []
    if (name !== undefined) keywords.set(name, value.trim())
    else if (part.trim() !== '') positional.push(part.trim())
  }
  return { positional, keywords, end }
}

/** Lists the contents of plain string literals in Python code. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}

/** A plain text or number, without quotes; null for other expressions. */
export function readLiteral(text = ''): string | null {
  const [, double, single] = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)')$/.exec(text.trim()) ?? []
  if (double !== undefined || single !== undefined) return double ?? single ?? ''
  return /^\s*-?[\d_]+(?:\.\d*)?(?:e[+-]?\d+)?\s*$/i.test(text) ? text.trim().replaceAll('_', '') : null
}

/** A function or method of a module. */
export type PythonFunction = {
  readonly name: string
  /** Names, without `self` and `cls`. */
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
    const { parts, end: open } = readBalanced(source, match.index + text.length)
    // The body ends at the first line that is not indented deeper; brackets of a call may be.
    const after = new RegExp(`\\n(?!${indent}[ \\t]|[ \\t]*(?:\\n|#|$|[)\\]}]))`).exec(source.slice(open))
    const end = after ? open + after.index : source.length
    // Decorators are behind the last line of this indentation that is neither one of them nor part of one.
    const above = source.slice(before, match.index)
    const other = new RegExp(`^(?!${indent}[@)\\]}#\\s])[^\\n]*\\S[^\\n]*$`, 'gm')
    const last = [...above.matchAll(other)].at(-1)
    const decorators = /^[ \t]*@[^]*/m.exec(last ? above.slice(last.index + last[0].length) : above)?.[0] ?? ''
    const names = parts.flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? [])
    const parameters = names.filter((one) => one !== 'self' && one !== 'cls')
    functions.push({ name, parameters, body: source.slice(open, end), decorators, start: match.index, end })
  }
  return functions
}

/** The code of a module outside of its functions. */
export function readModuleCode(source: string, functions = listFunctions(source)): string {
  const starts = [0, ...functions.map(({ end }) => end)]
  return starts.map((start, index) => source.slice(start, functions[index]?.start)).join('\n')
}
