import { parseParameters, type Argument, type CommandLine, type Parameter } from './command-line.ts'
import type { PythonModules, PythonSymbol } from './python-modules.ts'
import {
  listPositional,
  listStrings,
  readBalanced,
  readKeyword,
  readKeywordCode,
  readLiteral,
  readModuleCode,
  splitBalanced,
  type PythonFunction,
} from './python-source.ts'

/** A command or group of click or typer. */
type Command = {
  /** Its file and name, as a key. */
  readonly key: string
  readonly file: string
  readonly isGroup: boolean
  readonly isTyper: boolean
  /** The name that its code gives it; null: none. */
  readonly word: string | null
  readonly arguments: readonly Argument[]
  readonly doubt?: string
}

/** A command in a group, and the name it has there; null: its own. */
type Link = { readonly group: string; readonly command: string; readonly word: string | null }

type Tree = { readonly commands: Map<string, Command>; readonly links: Link[] }

/**
 * Parses the command lines of the click or typer commands that a module declares or gives to a group. Their subcommands
 * may be in any module that the entry reaches, or in the same package.
 */
export function parseCommandTree(modules: PythonModules, file: string, entry: string): CommandLine[] {
  if (!hasFramework(modules.readSource(file))) return []
  const files = [...new Set([...modules.listReachable(entry), ...modules.listPackage(file)])]
  const tree: Tree = { commands: new Map(), links: [] }
  for (const one of files) if (hasFramework(modules.readSource(one))) readModule(one, modules, tree)
  for (const one of files) if (hasFramework(modules.readSource(one))) readLinks(one, modules, tree)
  addUnknownGroups(tree, modules)
  const inGroup = new Set(tree.links.map(({ command }) => command))
  const own = [...tree.commands.values()].filter((one) => one.file === file)
  const roots = own.filter(({ key }) => !inGroup.has(key))
  const groups = roots.filter(({ isGroup }) => isGroup)
  return (groups.length > 0 ? groups : roots).flatMap((root) => listRoot(root, tree))
}

/** A group that no known statement creates, such as the result of a function. */
function addUnknownGroups({ commands, links }: Tree, modules: PythonModules): void {
  for (const { group: key } of links) {
    const file = key.replace(/#.*$/, '')
    const group = { key, file, isGroup: true, isTyper: hasTyper(modules.readSource(file)), word: null, arguments: [] }
    if (!commands.has(key)) commands.set(key, group)
  }
}

function hasTyper(source: string): boolean {
  return /^\s*(?:import|from)\s+typer\b/m.test(source)
}

function hasFramework(source: string): boolean {
  return /^\s*(?:import|from)\s+(?:\w*click|typer)\b/m.test(source)
}

/** A typer program with one command and no callback has no subcommands. */
function listRoot(root: Command, tree: Tree): CommandLine[] {
  const links = tree.links.filter(({ group }) => group === root.key)
  const [only] = links
  const hasCallback = tree.commands.has(`${root.key}()`)
  const command = only && tree.commands.get(only.command)
  if (root.isTyper && links.length === 1 && !hasCallback && command && !command.isGroup)
    return listLines(command, { words: [], leading: [], tree })
  return listLines(root, { words: [], leading: [], tree })
}

type Position = { readonly words: readonly string[]; readonly leading: readonly Argument[]; readonly tree: Tree }

function listLines(command: Command, { words, leading, tree }: Position): CommandLine[] {
  const { key, file, isGroup, doubt } = command
  if (!isGroup)
    return [
      { words, arguments: command.arguments, file, ...(leading.length > 0 && { leading }), ...(doubt && { doubt }) },
    ]
  if (words.length > 4) return []
  const callback = tree.commands.get(`${key}()`)
  const required = [...command.arguments, ...(callback?.arguments ?? [])].filter(({ isRequired }) => isRequired)
  return tree.links.flatMap((link): CommandLine[] => {
    const inner = link.group === key ? tree.commands.get(link.command) : undefined
    if (!inner) return []
    const { doubt: _, ...named } = inner
    const word = link.word ?? inner.word ?? ''
    const next = link.word === null ? inner : named
    return listLines(next, { words: [...words, word].filter(Boolean), leading: [...leading, ...required], tree })
  })
}

/** Adds the groups that a module creates, and the commands and groups that it declares by decorators. */
function readModule(file: string, modules: PythonModules, tree: Tree): void {
  const source = modules.readSource(file)
  for (const match of source.matchAll(/^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*((?:[\w.]+\.)?(?:Typer|Group))\(/gm)) {
    const [text, name = '', maker = ''] = match
    const isTyper = maker.endsWith('Typer')
    const word = readKeyword(splitBalanced(source, match.index + text.length), 'name') ?? (isTyper ? null : name)
    const key = `${file}#${name}`
    tree.commands.set(key, { key, file, isGroup: true, isTyper, word, arguments: [] })
  }
  for (const item of modules.readFunctions(file))
    for (const decorator of listDecorators(item.decorators)) readDecorated(item, decorator, { file, modules, tree })
}

type TreeContext = { readonly file: string; readonly modules: PythonModules; readonly tree: Tree }

/** Adds a function that is decorated as a command, a group or a callback. */
function readDecorated(item: PythonFunction, { name, parts }: Decorator, { file, modules, tree }: TreeContext): void {
  const [, owner = '', kind] = /^(?:([\w.]+)\.)?(command|group|callback)$/.exec(name) ?? []
  if (kind === undefined) return
  const parent = owner === '' || isFramework(owner) ? null : toKey(modules.resolve(file, owner))
  const isTyper = parent !== null && hasTyper(modules.readSource(parent.replace(/#.*$/, '')))
  if (kind === 'callback') {
    const key = `${parent}()`
    if (parent !== null) tree.commands.set(key, { ...readCommand(item, parts, { file, modules, isTyper }), key })
    return
  }
  const key = `${file}#${item.name}`
  const isGroup = kind === 'group'
  tree.commands.set(key, { ...readCommand(item, parts, { file, modules, isTyper }), key, isGroup })
  if (parent !== null) tree.links.push({ group: parent, command: key, word: null })
}

function isFramework(owner: string): boolean {
  return /^(?:\w*click|typer)$/.test(owner)
}

function toKey(symbol: PythonSymbol | null): string | null {
  return symbol === null ? null : `${symbol.file}#${symbol.name ?? ''}`
}

type Decorator = { readonly name: string; readonly parts: readonly string[] }

function listDecorators(text: string): Decorator[] {
  return [...text.matchAll(/^[ \t]*@([\w.]+)(\()?/gm)].map((match) => ({
    name: match[1] ?? '',
    parts: match[2] ? splitBalanced(text, match.index + match[0].length) : [],
  }))
}

type CommandContext = { readonly file: string; readonly modules: PythonModules; readonly isTyper: boolean }

function readCommand(item: PythonFunction, parts: readonly string[], context: CommandContext): Omit<Command, 'key'> {
  const { file, isTyper } = context
  const given = readLiteral(listPositional(parts)[0] ?? readKeywordCode(parts, 'name') ?? '')
  const name = item.name.replaceAll('_', '-').toLowerCase()
  const short = name.replace(/-(?:command|cmd|group|grp)$/, '')
  const doubt =
    given === null && short !== name && !isTyper
      ? `its subcommand is \`${short}\` or \`${name}\`, by the version of click`
      : undefined
  return {
    file,
    isGroup: false,
    isTyper,
    word: given ?? name,
    arguments: isTyper ? readTyperArguments(item.parameters) : readClickArguments(item.decorators, context),
    ...(doubt !== undefined && { doubt }),
  }
}

/** Adds what calls give to groups. */
function readLinks(file: string, modules: PythonModules, tree: Tree): void {
  const context = { file, modules, tree }
  readAdded(context)
  readCalled(context)
  readLazy(context)
}

/** `group.add_command(command)` and `app.add_typer(app)`. */
function readAdded({ file, modules, tree }: TreeContext): void {
  const source = modules.readSource(file)
  for (const match of source.matchAll(/(?<![\w.])([\w.]+)\.add_(?:command|typer)\(/g)) {
    const parts = splitBalanced(source, match.index + match[0].length)
    const [first = '', second = ''] = listPositional(parts)
    const [group, command] = [match[1] ?? '', first].map((name) => toKey(modules.resolve(file, name)))
    if (group && command) tree.links.push({ group, command, word: readKeyword(parts, 'name') ?? readLiteral(second) })
  }
}

/** `app.command("name")(function)`. */
function readCalled({ file, modules, tree }: TreeContext): void {
  const source = modules.readSource(file)
  for (const match of source.matchAll(/(?<![\w.@])([\w.]+)\.command\(/g)) {
    const { parts, end } = readBalanced(source, match.index + match[0].length)
    const symbol = modules.resolve(file, /^\(([\w.]+)\)/.exec(source.slice(end))?.[1] ?? '')
    const item = symbol && modules.readFunctions(symbol.file).find((one) => one.name === symbol.name)
    const [group, key] = [toKey(modules.resolve(file, match[1] ?? '')), toKey(symbol)]
    if (!symbol || !item || group === null || key === null) continue
    const isTyper = tree.commands.get(group)?.isTyper ?? false
    tree.commands.set(key, { ...readCommand(item, parts, { file: symbol.file, modules, isTyper }), key })
    tree.links.push({ group, command: key, word: null })
  }
}

/** Groups that load their commands when they are needed: `lazy_subcommands={"predict": "package.predict.cli"}`. */
function readLazy({ file, modules, tree }: TreeContext): void {
  const source = modules.readSource(file)
  const lazy = /lazy\w*\s*=\s*\{/i.exec(source)
  const group = [...tree.commands.values()].find((one) => one.file === file && one.isGroup)
  if (!lazy || !group) return
  const entries = splitBalanced(source, lazy.index + lazy[0].length).join(',')
  for (const [, word = '', module = '', name = ''] of entries.matchAll(
    /["']([\w-]+)["']\s*:\s*["']([\w.]+)[.:](\w+)["']/g,
  )) {
    const command = [...tree.commands.keys()].find((key) => key.endsWith(`${module.replaceAll('.', '/')}.py#${name}`))
    if (command !== undefined) tree.links.push({ group: group.key, command, word })
  }
}

const clickDeclaration = /(?<![\w.])(?:[\w.]+\.)?(argument|option)\(/g

/** The arguments of decorators, also of those that the repository itself defines from options of click. */
function readClickArguments(decorators: string, { file, modules }: CommandContext): Argument[] {
  return listDecorators(decorators).flatMap(({ name, parts }): Argument[] => {
    const kind = /(?:^|\.)(argument|option)$/.exec(name)?.[1]
    if (kind !== undefined) return toClickArgument(kind, parts)
    const symbol = /(?:^|\.)(?:command|group|pass_\w+|version_option|help_option)$/.test(name)
      ? null
      : modules.resolve(file, name)
    return symbol?.name ? readSharedArguments(symbol, modules) : []
  })
}

function readSharedArguments({ file, name }: PythonSymbol, { readSource, readFunctions }: PythonModules): Argument[] {
  const source = readSource(file)
  const item = readFunctions(file).find((one) => one.name === name)
  const assigned = new RegExp(`^${name}[ \\t]*=[ \\t]*[^\\n]*`, 'm').exec(readModuleCode(source))
  const code = item?.body ?? (assigned ? readModuleCode(source).slice(assigned.index) : '')
  const declared = [...code.matchAll(clickDeclaration)].map((match) =>
    toClickArgument(match[1] ?? '', splitBalanced(code, match.index + match[0].length)),
  )
  return item ? declared.flat() : (declared[0] ?? [])
}

function toClickArgument(kind: string, parts: readonly string[]): Argument[] {
  const names = listStrings(listPositional(parts).join(','))
  if (names.length === 0) return []
  const text = parts.join(',')
  const isPositional = kind === 'argument'
  const hasDefault = readKeywordCode(parts, 'default') !== null || /nargs\s*=\s*-1/.test(text)
  return [
    {
      names: isPositional ? names : names.filter((one) => one.startsWith('-')).map((one) => one.split('/')[0] ?? one),
      isPositional,
      isRequired: isPositional
        ? !/required\s*=\s*False/.test(text) && (!hasDefault || /required\s*=\s*True/.test(text))
        : /required\s*=\s*True/.test(text),
      isFlag: /is_flag\s*=\s*True|count\s*=\s*True/.test(text) || names.some((one) => one.includes('/')),
      default: readKeyword(parts, 'default'),
      isNumber:
        /\btype\s*=\s*(?:int\b|(?:click\.)?(?:INT\b|IntRange\())/.test(text) && !/multiple\s*=\s*True/.test(text),
    },
  ]
}

/** The arguments that typer makes of the parameters of a function. */
function readTyperArguments(parameters: readonly string[]): Argument[] {
  return parseParameters(parameters)
    .filter(({ annotation }) => !/\bContext\b/.test(annotation))
    .map(toTyperArgument)
}

function toTyperArgument(parameter: Parameter): Argument {
  const { name, annotation, value } = parameter
  const declaration = /\b(?:typer\.)?(Option|Argument)\(([^]*)\)/.exec(`${value ?? ''} ${annotation}`)
  const [kind, inside = ''] = [declaration?.[1], declaration?.[2]]
  const fallback = findTyperDefault(parameter, inside)
  const isPositional = kind === 'Argument' || (kind === undefined && value === null)
  return {
    names: isPositional ? [name] : listTyperNames(name, inside),
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
  const [first = ''] = splitBalanced(`${inside})`, 0)
  return /^\s*(?:\.\.\.)?\s*$/.test(first) ? null : first
}

function listTyperNames(name: string, inside: string): string[] {
  const named = listStrings(inside).filter((text) => text.startsWith('-'))
  return named.length > 0 ? named : [`--${name.replaceAll('_', '-')}`]
}

/** Parses the command lines of `typer.run(function)` in a module. */
export function parseTyperRun(modules: PythonModules, file: string): CommandLine[] {
  const source = modules.readSource(file)
  return [...source.matchAll(/\btyper\.run\(([\w.]+)\)/g)].flatMap(([, name = '']): CommandLine[] => {
    const symbol = modules.resolve(file, name)
    const item = symbol && modules.readFunctions(symbol.file).find((one) => one.name === symbol.name)
    return item ? [{ words: [], arguments: readTyperArguments(item.parameters), file: symbol.file }] : []
  })
}
