import type { Argument, CommandLine } from './command-line.ts'
import type { PythonModules, PythonSymbol } from './python-modules.ts'
import {
  listCalls,
  listPositional,
  listStrings,
  parseParameters,
  readBalanced,
  readKeyword,
  readKeywordCode,
  readLiteral,
  readModuleCode,
  type Parameter,
  type PythonFunction,
} from './python-source.ts'

/** A command or group of click or typer. */
type Command = {
  readonly file: string
  readonly isGroup: boolean
  readonly isTyper: boolean
  /** The name that its code gives it; null: none. */
  readonly word: string | null
  readonly arguments: readonly Argument[]
  readonly doubt?: string
}

/**
 * Parses the command lines of the click or typer commands that a module declares or gives to a group. Their subcommands
 * may be in any module that the entry reaches, or in the same package.
 */
export function parseCommandTree(modules: PythonModules, file: string, entry: string): CommandLine[] {
  if (!hasFramework(modules.readSource(file))) return []
  const all = [...new Set([...modules.listReachable(entry), ...modules.listPackage(file)])]
  const tree = new CommandTree(modules)
  const files = all.filter((one) => hasFramework(modules.readSource(one)))
  for (const one of files) tree.readDeclared(one)
  for (const one of files) tree.readLinks(one)
  return tree.listRoots(file)
}

function hasFramework(source: string): boolean {
  return /^\s*(?:import|from)\s+(?:\w*click|typer)\b/m.test(source)
}

/** The commands of a program by keys, which are made of their file and name; the callback of a group has brackets behind. */
class CommandTree {
  readonly #modules: PythonModules
  readonly #commands = new Map<string, Command>()
  /** Commands in groups, and the names they have there; null: their own. */
  readonly #links: { readonly group: string; readonly command: string; readonly word: string | null }[] = []

  constructor(modules: PythonModules) {
    this.#modules = modules
  }

  /** Adds the groups that a module creates, and the commands and groups that it declares by decorators. */
  readDeclared(file: string): void {
    const makers = /^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*((?:[\w.]+\.)?(?:Typer|Group))\(/gm
    for (const { first: name, second: maker, parts } of listCalls(this.#modules.readSource(file), makers)) {
      const isTyper = maker.endsWith('Typer')
      const word = readKeyword(parts, 'name') ?? (isTyper ? null : name)
      this.#commands.set(`${file}#${name}`, { file, isGroup: true, isTyper, word, arguments: [] })
    }
    for (const item of this.#modules.readFunctions(file))
      for (const decorator of listDecorators(item.decorators)) this.#readDecorated(file, item, decorator)
  }

  /** Adds a function that is decorated as a command, a group or a callback. */
  #readDecorated(file: string, item: PythonFunction, { name, parts }: Decorator): void {
    const [, owner = '', kind] = /^(?:([\w.]+)\.)?(command|group|callback)$/.exec(name) ?? []
    if (kind === undefined) return
    const group = owner === '' || /^(?:\w*click|typer)$/.test(owner) ? null : this.#findKey(file, owner)
    const isTyper = group !== null && this.#isTyper(group)
    const command = { ...this.#readCommand(item, parts, { file, isTyper }), isGroup: kind === 'group' }
    if (kind === 'callback') {
      if (group !== null) this.#commands.set(`${group}()`, command)
      return
    }
    const key = `${file}#${item.name}`
    this.#commands.set(key, command)
    if (group !== null) this.#links.push({ group, command: key, word: null })
  }

  #findKey(file: string, name: string): string {
    const symbol = this.#modules.resolve(file, name)
    return `${symbol.file}#${symbol.name ?? ''}`
  }

  /** Whether the module of a key uses typer. */
  #isTyper(key: string): boolean {
    return /^\s*(?:import|from)\s+typer\b/m.test(this.#modules.readSource(key.replace(/#.*$/, '')))
  }

  #readCommand(
    { name: original, parameters, decorators }: PythonFunction,
    parts: readonly string[],
    { file, isTyper }: Pick<Command, 'file' | 'isTyper'>,
  ): Command {
    const given = readLiteral(listPositional(parts)[0] ?? readKeywordCode(parts, 'name') ?? '')
    const name = original.replaceAll('_', '-').toLowerCase()
    const short = name.replace(/-(?:command|cmd|group|grp)$/, '')
    const doubt = `its subcommand is \`${short}\` or \`${name}\`, by the version of click`
    return {
      file,
      isGroup: false,
      isTyper,
      word: given ?? name,
      arguments: isTyper ? readTyperArguments(parameters) : this.#readClickArguments(decorators, file),
      ...(given === null && short !== name && !isTyper && { doubt }),
    }
  }

  /** Adds what calls give to groups. */
  readLinks(file: string): void {
    const source = this.#modules.readSource(file)
    this.#readAdded(file, source)
    this.#readCalled(file, source)
    this.#readLazy(file, source)
  }

  /** `group.add_command(command)` and `app.add_typer(app)`. */
  #readAdded(file: string, source: string): void {
    for (const { first: group, parts } of listCalls(source, /(?<![\w.])([\w.]+)\.add_(?:command|typer)\(/g)) {
      const [command = '', second = ''] = listPositional(parts)
      const word = readKeyword(parts, 'name') ?? readLiteral(second)
      this.#links.push({ group: this.#findKey(file, group), command: this.#findKey(file, command), word })
    }
  }

  /** `app.command("name")(function)`. */
  #readCalled(file: string, source: string): void {
    for (const { first, parts, end } of listCalls(source, /(?<![\w.@])([\w.]+)\.command\(/g)) {
      const name = /^\(([\w.]+)\)/.exec(source.slice(end))?.[1] ?? ''
      const symbol = this.#modules.resolve(file, name)
      const item = this.#modules.findFunction(symbol)
      if (!item) continue
      const [group, command] = [this.#findKey(file, first), this.#findKey(file, name)]
      const isTyper = this.#commands.get(group)?.isTyper ?? false
      this.#commands.set(command, this.#readCommand(item, parts, { file: symbol.file, isTyper }))
      this.#links.push({ group, command, word: null })
    }
  }

  /** Groups that load their commands when they are needed: `lazy_subcommands={"predict": "package.predict.cli"}`. */
  #readLazy(file: string, source: string): void {
    const [lazy] = listCalls(source, /lazy\w*\s*=\s*\{/gi)
    const [group] = [...this.#commands].find(([, one]) => one.file === file && one.isGroup) ?? []
    if (!lazy || group === undefined) return
    const entries = /["']([\w-]+)["']\s*:\s*["']([\w.]+)[.:](\w+)["']/g
    for (const [, word = '', module = '', name = ''] of lazy.parts.join(',').matchAll(entries)) {
      const end = `${module.replaceAll('.', '/')}.py#${name}`
      const command = [...this.#commands.keys()].find((key) => key.endsWith(end))
      if (command !== undefined) this.#links.push({ group, command, word })
    }
  }

  /** The arguments of decorators, also of those that the repository itself defines from options of click. */
  #readClickArguments(decorators: string, file: string): Argument[] {
    return listDecorators(decorators).flatMap(({ name, parts }): Argument[] => {
      const kind = /(?:^|\.)(argument|option)$/.exec(name)?.[1]
      if (kind !== undefined) return toClickArgument(kind, parts)
      const isOther = /(?:^|\.)(?:command|group|pass_\w+|version_option|help_option)$/.test(name)
      return isOther ? [] : this.#readSharedArguments(this.#modules.resolve(file, name))
    })
  }

  #readSharedArguments(symbol: PythonSymbol): Argument[] {
    if (!symbol.name) return []
    const outside = readModuleCode(this.#modules.readSource(symbol.file))
    const item = this.#modules.findFunction(symbol)
    const assigned = new RegExp(`^${symbol.name}[ \\t]*=[ \\t]*[^\\n]*`, 'm').exec(outside)
    const code = item?.body ?? (assigned ? outside.slice(assigned.index) : '')
    const declared = listCalls(code, /(?<![\w.])(?:[\w.]+\.)?(argument|option)\(/g)
    return (item ? declared : declared.slice(0, 1)).flatMap(({ first: kind, parts }) => toClickArgument(kind, parts))
  }

  /** The command lines of the commands of a module that are in no group. */
  listRoots(file: string): CommandLine[] {
    // A group that no known statement creates, such as the result of a function.
    for (const { group } of this.#links)
      if (!this.#commands.has(group)) {
        const unknown = { isGroup: true, isTyper: this.#isTyper(group), word: null, arguments: [] }
        this.#commands.set(group, { ...unknown, file: group.replace(/#.*$/, '') })
      }
    const inGroup = new Set(this.#links.map(({ command }) => command))
    const roots = [...this.#commands].filter(([key, one]) => one.file === file && !inGroup.has(key))
    const groups = roots.filter(([, { isGroup }]) => isGroup)
    return (groups.length > 0 ? groups : roots).flatMap(([key, root]) => {
      const [link, ...others] = this.#links.filter(({ group }) => group === key)
      const only = link && others.length === 0 ? this.#commands.get(link.command) : undefined
      // A typer program with one command and no callback has no subcommands.
      const isPlain = root.isTyper && only && !only.isGroup && !this.#commands.has(`${key}()`)
      return link && isPlain ? this.#listLines(link.command, only, []) : this.#listLines(key, root, [])
    })
  }

  #listLines(
    key: string,
    { file, isGroup, doubt, arguments: own }: Command,
    words: readonly string[],
    leading: readonly Argument[] = [],
  ): CommandLine[] {
    if (!isGroup)
      return [{ words, arguments: own, file, ...(leading.length > 0 && { leading }), ...(doubt && { doubt }) }]
    if (words.length > 4) return []
    const callback = this.#commands.get(`${key}()`)
    const required = [...own, ...(callback?.arguments ?? [])].filter(({ isRequired }) => isRequired)
    return this.#links.flatMap((link): CommandLine[] => {
      const inner = link.group === key ? this.#commands.get(link.command) : undefined
      if (!inner) return []
      const { doubt: _, ...named } = inner
      const path = [...words, link.word ?? inner.word ?? ''].filter(Boolean)
      return this.#listLines(link.command, link.word === null ? inner : named, path, [...leading, ...required])
    })
  }
}

type Decorator = { readonly name: string; readonly parts: readonly string[] }

function listDecorators(text: string): Decorator[] {
  return [...text.matchAll(/^[ \t]*@([\w.]+)(\()?/gm)].map((match) => ({
    name: match[1] ?? '',
    parts: match[2] ? readBalanced(text, match.index + match[0].length).parts : [],
  }))
}

function toClickArgument(kind: string, parts: readonly string[]): Argument[] {
  const names = listStrings(listPositional(parts).join(','))
  if (names.length === 0) return []
  const text = parts.join(',')
  const isPositional = kind === 'argument'
  const hasDefault = readKeywordCode(parts, 'default') !== null || /nargs\s*=\s*-1/.test(text)
  const isOptional = isPositional && (hasDefault || /required\s*=\s*False/.test(text))
  return [
    {
      names: isPositional ? names : names.filter((one) => one.startsWith('-')).map((one) => one.split('/')[0] ?? one),
      isPositional,
      isRequired: /required\s*=\s*True/.test(text) || (isPositional && !isOptional),
      isFlag: /is_flag\s*=\s*True|count\s*=\s*True/.test(text) || names.some((one) => one.includes('/')),
      default: readKeyword(parts, 'default'),
      isNumber:
        /\btype\s*=\s*(?:int\b|(?:click\.)?(?:INT\b|IntRange\())/.test(text) && !/multiple\s*=\s*True/.test(text),
    },
  ]
}

/** The arguments that typer makes of the parameters of a function. */
export function readTyperArguments(parameters: readonly string[]): Argument[] {
  return parseParameters(parameters)
    .filter(({ annotation }) => !/\bContext\b/.test(annotation))
    .map(toTyperArgument)
}

function toTyperArgument(parameter: Parameter): Argument {
  const { name, annotation, value } = parameter
  const form = /\b(?:typer\.)?(Option|Argument)\(([^]*)\)/
  const [, kind, inside = ''] = form.exec(`${value ?? ''} ${annotation}`) ?? []
  const fallback = findTyperDefault(parameter, inside)
  const isPositional = kind === 'Argument' || (kind === undefined && value === null)
  const named = listStrings(inside).filter((text) => text.startsWith('-'))
  const option = named.length > 0 ? named : [`--${name.replaceAll('_', '-')}`]
  return {
    names: isPositional ? [name] : option,
    isPositional,
    isRequired: fallback === null,
    isFlag: /\bbool\b/.test(annotation),
    isNumber: /\bint\b/.test(annotation) && !/\b(?:list|tuple)\b/i.test(annotation),
    default: fallback === null ? null : readLiteral(fallback),
  }
}

/** The default is the value, or the first argument of a value such as `typer.Option(10, "--epochs")`; null: none. */
function findTyperDefault({ value }: Parameter, inside: string): string | null {
  if (value === null || !/^(?:typer\.)?(?:Option|Argument)\(/.test(value)) return value
  const [first = ''] = readBalanced(`${inside})`, 0).parts
  return /^\s*(?:\.\.\.)?\s*$/.test(first) ? null : first
}
