/** One declared argument of a command line. */
export type Argument = {
  /** `--output`, `-o`, or the name of a positional argument. */
  readonly names: readonly string[]
  readonly isPositional: boolean
  readonly isRequired: boolean
  /** Takes no value. */
  readonly isFlag: boolean
  /** Plain text or number; null: none, or an expression. */
  readonly default: string | null
  /** Written as one word, `--name=value`; absent: two words. */
  readonly isAssigned?: boolean
}

/** A command line: leading words (a subcommand, or none) and arguments. */
export type CommandLine = { readonly words: readonly string[]; readonly arguments: readonly Argument[] }

/** Parses the command lines that a Python module declares with argparse, click, typer or fire; empty: none. */
export function parseCommandLines(source: string): CommandLine[] {
  return [...parseArgparse(source), ...parseClick(source), ...parseTyper(source), ...parseFire(source)]
}

/** Whether a Python module reads arguments in any way. */
export function doesReadArguments(source: string): boolean {
  return /\b(?:sys\.argv|argparse|ArgumentParser|parse_args|HfArgumentParser|tyro|click|typer|fire|absl|simple_parsing|jsonargparse|docopt|hydra|configargparse)\b/.test(
    source,
  )
}

type Declared = { readonly parts: readonly string[]; readonly text: string; readonly names: readonly string[] }

/** The texts of a call that declares an argument, up to its closing bracket; null where it names none. */
function readDeclaration(source: string, start: number): Declared | null {
  const parts = splitBalanced(source, start)
  const names = listStrings(parts.filter((part) => !/^\s*\w+\s*=/.test(part)).join(','))
  return names.length > 0 ? { parts, text: parts.join(','), names } : null
}

function parseArgparse(source: string): CommandLine[] {
  const subcommands = new Map<string, string>()
  for (const call of source.matchAll(/(\w+)\s*=\s*\w+\.add_parser\(/g)) {
    const [name] = listStrings(splitBalanced(source, call.index + call[0].length).join(','))
    if (name && call[1]) subcommands.set(call[1], name)
  }
  const byParser = new Map<string, Argument[]>()
  for (const call of source.matchAll(/(\w+)\.add_argument\(/g)) {
    const declared = readDeclaration(source, call.index + call[0].length)
    const parser = call[1] ?? ''
    if (declared) byParser.set(parser, [...(byParser.get(parser) ?? []), toArgparseArgument(declared)])
  }
  const common = [...byParser].filter(([parser]) => !subcommands.has(parser)).flatMap(([, list]) => list)
  if (subcommands.size === 0) return common.length > 0 ? [{ words: [], arguments: common }] : []
  const needed = common.filter(({ isRequired }) => isRequired)
  return [...subcommands].map(([parser, word]) => ({
    words: [word],
    arguments: [...needed, ...(byParser.get(parser) ?? [])],
  }))
}

function toArgparseArgument({ parts, text, names }: Declared): Argument {
  const isPositional = !names[0]?.startsWith('-')
  const isOptionalPositional = /nargs\s*=\s*["'][?*]["']/.test(text)
  return {
    names,
    isPositional,
    isRequired: isPositional ? !isOptionalPositional : /required\s*=\s*True/.test(text),
    isFlag: /action\s*=\s*(?:["'](?:store_true|store_false|count|version)["']|\w+\.BooleanOptionalAction)/.test(text),
    default: readKeyword(parts, 'default'),
  }
}

/** Decorators precede their function. The subcommand is named by `@cli.command("predict")` or by the function. */
function parseClick(source: string): CommandLine[] {
  if (!/^\s*(?:import click|from click )/m.test(source)) return []
  const isGroup = /@(?:\w+\.)?group\(/.test(source)
  const blocks = source.split(/^(?:async )?def /m)
  return blocks.slice(0, -1).flatMap((block, index): CommandLine[] => {
    // Decorators of the next function are behind the last line that is neither indented nor one of them.
    const last = [...block.matchAll(/^(?![@\s)#])\S.*$/gm)].at(-1)
    const decorators = /^@/m.test(block) ? block.slice(last ? last.index + last[0].length : 0) : ''
    const command = /@(?:\w+\.)?command\(/.exec(decorators)
    if (!command) return []
    const [named] = listStrings(splitBalanced(decorators, command.index + command[0].length).join(','))
    const word = named ?? (/^\w+/.exec(blocks[index + 1] ?? '')?.[0] ?? '').replaceAll('_', '-')
    return [{ words: isGroup ? [word] : [], arguments: parseClickArguments(decorators) }]
  })
}

function parseClickArguments(decorators: string): Argument[] {
  return [...decorators.matchAll(/@(?:click\.)?(argument|option)\(/g)].flatMap((call): Argument[] => {
    const declared = readDeclaration(decorators, call.index + call[0].length)
    if (!declared) return []
    const { parts, text, names } = declared
    const isPositional = call[1] === 'argument'
    return [
      {
        names: isPositional ? names : names.filter((name) => name.startsWith('-')),
        isPositional,
        isRequired: isPositional ? !/required\s*=\s*False/.test(text) : /required\s*=\s*True/.test(text),
        isFlag: /is_flag\s*=\s*True|count\s*=\s*True/.test(text),
        default: readKeyword(parts, 'default'),
      },
    ]
  })
}

/** A parameter of a Python function. */
type Parameter = { readonly name: string; readonly annotation: string; readonly value: string | null }

/** Parses the command lines that typer makes of functions; empty if the module does not use typer. */
function parseTyper(source: string): CommandLine[] {
  if (!/^\s*(?:import typer|from typer )/m.test(source)) return []
  const decorated = /@\w+\.command\(([^)\n]*)\)\s*\n(?:@.*\n)*(?:async )?def (\w+)\(/g
  const commands = [...source.matchAll(decorated)].map((match) => ({
    word: listStrings(match[1] ?? '')[0] ?? (match[2] ?? '').replaceAll('_', '-'),
    parameters: parseParameters(source, match.index + match[0].length),
  }))
  const called = [...source.matchAll(/\btyper\.run\((\w+)\)/g)].flatMap(([, name = '']) => readFunction(source, name))
  const isGroup = commands.length > 1 || /@\w+\.callback\(/.test(source)
  return [
    ...commands.map(({ word, parameters }) => ({ words: isGroup ? [word] : [], parameters })),
    ...called.map((parameters) => ({ words: [], parameters })),
  ].map(({ words, parameters }) => ({ words, arguments: parameters.map(toTyperArgument) }))
}

/** Parses the command lines that fire makes of functions; empty if the module does not call `fire.Fire(function)`. */
function parseFire(source: string): CommandLine[] {
  return [...source.matchAll(/\bfire\.Fire\((\w+)/g)].flatMap(([, name = '']) =>
    readFunction(source, name).map((parameters) => ({ words: [], arguments: parameters.map(toFireArgument) })),
  )
}

/** The parameters of a top-level function, in a list; empty: there is no such function. */
function readFunction(source: string, name: string): Parameter[][] {
  const match = new RegExp(`^def ${name}\\(`, 'm').exec(source)
  return match ? [parseParameters(source, match.index + match[0].length)] : []
}

function parseParameters(source: string, start: number): Parameter[] {
  return splitBalanced(source, start).flatMap((part) => {
    const match = /^\s*(\w+)\s*(?::\s*([^=]*(?:\[[^]*\])?[^=]*?))?\s*(?:=\s*([^]*?))?\s*$/.exec(part)
    const name = match?.[1]
    return name === undefined ? [] : [{ name, annotation: match?.[2] ?? '', value: match?.[3] ?? null }]
  })
}

function toTyperArgument(parameter: Parameter): Argument {
  const { name, annotation, value } = parameter
  const declaration = /\btyper\.(Option|Argument)\(([^]*)\)/.exec(`${value ?? ''} ${annotation}`)
  const [kind, inside = ''] = [declaration?.[1], declaration?.[2]]
  const fallback = findTyperDefault(parameter, inside)
  const isPositional = kind === 'Argument' || (kind === undefined && value === null)
  return {
    names: isPositional ? [name] : listTyperNames(name, inside),
    isPositional,
    isRequired: fallback === null,
    isFlag: /\bbool\b/.test(annotation),
    default: fallback === null ? null : readLiteral(fallback),
  }
}

/** The default is the value, or the first argument of a value such as `typer.Option(10, "--epochs")`; null: none. */
function findTyperDefault({ value }: Parameter, inside: string): string | null {
  if (!value?.startsWith('typer.')) return value
  const [first = ''] = splitBalanced(`${inside})`, 0)
  return /^\s*(?:\.\.\.)?\s*$/.test(first) ? null : first
}

function listTyperNames(name: string, inside: string): string[] {
  const named = listStrings(inside).filter((text) => text.startsWith('-'))
  return named.length > 0 ? named : [`--${name.replaceAll('_', '-')}`]
}

function toFireArgument({ name, value }: Parameter): Argument {
  return {
    names: [`--${name}`],
    isPositional: false,
    isRequired: value === null && !name.startsWith('*'),
    isFlag: false,
    default: value === null ? null : readLiteral(value),
    isAssigned: true,
  }
}

const pythonTokens = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|#[^\n]*|[^]/g

/**
 * Splits the text from `start` to the closing bracket at the commas outside of inner brackets and strings. Comments are
 * removed.
 */
export function splitBalanced(source: string, start: number): string[] {
  const parts = ['']
  let depth = 1
  for (const [token] of source.slice(start).matchAll(pythonTokens)) {
    if ('([{'.includes(token)) depth += 1
    if (')]}'.includes(token)) depth -= 1
    if (depth === 0) break
    if (depth === 1 && token === ',') parts.push('')
    else if (!token.startsWith('#')) parts.push(`${parts.pop() ?? ''}${token}`)
  }
  return parts
}

/** Lists the contents of plain string literals in Python code. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}

/** Value of a keyword argument that is a plain text or number, without quotes; null: none, or an expression. */
export function readKeyword(parts: readonly string[], name: string): string | null {
  const found = parts.map((part) => new RegExp(`^\\s*${name}\\s*=(?!=)\\s*([^]*?)\\s*$`).exec(part)).find(Boolean)
  return found ? readLiteral(found[1] ?? '') : null
}

/** A plain text or number, without quotes; null for other expressions. */
export function readLiteral(text: string): string | null {
  const plain = text.trim()
  const [, double, single] = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)')$/.exec(plain) ?? []
  if (double !== undefined || single !== undefined) return double ?? single ?? ''
  return /^-?[\d_]+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(plain) ? plain.replaceAll('_', '') : null
}
