import type { Argument, CommandLine } from './command-line.ts'
import { parseFire, parseTyper } from './python-signatures.ts'
import { readBalanced, readKeyword, listStrings, splitBalanced } from './python-text.ts'

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

function parseArgparse(source: string): CommandLine[] {
  const subcommands = new Map<string, string>()
  for (const call of source.matchAll(/(\w+)\s*=\s*\w+\.add_parser\(/g)) {
    const [name] = listStrings(readBalanced(source, call.index + call[0].length))
    if (name && call[1]) subcommands.set(call[1], name)
  }
  const byParser = new Map<string, Argument[]>()
  for (const call of source.matchAll(/(\w+)\.add_argument\(/g)) {
    const argument = parseArgparseArgument(splitBalanced(source, call.index + call[0].length))
    const parser = call[1] ?? ''
    if (argument) byParser.set(parser, [...(byParser.get(parser) ?? []), argument])
  }
  const common = [...byParser].filter(([parser]) => !subcommands.has(parser)).flatMap(([, list]) => list)
  if (subcommands.size === 0) return common.length > 0 ? [{ words: [], arguments: common }] : []
  const needed = common.filter(({ isRequired }) => isRequired)
  return [...subcommands].map(([parser, word]) => ({
    words: [word],
    arguments: [...needed, ...(byParser.get(parser) ?? [])],
  }))
}

function parseArgparseArgument(parts: readonly string[]): Argument | null {
  const text = parts.join(',')
  const names = listStrings(parts.filter((part) => !/^\s*\w+\s*=/.test(part)).join(','))
  if (names.length === 0) return null
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
    const decorators = block.slice(block.search(/^@/m) < 0 ? block.length : findLastDecorators(block))
    const command = /@(?:\w+\.)?command\(/.exec(decorators)
    if (!command) return []
    const [named] = listStrings(readBalanced(decorators, command.index + command[0].length))
    const word = named ?? (/^\w+/.exec(blocks[index + 1] ?? '')?.[0] ?? '').replaceAll('_', '-')
    return [{ words: isGroup ? [word] : [], arguments: parseClickArguments(decorators) }]
  })
}

/** Finds the start of the decorators of the next function: after the last unindented line that is no decorator. */
function findLastDecorators(block: string): number {
  const first = [...block.matchAll(/^(?![@\s)#])\S.*$/gm)].at(-1)
  return first ? first.index + first[0].length : 0
}

function parseClickArguments(decorators: string): Argument[] {
  return [...decorators.matchAll(/@(?:click\.)?(argument|option)\(/g)].flatMap((call): Argument[] => {
    const parts = splitBalanced(decorators, call.index + call[0].length)
    const text = parts.join(',')
    const names = listStrings(parts.filter((part) => !/^\s*\w+\s*=/.test(part)).join(','))
    if (names.length === 0) return []
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
