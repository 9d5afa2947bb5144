import { getFolder, isBelow, joinPath, listFolders, type Project } from './project.ts'

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

/** A name of a module: the module itself where `name` is null. */
export type PythonSymbol = { readonly file: string; readonly name: string | null }

/** The Python modules of a repository, and what their names refer to. */
export type PythonModules = ReturnType<typeof createPythonModules>

const maxReachable = 400

/** Creates a view of the modules among the texts of a project; it reads no files, and parses each source once. */
export function createPythonModules(project: Pick<Project, 'paths' | 'texts'>) {
  const known = new Set(project.paths)
  const readSource = remember((file) => dropLongTexts(project.texts.get(file) ?? ''))
  const readFunctions = remember((file) => listFunctions(readSource(file)))
  const readImports = remember((file) => parseImports(readSource(file), file, known))
  /** What a name such as `predict` or `commands.predict` means in a module; names that are only imported are followed. */
  const resolve = (file: string, name: string, depth = 0): PythonSymbol => {
    const words = name.split('.')
    // The longest imported prefix counts: `import a.b` is used as `a.b.c`.
    const prefixes = words.map((_, index) => words.slice(0, words.length - index).join('.'))
    const prefix = prefixes.find((key) => readImports(file).has(key)) ?? ''
    const target = readImports(file).get(prefix)
    if (!target || depth > 8) return { file, name }
    const rest = name.slice(prefix.length + 1)
    if (target.name !== null) return resolve(target.file, [target.name, rest].filter(Boolean).join('.'), depth + 1)
    if (rest === '') return target
    const [first = '', ...inside] = rest.split('.')
    const inner = target.file.endsWith('__init__.py') ? findModule(target.file, `.${first}`, known) : null
    if (inner === null) return resolve(target.file, rest, depth + 1)
    return inside.length === 0 ? { file: inner, name: null } : resolve(inner, inside.join('.'), depth + 1)
  }
  return {
    /** Code of a module without long texts; empty for an unknown file. */
    readSource,
    readFunctions,
    /** A function, or the only method of this name in the module. */
    findFunction: ({ file, name }: PythonSymbol) => {
      const all = readFunctions(file).filter((one) => one.name === name?.replace(/^.*\./, ''))
      return name?.includes('.') && all.length > 1 ? undefined : all[0]
    },
    resolve: (file: string, name: string) => resolve(file, name),
    /** A module and all modules that it imports, directly or not: nearest first. */
    listReachable: remember((file) => {
      const found = new Set([file])
      for (const module of found) {
        if (found.size > maxReachable) break
        for (const { file: next } of orderByUse(readImports(module), readSource(module))) found.add(next)
      }
      return [...found]
    }),
    /** All modules of the outermost package of a file, or of its directory. */
    listPackage: remember((file) => {
      let folder = getFolder(file)
      while (folder !== '' && known.has(`${getFolder(folder)}/__init__.py`)) folder = getFolder(folder)
      return project.paths.filter((path) => path.endsWith('.py') && isBelow(path, folder))
    }),
  }
}

/** Computes the value of each file once. */
export function remember<Value>(read: (file: string) => Value): (file: string) => Value {
  const known = new Map<string, Value>()
  return (file) => {
    const value = known.has(file) ? (known.get(file) as Value) : read(file)
    known.set(file, value)
    return value
  }
}

/** What a module calls comes before what it only imports. */
function orderByUse(imports: ReadonlyMap<string, PythonSymbol>, source: string): PythonSymbol[] {
  const { called = [], other = [] } = Object.groupBy([...imports], ([name]) =>
    new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?:\\.\\w+)*\\(`).test(source) ? 'called' : 'other',
  )
  return [...called, ...other].map(([, symbol]) => symbol)
}

const importForm = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n(]+))|import[ \t]+([^\n]+))/gm

/** The imports of a module from the repository, by local name; also those inside of functions. */
function parseImports(source: string, file: string, known: ReadonlySet<string>): Map<string, PythonSymbol> {
  const found = [...source.matchAll(importForm)].flatMap(([, module, inBrackets, onLine, whole]) => {
    const parts = (inBrackets ?? onLine ?? whole ?? '').replaceAll(/#[^\n]*|\\/g, '').split(',')
    return parts.flatMap((part): [string, PythonSymbol][] => {
      const [, name = '', alias = name] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(part) ?? []
      if (name === '') return []
      const inner = findModule(file, module === undefined ? name : `${module.replace(/(?<=\w)$/, '.')}${name}`, known)
      if (inner !== null) return [[alias, { file: inner, name: null }]]
      const target = module === undefined ? null : findModule(file, module, known)
      return target === null ? [] : [[alias, { file: target, name }]]
    })
  })
  return new Map(found)
}

/** The file of a module as another one imports it: relative, from the root of its packages, or next to it. */
function findModule(file: string, module: string, known: ReadonlySet<string>): string | null {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0
  const inPackage = module.slice(dots).replaceAll('.', '/')
  const find = (folder: string): string | undefined => {
    const path = inPackage === '' ? folder : joinPath(folder, inPackage)
    return [`${path}.py`, joinPath(path, '__init__.py')].find((candidate) => known.has(candidate))
  }
  const folders = listFolders(getFolder(file))
  if (dots > 0) return find(folders[dots - 1] ?? '') ?? null
  if (inPackage === '') return null
  // The parent of the outermost package comes first: `import utils` inside of a package is no module next to it.
  const root = folders.findIndex((one) => one === '' || !known.has(`${one}/__init__.py`))
  return [...folders.slice(root), ...folders.slice(0, root)].map(find).find((path) => path !== undefined) ?? null
}
