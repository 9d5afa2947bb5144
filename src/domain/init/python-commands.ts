import type { Argument, CommandLine } from './command-line.ts'
import {
  readBalanced,
  listStrings,
  readCall,
  readLiteral,
  readModuleCode,
  type PythonCall,
  type PythonFunction,
  remember,
  type PythonModules,
  type PythonSymbol,
} from './python-source.ts'

/**
 * A parser of argparse, a command or group of click, or a parameter that is given one: its arguments and
 * subcommands are those of all that it is given to.
 */
type Command = {
  readonly file: string
  /** Its name; empty: none. */
  word: string
  /** Its arguments in their order, and others whose arguments and subcommands it has too. */
  readonly items: (Argument | Command)[]
  /** Subcommands, and their names where these are not their own. */
  readonly children: { readonly word: string | null; readonly command: Command }[]
  /** Has subcommands, which may be unknown. */
  isGroup: boolean
  /** Created by known code, and no parameter or unknown name. */
  isCreated: boolean
  /** Part of another one. */
  isInner: boolean
  /** Why its name is not certain. */
  doubt?: string
}

/**
 * Reads the command lines of a program that starts with a module: declared there, or in a module that it imports, with
 * argparse or click. The nearest module with a command line counts. Works on source text with patterns and runs no
 * Python. Not read: other libraries such as typer and fire, and subcommands that a loop over texts, a class hierarchy or
 * a module that is loaded by name creates; the program is incomplete then, and the user gives its arguments to `init -- COMMAND`.
 */
export function readCommandLines(modules: PythonModules, entry: string): CommandLine[] {
  const program = new PythonProgram(modules)
  for (const file of modules.listReachable(entry)) {
    const lines = program.listCommandLines(file)
    if (lines.length > 0) return lines
  }
  return []
}

/** Where code runs: the commands that its names hold. */
type Scope = {
  readonly file: string
  readonly names: Map<string, Command>
  /** The function; absent: the code of the module. */
  readonly item?: PythonFunction
}

const statement = /(?:\breturn[ \t]+|(?<![\w.])([\w.]+)[ \t]*(?::[^=\n()]+)?=[ \t]*)?(?<![\w.@])([\w.]+)\(/gm
const declares = /\badd_argument|ArgumentParser\(|\badd_parser\(|\badd_command\(|\.command\(/
const click = /^\s*(?:import|from)\s+\w*click\b/m

/** The commands that the modules of a program declare. */
class PythonProgram {
  readonly #modules: PythonModules
  readonly #commands: Command[] = []
  readonly #held = remember(() => new Map<string, Command>())
  readonly #readModules = new Set<string>()
  /** What functions return, by their places. */
  readonly #returned = new Map<string, Command | null>()

  constructor(modules: PythonModules) {
    this.#modules = modules
  }

  /** The command lines that a module declares. */
  listCommandLines(file: string): CommandLine[] {
    this.#readModule(file)
    // Commands of click add themselves to a group, also in modules that are loaded by name.
    if (click.test(this.#modules.readSource(file)))
      for (const other of [...this.#modules.listReachable(file), ...this.#modules.listPackage(file)])
        if (click.test(this.#modules.readSource(other))) this.#readModule(other)
    const own = this.#commands
      .filter((one) => one.file === file && !one.isInner)
      .map((command) => ({ command, ...flatten(command) }))
      .filter(({ args, children, command, isGroup }) => args.length + children.length > 0 || isGroup || command.word)
    const created = own.filter(({ command }) => command.isCreated)
    const roots = created.length > 0 ? created : own
    // Next to a group, others hold arguments that its commands share.
    const groups = roots.filter(({ isGroup }) => isGroup)
    return (groups.length > 0 ? groups : roots).flatMap(({ command }) => listLines(command))
  }

  #create(file: string, properties: Partial<Command> = {}): Command {
    const flags = { isGroup: false, isCreated: false, isInner: false }
    const command = { file, word: '', items: [], children: [], ...flags, ...properties }
    this.#commands.push(command)
    return command
  }

  #readModule(file: string): void {
    const source = this.#modules.readSource(file)
    if (this.#readModules.has(file) || !declares.test(source)) return
    this.#readModules.add(file)
    const functions = this.#modules.readFunctions(file)
    this.#read(readModuleCode(source, functions), { file, names: this.#held(file) })
    if (click.test(source)) for (const item of functions) this.#readDecorators(file, item)
    for (const item of functions) if (declares.test(item.body)) this.#readFunction(file, item)
  }

  /** The command that a name of a module holds, created where it is not known yet. */
  #open({ file, name }: PythonSymbol): Command {
    const known = this.#held(file).get(name ?? '')
    const command = known ?? this.#create(file)
    this.#held(file).set(name ?? '', command)
    return command
  }

  #addChild(group: Command, command: Command, word: string | null = null): void {
    group.isGroup = true
    command.isInner = true
    group.children.push({ word, command })
  }

  /** Reads a function that is decorated as a command or a group of click. */
  #readDecorators(file: string, item: PythonFunction): void {
    const name = item.name.replaceAll('_', '-').toLowerCase()
    const short = name.replace(/-(?:command|cmd|group|grp)$/, '')
    for (const { name: decorator, call } of listDecorators(item.decorators)) {
      const [, owner = '', kind] = /^(?:([\w.]+)\.)?(command|group)$/.exec(decorator) ?? []
      if (kind === undefined) continue
      const command = this.#open({ file, name: item.name })
      const given = readLiteral(call.positional[0] ?? call.keywords.get('name'))
      Object.assign(command, { word: given ?? name, isCreated: true, isGroup: command.isGroup || kind === 'group' })
      command.items.push(...this.#listArguments(file, item))
      if (given === null && short !== name)
        command.doubt = `its subcommand is \`${short}\` or \`${name}\`, by the version of click`
      if (!/^(?:\w*click|)$/.test(owner)) this.#addChild(this.#open(this.#modules.resolve(file, owner)), command)
    }
  }

  /** The arguments of the decorators of a function, also of those that the repository defines. */
  #listArguments(file: string, { decorators }: PythonFunction): Argument[] {
    return listDecorators(decorators).flatMap(({ name, call }): Argument[] => {
      if (/(?:^|\.)(?:argument|option)$/.test(name)) return toArgument(call)
      if (/(?:^|\.)(?:command|group|pass_\w+|version_option|help_option)$/.test(name)) return []
      const symbol = this.#modules.resolve(file, name)
      const shared = this.#modules.findFunction(symbol)?.body
      const code = shared ?? readModuleCode(this.#modules.readSource(symbol.file))
      const start = shared === undefined ? `^${symbol.name ?? '$'}[ \\t]*=[ \\t]*` : '(?<![\\w.])'
      const form = new RegExp(`${start}(?:\\w*click\\.)?(?:argument|option)\\(`, 'gm')
      return [...code.matchAll(form)].flatMap((match) => toArgument(readCall(code, match.index + match[0].length)))
    })
  }

  /** Reads the body of a function once; returns the parser that it returns, if any. */
  #readFunction(file: string, item: PythonFunction): Command | null {
    const key = `${file}:${item.start}`
    if (!this.#returned.has(key)) {
      this.#returned.set(key, null)
      this.#returned.set(key, this.#read(item.body, { file, item, names: new Map() }))
    }
    return this.#returned.get(key) ?? null
  }

  /** The names for which a loop of the module stands, also where a constant holds these; else the name itself. */
  #listLooped(file: string, name: string): string[] {
    const source = this.#modules.readSource(file)
    const loop = new RegExp(`\\bfor[ \\t]+${name}[ \\t]+in[ \\t]+(?:(\\w+)|[[(]([\\w.,\\s]+)[\\])]):`).exec(source)
    const constant = new RegExp(`^${loop?.[1] ?? '$'}[ \\t]*=[ \\t]*[[(]([\\w.,\\s]+)[\\])]`, 'm').exec(source)
    return (loop?.[2] ?? constant?.[1] ?? name).split(',').map((one) => one.trim())
  }

  /** Follows code from top to bottom; returns the parser that it returns, if any. */
  #read(code: string, scope: Scope): Command | null {
    let returned: Command | null = null
    let done = 0
    for (const { 0: text, 1: target, 2: callee = '', index } of code.matchAll(statement)) {
      if (index < done) continue
      const call = readCall(code, index + text.length)
      const command = this.#apply(callee, call, scope)
      if (command && target !== undefined) scope.names.set(target, command)
      if (command && text.startsWith('return')) returned = command
      // What is in the call of a parser is read with it.
      if (/(?:ArgumentParser|add_parser|add_argument)$/.test(callee)) done = call.end
    }
    return returned ?? this.#find(/^[ \t]*return[ \t]+([\w.]+)[ \t]*$(?![^]*\breturn\b)/m.exec(code)?.[1] ?? '', scope)
  }

  /** The command that a name holds in a function, in its module, or in the one it is imported from. */
  #find(name: string, { file, names, item }: Scope): Command | null {
    const own = names.get(name) ?? (item && this.#findParameter(file, item, name)) ?? this.#held(file).get(name)
    if (own || !/^[A-Za-z_][\w.]*$/.test(name)) return own ?? null
    const symbol = this.#modules.resolve(file, name)
    if (symbol.file === file) return null
    this.#readModule(symbol.file)
    return this.#held(symbol.file).get(symbol.name ?? '') ?? null
  }

  #findParameter(file: string, { parameters, start }: PythonFunction, name: string): Command | undefined {
    return parameters.includes(name) ? this.#open({ file, name: `${start}(${name})` }) : undefined
  }

  /** What a call returns, if that is a parser, its groups or its subcommands. */
  #apply(callee: string, call: PythonCall, scope: Scope): Command | null {
    const place = callee.lastIndexOf('.')
    const [owner, method] = [callee.slice(0, Math.max(place, 0)), callee.slice(place + 1)]
    if (method.endsWith('ArgumentParser')) return this.#createParser(call, scope, { isCreated: true })
    if (method !== 'add_command' || !click.test(this.#modules.readSource(scope.file)))
      return this.#extendParser(owner, method, call, scope) ?? this.#follow(callee, call, scope)
    const [group, command] = [owner, call.positional[0] ?? ''].map((name) => this.#modules.resolve(scope.file, name))
    const word = readLiteral(call.keywords.get('name') ?? call.positional[1])
    if (group && command) this.#addChild(this.#open(group), this.#open(command), word)
    return null
  }

  #createParser({ keywords }: PythonCall, scope: Scope, properties: Partial<Command>): Command {
    const listed = keywords.get('parents') ?? ''
    const parents = readBalanced(listed, listed.indexOf('[') + 1).parts.flatMap((part) => {
      const [, name = '', bracket] = /^\s*([\w.]+)\s*(\()?/.exec(part) ?? []
      return (bracket ? this.#follow(name, readCall('', 0), scope) : this.#find(name, scope)) ?? []
    })
    for (const parent of parents) parent.isInner = true
    return this.#create(scope.file, { ...properties, items: parents })
  }

  /** A method of a parser. A name with a method of argparse is a parser that an unknown caller gives. */
  #extendParser(owner: string, method: string, call: PythonCall, scope: Scope): Command | undefined {
    const form = /^add_(?:argument|argument_group|mutually_exclusive_group|subparsers|parser)$/
    if (owner === '' || !form.test(method)) return undefined
    const parser = this.#find(owner, scope) ?? this.#create(scope.file)
    scope.names.set(owner, parser)
    if (method === 'add_argument') parser.items.push(...toArgument(call))
    parser.isGroup ||= /parsers?$/.test(method)
    if (method !== 'add_parser') return parser
    const word = readLiteral(call.positional[0] ?? call.keywords.get('name'))
    const child = this.#createParser(call, scope, { word: word ?? '', isInner: true })
    if (word !== null) parser.children.push({ word, command: child })
    return child
  }

  /** Follows a call of a function of the repository that is given a parser, or that may return one. */
  #follow(callee: string, call: PythonCall, scope: Scope): Command | null {
    const given = [...call.positional.entries(), ...call.keywords].map(
      ([place, value]) => [place, /^[\w.]+$/.test(value) ? this.#find(value, scope) : null] as const,
    )
    const isGiven = given.some(([, parser]) => parser)
    const rest = callee.replace(/^\w+/, '')
    let result: Command | null = null
    for (const name of this.#listLooped(scope.file, callee.slice(0, callee.length - rest.length))) {
      const symbol = this.#modules.resolve(scope.file, `${name}${rest}`)
      const item = this.#modules.findFunction(symbol)
      if (!item || !(isGiven || declares.test(this.#modules.readSource(symbol.file)))) continue
      result = this.#readFunction(symbol.file, item)
      for (const [place, parser] of given) {
        const parameter = typeof place === 'string' ? place : (item.parameters[place] ?? '')
        const inside = parser && this.#findParameter(symbol.file, item, parameter)
        if (!inside) continue
        share(parser, inside)
        if (result === inside) result = parser
      }
    }
    return result
  }
}

/** Adds the arguments and subcommands of a parameter to a parser that it is given. */
function share(parser: Command, parameter: Command): void {
  parameter.isInner = true
  if (parser !== parameter && !parser.items.includes(parameter)) parser.items.push(parameter)
}

/** A command with what it has of others. */
type Flat = { readonly args: Argument[]; readonly children: Command['children']; isGroup: boolean }

function flatten({ items, children, isGroup }: Command, outer: readonly Command[] = []): Flat {
  const flat: Flat = { args: [], children: [...children], isGroup }
  for (const item of items) {
    if (!('items' in item)) flat.args.push(item)
    else if (!outer.includes(item)) {
      const inner = flatten(item, [...outer, item])
      flat.args.push(...inner.args)
      flat.children.push(...inner.children)
      flat.isGroup ||= inner.isGroup
    }
  }
  return flat
}

function listLines(
  command: Command,
  words: readonly string[] = [],
  leading: readonly Argument[] = [],
  doubt?: string,
): CommandLine[] {
  const { args, children, isGroup } = flatten(command)
  if (isGroup && children.length === 0)
    return [{ words, arguments: [], file: command.file, doubt: 'its subcommands are not known' }]
  if (!isGroup)
    return [
      { words, arguments: args, file: command.file, ...(leading.length > 0 && { leading }), ...(doubt && { doubt }) },
    ]
  if (words.length > 4) return []
  const required = [...leading, ...args.filter(({ isRequired }) => isRequired)]
  return children.flatMap(({ word, command: child }) =>
    listLines(child, [...words, word ?? child.word].filter(Boolean), required, word === null ? child.doubt : ''),
  )
}

function listDecorators(text: string): { readonly name: string; readonly call: PythonCall }[] {
  return [...text.matchAll(/^[ \t]*@([\w.]+)(\()?/gm)].map((match) => ({
    name: match[1] ?? '',
    call: match[2] ? readCall(text, match.index + match[0].length) : readCall('', 0),
  }))
}

const flagActions = /^["'](?:store_true|store_false|count|version|help)["']$|\bBooleanOptionalAction$/

/** An argument as argparse and click declare it, by names and keywords; empty: its names are not texts. */
function toArgument({ positional, keywords }: PythonCall): Argument[] {
  const words = positional.flatMap(listStrings)
  const options = words.filter((word) => word.startsWith('-')).map((word) => word.split('/')[0] ?? word)
  const isPositional = options.length === 0
  const has = (name: string, form: RegExp): boolean => form.test(keywords.get(name) ?? '')
  const isTrue = (...names: readonly string[]): boolean => names.some((name) => has(name, /^True$/))
  const isOptional = keywords.has('default') || has('nargs', /^["'][?*]|^-1$/) || has('required', /^False$/)
  const isSwitch = words.some((word) => word.startsWith('-') && word.includes('/'))
  const isMultiple = keywords.has('nargs') || isTrue('multiple')
  const argument = {
    names: isPositional ? words : options,
    isPositional,
    isRequired: isTrue('required') || (isPositional && !isOptional),
    isFlag: has('action', flagActions) || isTrue('is_flag', 'count') || isSwitch,
    default: readLiteral(keywords.get('default')),
    isNumber: has('type', /^(?:int$|(?:click\.)?(?:INT$|IntRange\())/) && !isMultiple,
  }
  return words.length === 0 ? [] : [argument]
}
