import type { Argument, CommandLine } from './command-line.ts'
import type { PythonModules, PythonSymbol } from './python-modules.ts'
import {
  listPositional,
  listStrings,
  readBalanced,
  readKeyword,
  readKeywordCode,
  readLiteral,
  readModuleCode,
  type PythonClass,
  type PythonFunction,
} from './python-source.ts'

/** A parser of argparse, or one of its subcommands. */
type Parser = {
  readonly word: string | null
  readonly file: string
  readonly arguments: Argument[]
  readonly children: Parser[]
  /** Whether the code creates it; otherwise the code only adds to it. */
  readonly isCreated: boolean
  /** Whether its subcommands are added to it. */
  hasSubcommands: boolean
  /** Whether its arguments are those of others (`parents=[…]`). */
  isParent: boolean
}

/** The state of a walk through the code of a program. */
type Walk = {
  readonly modules: PythonModules
  /** Parsers without a parent, by the function in which the walk started. */
  readonly roots: { readonly parser: Parser; readonly start: string }[]
  /** Functions that another one calls. */
  readonly called: Set<string>
  readonly stack: string[]
  /** Parsers that the code of a module itself holds, by file. */
  readonly held: Map<string, Map<string, Parser>>
  /** Functions that return no parser of their own. */
  readonly idle: Set<string>
  start: string
}

/** Code that runs from top to bottom, and the parsers that its names hold. */
type Scope = {
  readonly file: string
  readonly code: string
  readonly names: Map<string, Parser>
  /** Other names of modules and functions. */
  readonly aliases: Map<string, string>
  /** The class that `cls` and `self` mean; null: none. */
  readonly owner: PythonSymbol | null
}

/** Parses the command lines that a module declares with argparse, in its own functions or those that it calls. */
export function parseArgparse(modules: PythonModules, file: string): CommandLine[] {
  const all = walkModule(modules, file)
  const created = all.filter(({ isCreated, isParent }) => isCreated && !isParent)
  const roots = (created.length > 0 ? created : all).filter(
    (parser) => parser.hasSubcommands || parser.arguments.length > 0,
  )
  const groups = roots.filter(({ hasSubcommands }) => hasSubcommands)
  // Next to a parser with subcommands, others hold arguments that these share.
  const used = groups.length > 0 ? groups.map((root) => addForeignChildren(root, all, modules)) : roots
  return used.flatMap((root) => listLines(root, [], []))
}

function walkModule(modules: PythonModules, file: string): Parser[] {
  const source = modules.readSource(file)
  if (!/\badd_argument\(|ArgumentParser\(|\badd_parser\(/.test(source)) return []
  const walk: Walk = { modules, roots: [], called: new Set(), stack: [], held: new Map(), idle: new Set(), start: file }
  readHeld(file, walk)
  for (const item of modules.readFunctions(file)) {
    walk.start = formatFunctionKey(file, item)
    walkScope({ file, code: item.body, names: new Map(), aliases: new Map(), owner: null }, walk)
  }
  const isOwn = (start: string): boolean => start.replace(/:\d+$/, '') === file && !walk.called.has(start)
  return walk.roots.filter(({ start }) => isOwn(start)).map(({ parser }) => parser)
}

/** The parsers that the code of a module outside of functions holds by name. */
function readHeld(file: string, walk: Walk): Map<string, Parser> {
  const known = walk.held.get(file)
  if (known) return known
  const names = new Map<string, Parser>()
  walk.held.set(file, names)
  const { start } = walk
  walk.start = file
  const code = readModuleCode(walk.modules.readSource(file))
  walkScope({ file, code, names, aliases: new Map(), owner: null }, walk)
  walk.start = start
  return names
}

/** The parser that a name holds in a function, in its module, or in the one it is imported from; undefined: none. */
function findHeld(name: string, { file, names }: Scope, walk: Walk): Parser | undefined {
  const own = names.get(name) ?? readHeld(file, walk).get(name)
  if (own || !/^\w+(?:\.\w+)?$/.test(name)) return own
  const symbol = walk.modules.resolve(file, name)
  return symbol?.name && symbol.file !== file ? readHeld(symbol.file, walk).get(symbol.name) : undefined
}

function formatFunctionKey(file: string, { start }: PythonFunction): string {
  return `${file}:${start}`
}

/** Modules that are loaded by name add subcommands to a parser that they are given. */
function addForeignChildren(root: Parser, all: readonly Parser[], modules: PythonModules): Parser {
  if (!root.isCreated) return root
  const added = all.filter(({ isCreated }) => !isCreated).flatMap(({ children }) => children)
  const own = [...root.children, ...added]
  if (own.length > 0) return { ...root, children: own }
  const others = modules.listPackage(root.file).filter((path) => path !== root.file)
  const found = others.flatMap((path) => walkModule(modules, path)).filter(({ isCreated }) => !isCreated)
  return { ...root, children: found.flatMap(({ children }) => children) }
}

function listLines(parser: Parser, words: readonly string[], leading: readonly Argument[]): CommandLine[] {
  if (!parser.hasSubcommands && parser.children.length === 0)
    return [{ words, arguments: parser.arguments, file: parser.file, ...(leading.length > 0 && { leading }) }]
  const needed = [...leading, ...parser.arguments.filter(({ isRequired }) => isRequired)]
  return parser.children.flatMap((child) => listLines(child, [...words, child.word ?? ''], needed))
}

const statement =
  /(?:(?<![\w.])([\w.]+)[ \t]*(?::[^=\n()]+)?=[ \t]*)?(?<![\w.])([\w.]+)\(|^[ \t]*(\w+)[ \t]*=[ \t]*([\w.]+)[ \t]*$/gm

/** Follows the code of a function; returns the parser that it returns, if any. */
function walkScope(scope: Scope, walk: Walk): Parser | null {
  const code = expandLoops(scope.code, walk.modules.readSource(scope.file))
  let returned: Parser | null = null
  let done = 0
  for (const match of code.matchAll(statement)) {
    const [text, target = '', callee, alias = '', original = ''] = match
    if (match.index < done) continue
    if (callee === undefined) {
      keepAlias(alias, original, scope, walk)
      continue
    }
    const { parts, end } = readBalanced(code, match.index + text.length)
    // Parsers in `parents=[…]` are read with the call.
    if (/(?:ArgumentParser|add_parser)$/.test(callee)) done = end
    const parser = applyCall({ name: callee, parts }, scope, walk)
    if (!parser) continue
    scope.names.set(target, parser)
    if (/\breturn[ \t]+$/.test(code.slice(0, match.index))) returned = parser
  }
  return returned ?? findReturned(code, scope, walk)
}

/** The parser of the last `return name`. */
function findReturned(code: string, scope: Scope, walk: Walk): Parser | null {
  const name = [...code.matchAll(/^[ \t]*return[ \t]+([\w.]+)[ \t]*$/gm)].at(-1)?.[1]
  return (name === undefined ? undefined : findHeld(name, scope, walk)) ?? null
}

function keepAlias(alias: string, original: string, scope: Scope, walk: Walk): void {
  const held = findHeld(original, scope, walk)
  if (held) scope.names.set(alias, held)
  else scope.aliases.set(alias, original)
}

type Call = { readonly name: string; readonly parts: readonly string[] }

/** What a call returns, if that is a parser, its groups or its subcommands. */
function applyCall(call: Call, scope: Scope, walk: Walk): Parser | null {
  const { name, parts } = call
  const end = name.lastIndexOf('.')
  const [owner, method] = [name.slice(0, Math.max(end, 0)), name.slice(end + 1)]
  if (method.endsWith('ArgumentParser')) return createParser({ word: null, isCreated: true }, parts, scope, walk)
  // Configargparse has shorter names, which others use for something else.
  const parser = owner === '' ? undefined : findParser(owner, method, scope, walk)
  if (!parser) return callFunction(call, scope, walk)
  switch (method) {
    case 'add':
    case 'add_arg':
    case 'add_argument':
      addArgument(parser, parts)
      return null
    case 'add_argument_group':
    case 'add_mutually_exclusive_group':
      return parser
    case 'add_subparsers':
      parser.hasSubcommands = true
      return parser
    case 'add_parser':
      return addSubcommand(parser, parts, scope, walk)
    default:
      return callFunction(call, scope, walk)
  }
}

function addSubcommand(parser: Parser, parts: readonly string[], scope: Scope, walk: Walk): Parser | null {
  const word = readText(listPositional(parts)[0] ?? readKeywordCode(parts, 'name') ?? '', scope, walk)
  if (word === null) return null
  const child = createParser({ word, isCreated: false }, parts, scope, walk)
  parser.hasSubcommands = true
  parser.children.push(child)
  return child
}

/** The parser that a name holds. A name with a method of argparse is one that an unknown caller gives. */
function findParser(name: string, method: string, scope: Scope, walk: Walk): Parser | undefined {
  const held = findHeld(name, scope, walk)
  const isParser = /^add_(?:argument|argument_group|mutually_exclusive_group|subparsers|parser)$/.test(method)
  if (held || !isParser) return held
  const parser = createParser({ word: null, isCreated: false }, [], scope, walk)
  scope.names.set(name, parser)
  return parser
}

function createParser(
  { word, isCreated }: Pick<Parser, 'word' | 'isCreated'>,
  parts: readonly string[],
  scope: Scope,
  walk: Walk,
): Parser {
  const listed = readKeywordCode(parts, 'parents') ?? ''
  const parents = readBalanced(listed, listed.indexOf('[') + 1).parts.flatMap((part) => {
    const [, name = '', bracket] = /^\s*([\w.]+)\s*(\()?/.exec(part) ?? []
    const parser = bracket ? callFunction({ name, parts: [] }, scope, walk) : findHeld(name, scope, walk)
    if (parser) parser.isParent = true
    return parser ? parser.arguments : []
  })
  const parser = { word, file: scope.file, arguments: parents, children: [], isCreated, hasSubcommands: false }
  const created: Parser = { ...parser, isParent: false }
  if (word === null) walk.roots.push({ parser: created, start: walk.start })
  return created
}

/** Follows a call of a function of the repository that is given a parser, or that may return one. */
function callFunction({ name, parts }: Call, scope: Scope, walk: Walk): Parser | null {
  const given = parts.map((part) => {
    const [, key, value = ''] = /^\s*(?:(\w+)\s*=\s*)?([\w.]+)\s*$/.exec(part) ?? []
    return { key, parser: value === '' ? undefined : findHeld(value, scope, walk) }
  })
  const found = findFunction(name, scope, walk.modules)
  if (!found) return null
  const key = formatFunctionKey(found.file, found.item)
  const isGiven = given.some(({ parser }) => parser !== undefined)
  if (walk.stack.includes(key) || walk.stack.length > 8 || (!isGiven && walk.idle.has(key))) return null
  const parameters = found.item.parameters.map((part) => /^\s*\**(\w+)/.exec(part)?.[1] ?? '')
  const own = ['self', 'cls'].includes(parameters[0] ?? '') ? parameters.slice(1) : parameters
  const names = new Map(
    given.flatMap(({ key: keyword, parser }, index) => {
      const parameter = keyword ?? own[index]
      return parser && parameter !== undefined ? [[parameter, parser] as const] : []
    }),
  )
  const before = walk.roots.length
  walk.called.add(key)
  walk.stack.push(key)
  const inner = { file: found.file, code: found.item.body, names, aliases: new Map(), owner: found.owner }
  const result = walkScope(inner, walk)
  walk.stack.pop()
  if (!isGiven && walk.roots.length === before) walk.idle.add(key)
  return result
}

type FoundFunction = { readonly file: string; readonly item: PythonFunction; readonly owner: PythonSymbol | null }

/** The function that a name such as `add_arguments`, `cls.add` or `Command.register` means. */
function findFunction(name: string, scope: Scope, modules: PythonModules): FoundFunction | null {
  const [first = '', ...rest] = name.split('.')
  if (['self', 'cls'].includes(first))
    return scope.owner && findMethod(scope.owner, rest.join('.'), scope.owner, modules)
  const symbol = modules.resolve(scope.file, [scope.aliases.get(first) ?? first, ...rest].join('.'))
  if (!symbol?.name) return null
  const { file } = symbol
  const [owner = '', method = '__init__'] = symbol.name.split('.')
  if (modules.readClasses(file).has(owner))
    return findMethod({ file, name: owner }, method, { file, name: owner }, modules)
  const item = modules.readFunctions(file).find((one) => one.name === symbol.name)
  return item ? { file, item, owner: null } : null
}

/** A method of a class or of those that it inherits from. */
function findMethod(
  symbol: PythonSymbol,
  name: string,
  owner: PythonSymbol,
  modules: PythonModules,
): FoundFunction | null {
  const { file } = symbol
  const inside = modules.readClasses(file).get(symbol.name ?? '')
  if (!inside) return null
  const item = modules
    .readFunctions(file)
    .find((one) => one.name === name && one.start >= inside.start && one.start < inside.end)
  if (item) return { file, item, owner }
  return (
    listBases(symbol, inside, modules)
      .map((base) => findMethod(base, name, owner, modules))
      .find(Boolean) ?? null
  )
}

function listBases({ file, name }: PythonSymbol, { bases }: PythonClass, modules: PythonModules): PythonSymbol[] {
  const symbols = bases.map((base) => (/^[\w.]+$/.test(base) ? modules.resolve(file, base) : null))
  return symbols.filter((base): base is PythonSymbol => base !== null && base.name !== null && base.name !== name)
}

/** A plain text, or one that the class of the scope has under this name (`cls.name`); null: another expression. */
function readText(code: string, { owner }: Scope, walk: Walk): string | null {
  const [, key] = /^(?:self|cls)\.(\w+)$/.exec(code) ?? []
  const inside = key === undefined || !owner ? null : walk.modules.readClasses(owner.file).get(owner.name ?? '')
  if (!inside) return readLiteral(code)
  return (
    new RegExp(`^[ \\t]+${key}[ \\t]*(?::[^=\\n]+)?=[ \\t]*["']([^"'\\n]+)["']`, 'm').exec(inside.code)?.[1] ?? null
  )
}

/** Adds an argument, unless a function is walked through twice. */
function addArgument(parser: Parser, parts: readonly string[]): void {
  const argument = toArgument(parts)
  const isKnown = parser.arguments.some(({ names }) => names.join(' ') === argument?.names.join(' '))
  if (argument && !isKnown) parser.arguments.push(argument)
}

function toArgument(parts: readonly string[]): Argument | null {
  const names = listStrings(listPositional(parts).join(','))
  if (names.length === 0) return null
  const text = parts.join(',')
  const isPositional = !names[0]?.startsWith('-')
  const isOptionalPositional = /nargs\s*=\s*["'][?*]["']/.test(text)
  return {
    names,
    isPositional,
    isRequired: isPositional ? !isOptionalPositional : /required\s*=\s*True/.test(text),
    isFlag: /action\s*=\s*(?:["'](?:store_true|store_false|count|version|help)["']|[\w.]+\.BooleanOptionalAction)/.test(
      text,
    ),
    default: readKeyword(parts, 'default'),
    isNumber: readKeywordCode(parts, 'type') === 'int' && !/nargs\s*=/.test(text),
  }
}

/**
 * Writes out loops over the subcommands: over a list of names, of pairs, or the entries of a mapping from names to
 * functions or modules, also where a constant of the module holds them.
 */
function expandLoops(code: string, source: string): string {
  const loops =
    /^([ \t]*)for[ \t]+\(?(\w+)(?:[ \t]*,[ \t]*(\w+))?\)?[ \t]+in[ \t]+([^\n]+?):[ \t]*\n((?:\1[ \t]+[^\n]*\n|[ \t]*\n)*(?:\1[ \t]+[^\n]*$)?)/gm
  return code.replaceAll(loops, (...found: readonly string[]) => {
    const [text = '', , name = '', value, over = '', block = ''] = found
    const isCalled = new RegExp(`(?<![\\w.])${value ?? name}(?:\\.\\w+)?\\(`).test(block)
    const entries = isCalled || /add_parser\(/.test(block) ? listEntries(over, source) : []
    return entries.length === 0 ? text : entries.map((entry) => fillLoop(block, { name, value, ...entry })).join('\n')
  })
}

type LoopEntry = { readonly word: string | null; readonly code: string | null }

function listEntries(over: string, source: string): LoopEntry[] {
  const [, constant, isMapping] = /^(\w+)(\.items\(\)|\.keys\(\))?$/.exec(over.trim()) ?? []
  const place =
    constant === undefined ? null : new RegExp(`^[ \\t]*${constant}\\s*(?::[^=\\n]+)?=\\s*[([{]`, 'm').exec(source)
  const text = place ? readBalanced(source, place.index + place[0].length).parts.join(',') : over
  const pairs = [...text.matchAll(/["']([\w-]+)["']\s*[:,]\s*([A-Za-z_][\w.]*)/g)]
  if (pairs.length > 0 && (isMapping || /[:(]\s*["']|["']\s*:/.test(text)))
    return pairs.map(([, word = '', code = '']) => ({ word, code }))
  if (/^[\s[({]*["']/.test(text)) return listStrings(text).map((word) => ({ word, code: null }))
  // Classes or modules that add themselves.
  const names = /^[\s[(]*[A-Za-z_][\w.]*\s*,/.test(text) ? text.split(/[\s,[\]()]+/) : []
  return names.filter((one) => /^[A-Za-z_][\w.]*$/.test(one)).map((code) => ({ word: null, code }))
}

function fillLoop(
  block: string,
  { name, value, word, code }: LoopEntry & { readonly name: string; readonly value: string | undefined },
): string {
  if (word === null) return block.replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w|\\s*=[^=])`, 'g'), code ?? name)
  const named = block
    .replaceAll(`{${name}}`, word)
    .replaceAll(new RegExp(`globals\\(\\)\\[${name}\\]`, 'g'), word.replaceAll('-', '_'))
    .replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w|\\s*=[^=])`, 'g'), JSON.stringify(word))
  return value === undefined || code === null
    ? named
    : named.replaceAll(new RegExp(`(?<![\\w.])${value}(?!\\w|\\s*=[^=])`, 'g'), code)
}
