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
  type PythonFunction,
} from './python-source.ts'

/** A parser of argparse, or one of its subcommands. */
type Parser = {
  /** The word of a subcommand; null: it is none. */
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

/** Where code runs: the parsers that its names hold. */
type Scope = {
  readonly file: string
  readonly names: Map<string, Parser>
  /** Other names of modules and functions. */
  readonly aliases: Map<string, string>
  /** The class that `cls` and `self` mean; null: none. */
  readonly owner: PythonSymbol | null
}

/**
 * Parses the command lines that a module declares with argparse, in its own functions or those that it calls. Works on
 * source text with patterns and runs no Python: what the patterns do not match is left out.
 */
export function parseArgparse(modules: PythonModules, file: string): CommandLine[] {
  const all = readParsers(modules, file)
  const created = all.filter(({ isCreated, isParent }) => isCreated && !isParent)
  const roots = (created.length > 0 ? created : all).filter(
    (parser) => parser.hasSubcommands || parser.arguments.length > 0,
  )
  // Next to a parser with subcommands, others hold arguments that these share.
  const groups = roots.filter(({ hasSubcommands }) => hasSubcommands)
  return (groups.length > 0 ? groups : roots).flatMap((root) => {
    if (!root.hasSubcommands || !root.isCreated) return listLines(root)
    const added = all.filter(({ isCreated }) => !isCreated).flatMap(({ children }) => children)
    const own = [...root.children, ...added]
    if (own.length > 0) return listLines({ ...root, children: own })
    // Modules that are loaded by name add subcommands to a parser that they are given.
    const others = modules.listPackage(root.file).filter((path) => path !== root.file)
    const found = others.flatMap((path) => readParsers(modules, path)).filter(({ isCreated }) => !isCreated)
    return listLines({ ...root, children: found.flatMap(({ children }) => children) })
  })
}

/** The parsers that no other one has, of a module or of its functions that it does not call itself. */
function readParsers(modules: PythonModules, file: string): Parser[] {
  if (!/\badd_argument\(|ArgumentParser\(|\badd_parser\(/.test(modules.readSource(file))) return []
  return new ArgparseWalk(modules).walkModule(file)
}

function listLines(parser: Parser, words: readonly string[] = [], leading: readonly Argument[] = []): CommandLine[] {
  if (!parser.hasSubcommands && parser.children.length === 0)
    return [{ words, arguments: parser.arguments, file: parser.file, ...(leading.length > 0 && { leading }) }]
  const needed = [...leading, ...parser.arguments.filter(({ isRequired }) => isRequired)]
  return parser.children.flatMap((child) => listLines(child, [...words, child.word ?? ''], needed))
}

const statement =
  /(?:(?<![\w.])([\w.]+)[ \t]*(?::[^=\n()]+)?=[ \t]*)?(?<![\w.])([\w.]+)\(|^[ \t]*(\w+)[ \t]*=[ \t]*([\w.]+)[ \t]*$/gm

/** Follows the code of a program, and notes the parsers that it creates or adds to. */
class ArgparseWalk {
  readonly #modules: PythonModules
  /** Parsers that no `add_parser` created, by the function in which the walk started. */
  readonly #roots: { readonly parser: Parser; readonly start: string }[] = []
  /** Functions that another one calls. */
  readonly #called = new Set<string>()
  readonly #stack: string[] = []
  /** Parsers that the code of a module itself holds, by file. */
  readonly #held = new Map<string, Map<string, Parser>>()
  /** Functions that return no parser of their own. */
  readonly #idle = new Set<string>()
  #start = ''

  constructor(modules: PythonModules) {
    this.#modules = modules
  }

  walkModule(file: string): Parser[] {
    this.#readHeld(file)
    for (const item of this.#modules.readFunctions(file)) {
      this.#start = formatFunctionKey(file, item)
      this.#walk(item.body, createScope(file))
    }
    return this.#roots
      .filter(({ start }) => start.replace(/:\d+$/, '') === file && !this.#called.has(start))
      .map(({ parser }) => parser)
  }

  /** The parsers that the code of a module outside of functions holds by name. */
  #readHeld(file: string): Map<string, Parser> {
    const known = this.#held.get(file)
    if (known) return known
    const scope = createScope(file)
    this.#held.set(file, scope.names)
    const start = this.#start
    this.#start = file
    this.#walk(readModuleCode(this.#modules.readSource(file)), scope)
    this.#start = start
    return scope.names
  }

  /** The parser that a name holds in a function, in its module, or in the one it is imported from; undefined: none. */
  #findHeld(name: string, { file, names }: Scope): Parser | undefined {
    const own = names.get(name) ?? this.#readHeld(file).get(name)
    if (own || !/^\w+(?:\.\w+)?$/.test(name)) return own
    const symbol = this.#modules.resolve(file, name)
    return symbol.name && symbol.file !== file ? this.#readHeld(symbol.file).get(symbol.name) : undefined
  }

  /** Follows code from top to bottom; returns the parser that it returns, if any. */
  #walk(text: string, scope: Scope): Parser | null {
    const code = expandLoops(text, this.#modules.readSource(scope.file))
    let returned: Parser | null = null
    let done = 0
    for (const match of code.matchAll(statement)) {
      const [found, target = '', callee, alias = '', original = ''] = match
      if (match.index < done) continue
      if (callee === undefined) {
        this.#keepAlias(alias, original, scope)
        continue
      }
      const { parts, end } = readBalanced(code, match.index + found.length)
      // Parsers in `parents=[…]` are read with the call.
      if (/(?:ArgumentParser|add_parser)$/.test(callee)) done = end
      const parser = this.#applyCall(callee, parts, scope)
      if (!parser) continue
      scope.names.set(target, parser)
      if (/\breturn[ \t]+$/.test(code.slice(0, match.index))) returned = parser
    }
    return returned ?? this.#findReturned(code, scope)
  }

  #keepAlias(alias: string, original: string, scope: Scope): void {
    const held = this.#findHeld(original, scope)
    if (held) scope.names.set(alias, held)
    else scope.aliases.set(alias, original)
  }

  /** The parser of the last `return name`. */
  #findReturned(code: string, scope: Scope): Parser | null {
    const name = [...code.matchAll(/^[ \t]*return[ \t]+([\w.]+)[ \t]*$/gm)].at(-1)?.[1]
    return (name === undefined ? undefined : this.#findHeld(name, scope)) ?? null
  }

  /** What a call returns, if that is a parser, its groups or its subcommands. */
  #applyCall(name: string, parts: readonly string[], scope: Scope): Parser | null {
    const end = name.lastIndexOf('.')
    const [owner, method] = [name.slice(0, Math.max(end, 0)), name.slice(end + 1)]
    if (method.endsWith('ArgumentParser')) return this.#createParser({ word: null, isCreated: true }, parts, scope)
    const parser = owner === '' ? undefined : this.#findParser(owner, method, scope)
    if (!parser) return this.#callFunction(name, parts, scope)
    if (method === 'add_argument_group' || method === 'add_mutually_exclusive_group') return parser
    if (method === 'add_subparsers') {
      parser.hasSubcommands = true
      return parser
    }
    if (method === 'add_parser') return this.#addSubcommand(parser, parts, scope)
    // Configargparse has shorter names, which others use for something else.
    if (!['add', 'add_arg', 'add_argument'].includes(method)) return this.#callFunction(name, parts, scope)
    const argument = toArgument(parts)
    // A function may be walked through twice.
    const isKnown = parser.arguments.some(({ names }) => names.join(' ') === argument?.names.join(' '))
    if (argument && !isKnown) parser.arguments.push(argument)
    return null
  }

  #addSubcommand(parser: Parser, parts: readonly string[], scope: Scope): Parser | null {
    const word = this.#readText(listPositional(parts)[0] ?? readKeywordCode(parts, 'name') ?? '', scope)
    if (word === null) return null
    const child = this.#createParser({ word, isCreated: false }, parts, scope)
    parser.hasSubcommands = true
    parser.children.push(child)
    return child
  }

  /** The parser that a name holds. A name with a method of argparse is one that an unknown caller gives. */
  #findParser(name: string, method: string, scope: Scope): Parser | undefined {
    const held = this.#findHeld(name, scope)
    const isParser = /^add_(?:argument|argument_group|mutually_exclusive_group|subparsers|parser)$/.test(method)
    if (held || !isParser) return held
    const parser = this.#createParser({ word: null, isCreated: false }, [], scope)
    scope.names.set(name, parser)
    return parser
  }

  #createParser(kind: Pick<Parser, 'word' | 'isCreated'>, parts: readonly string[], scope: Scope): Parser {
    const listed = readKeywordCode(parts, 'parents') ?? ''
    const parents = readBalanced(listed, listed.indexOf('[') + 1).parts.flatMap((part) => {
      const [, name = '', bracket] = /^\s*([\w.]+)\s*(\()?/.exec(part) ?? []
      const parent = bracket ? this.#callFunction(name, [], scope) : this.#findHeld(name, scope)
      if (parent) parent.isParent = true
      return parent ? parent.arguments : []
    })
    const empty = { children: [], hasSubcommands: false, isParent: false }
    const parser: Parser = { ...kind, ...empty, file: scope.file, arguments: parents }
    if (kind.word === null) this.#roots.push({ parser, start: this.#start })
    return parser
  }

  /** Follows a call of a function of the repository that is given a parser, or that may return one. */
  #callFunction(name: string, parts: readonly string[], scope: Scope): Parser | null {
    const given = parts.flatMap((part, index) => {
      const [, keyword, value = ''] = /^\s*(?:(\w+)\s*=\s*)?([\w.]+)\s*$/.exec(part) ?? []
      const parser = value === '' ? undefined : this.#findHeld(value, scope)
      return parser ? [{ place: keyword ?? index, parser }] : []
    })
    const found = this.#findFunction(name, scope)
    if (!found) return null
    const key = formatFunctionKey(found.file, found.item)
    const isIdle = given.length === 0 && this.#idle.has(key)
    if (this.#stack.includes(key) || this.#stack.length > 8 || isIdle) return null
    const parameters = listParameterNames(found.item)
    const inner = createScope(found.file, found.owner)
    for (const { place, parser } of given) {
      const parameter = typeof place === 'string' ? place : parameters[place]
      if (parameter !== undefined) inner.names.set(parameter, parser)
    }
    const before = this.#roots.length
    this.#called.add(key)
    this.#stack.push(key)
    const result = this.#walk(found.item.body, inner)
    this.#stack.pop()
    if (given.length === 0 && this.#roots.length === before) this.#idle.add(key)
    return result
  }

  /** The function that a name such as `add_arguments`, `cls.add` or `Command.register` means. */
  #findFunction(name: string, scope: Scope): FoundFunction | null {
    const [first = '', ...rest] = name.split('.')
    if (['self', 'cls'].includes(first)) return scope.owner && this.#findMethod(scope.owner, rest.join('.'))
    const symbol = this.#modules.resolve(scope.file, [scope.aliases.get(first) ?? first, ...rest].join('.'))
    if (!symbol.name) return null
    const { file } = symbol
    const [owner = '', method = '__init__'] = symbol.name.split('.')
    if (this.#modules.readClasses(file).has(owner)) return this.#findMethod({ file, name: owner }, method)
    const item = this.#modules.findFunction(symbol)
    return item ? { file, item, owner: null } : null
  }

  /** A method of a class, `owner`, or of one that it inherits from. */
  #findMethod(symbol: PythonSymbol, name: string, owner = symbol): FoundFunction | null {
    const { file } = symbol
    const inside = this.#modules.readClasses(file).get(symbol.name ?? '')
    if (!inside) return null
    const item = this.#modules
      .readFunctions(file)
      .find((one) => one.name === name && one.start >= inside.start && one.start < inside.end)
    if (item) return { file, item, owner }
    const bases = inside.bases.flatMap((base) => (/^[\w.]+$/.test(base) ? this.#modules.resolve(file, base) : []))
    const others = bases.filter((base) => base.name !== null && base.name !== symbol.name)
    return others.map((base) => this.#findMethod(base, name, owner)).find(Boolean) ?? null
  }

  /** A plain text, or one that the class of the scope has under this name (`cls.name`); null: another expression. */
  #readText(code: string, { owner }: Scope): string | null {
    const [, key] = /^(?:self|cls)\.(\w+)$/.exec(code) ?? []
    const inside = key === undefined || !owner ? null : this.#modules.readClasses(owner.file).get(owner.name ?? '')
    if (!inside) return readLiteral(code)
    const form = new RegExp(`^[ \\t]+${key}[ \\t]*(?::[^=\\n]+)?=[ \\t]*["']([^"'\\n]+)["']`, 'm')
    return form.exec(inside.code)?.[1] ?? null
  }
}

type FoundFunction = { readonly file: string; readonly item: PythonFunction; readonly owner: PythonSymbol | null }

function createScope(file: string, owner: PythonSymbol | null = null): Scope {
  return { file, names: new Map(), aliases: new Map(), owner }
}

function formatFunctionKey(file: string, { start }: PythonFunction): string {
  return `${file}:${start}`
}

/** The names of parameters, without `self`. */
function listParameterNames({ parameters }: PythonFunction): string[] {
  const names = parameters.map((part) => /^\s*\**(\w+)/.exec(part)?.[1] ?? '')
  return ['self', 'cls'].includes(names[0] ?? '') ? names.slice(1) : names
}

const flagActions =
  /action\s*=\s*(?:["'](?:store_true|store_false|count|version|help)["']|[\w.]+\.BooleanOptionalAction)/

function toArgument(parts: readonly string[]): Argument | null {
  const names = listStrings(listPositional(parts).join(','))
  if (names.length === 0) return null
  const text = parts.join(',')
  const isPositional = !names[0]?.startsWith('-')
  return {
    names,
    isPositional,
    isRequired: isPositional ? !/nargs\s*=\s*["'][?*]["']/.test(text) : /required\s*=\s*True/.test(text),
    isFlag: flagActions.test(text),
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
    const filled = entries.map(({ word, code: held }) => {
      if (word === null) return replaceName(block, name, held ?? name)
      const plain = block
        .replaceAll(`{${name}}`, word)
        .replaceAll(new RegExp(`globals\\(\\)\\[${name}\\]`, 'g'), word.replaceAll('-', '_'))
      const named = replaceName(plain, name, JSON.stringify(word))
      return value === undefined || held === null ? named : replaceName(named, value, held)
    })
    return entries.length === 0 ? text : filled.join('\n')
  })
}

/** Replaces a name that is no attribute and is not assigned. */
function replaceName(text: string, name: string, code: string): string {
  return text.replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w|\\s*=[^=])`, 'g'), code)
}

/** The names of subcommands, and the code that the loop has for each. */
function listEntries(over: string, source: string): { readonly word: string | null; readonly code: string | null }[] {
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
