import { parseArgparse } from './argparse-commands.ts'
import { parseCommandTree, parseTyperRun } from './click-commands.ts'
import { parseParameters, type Argument, type CommandLine, type Parameter } from './command-line.ts'
import type { PythonModules } from './python-modules.ts'
import { listFunctions, readLiteral, readModuleCode } from './python-source.ts'

/**
 * Parses the command lines of a program that starts with a module: declared there, or in a module that it imports, with
 * argparse, click, typer or fire. The nearest module with a command line counts.
 */
export function readCommandLines(modules: PythonModules, entry: string): CommandLine[] {
  for (const file of modules.listReachable(entry)) {
    const lines = [
      ...parseArgparse(modules, file),
      ...parseCommandTree(modules, file, entry),
      ...parseTyperRun(modules, file),
      ...parseFire(modules.readSource(file), file),
    ]
    if (lines.length > 0) return lines
  }
  return []
}

/** Whether a Python module reads arguments in any way. */
export function doesReadArguments(source: string): boolean {
  return /\b(?:sys\.argv|argparse|ArgumentParser|parse_args|HfArgumentParser|tyro|click|typer|fire|absl|simple_parsing|jsonargparse|docopt|hydra|configargparse)\b/.test(
    source,
  )
}

/** Parses the command lines that fire makes of functions; empty if the module does not call `fire.Fire(function)`. */
function parseFire(source: string, file: string): CommandLine[] {
  const code = [readModuleCode(source), ...listFunctions(source).map(({ body }) => body)].join('\n')
  return [...code.matchAll(/\bfire\.Fire\((\w+)/g)].flatMap(([, name = '']) =>
    listFunctions(source)
      .filter((item) => item.name === name)
      .map(({ parameters }) => ({ file, words: [], arguments: parseParameters(parameters).map(toFireArgument) })),
  )
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
