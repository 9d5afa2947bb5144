import { parseArgparse } from './argparse-commands.ts'
import { parseCommandTree, readTyperArguments } from './click-commands.ts'
import type { Argument, CommandLine } from './command-line.ts'
import { getFolder, joinPath, normalizePath, type Project } from './project.ts'
import type { PythonModules } from './python-modules.ts'
import {
  listCalls,
  parseParameters,
  readKeyword,
  readLiteral,
  readModuleCode,
  type Parameter,
} from './python-source.ts'

/**
 * Parses the command lines of a program that starts with a module: declared there, or in a module that it imports, with
 * argparse, click, typer or fire. The nearest module with a command line counts.
 */
export function readCommandLines(modules: PythonModules, entry: string): CommandLine[] {
  for (const file of modules.listReachable(entry)) {
    const lines = [
      ...parseArgparse(modules, file),
      ...parseCommandTree(modules, file, entry),
      // Parses the command lines of `typer.run(function)` in a module.
      ...[...modules.readSource(file).matchAll(/\btyper\.run\(([\w.]+)\)/g)].flatMap(([, name = '']): CommandLine[] => {
        const symbol = modules.resolve(file, name)
        const item = modules.findFunction(symbol)
        return item ? [{ words: [], arguments: readTyperArguments(item.parameters), file: symbol.file }] : []
      }),
      ...parseFire(modules, file),
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

/** Parses the command lines that `fire.Fire(function)` makes of functions. */
function parseFire({ readSource, readFunctions }: PythonModules, file: string): CommandLine[] {
  const functions = readFunctions(file)
  const code = [readModuleCode(readSource(file)), ...functions.map(({ body }) => body)].join('\n')
  return [...code.matchAll(/\bfire\.Fire\((\w+)/g)].flatMap(([, name]) =>
    functions
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

const hydraLimits: readonly (readonly [RegExp, string])[] = [
  [/^(?:max_|num_|n_|total_|train_)*(?:steps|iters|iterations)$/, '100'],
  [/^(?:max_|num_|n_|total_)*epochs$/, '1'],
]

/** Builds the overrides of a hydra program: its output directory, and few steps or one epoch. Null: no hydra program. */
export function buildHydraArguments({ texts }: Project, file: string) {
  const [call] = listCalls(texts.get(file) ?? '', /@hydra\.main\(/g)
  if (!call) return null
  const folder = readKeyword(call.parts, 'config_path') ?? '.'
  const name = readKeyword(call.parts, 'config_name') ?? 'config'
  const path = normalizePath(joinPath(getFolder(file), joinPath(folder, name))) ?? ''
  const keys = listKeys(texts.get(`${path}.yaml`) ?? texts.get(`${path}.yml`) ?? texts.get(path) ?? '')
  const [limit = null] = hydraLimits.flatMap(([form, value]) =>
    keys.filter((key) => form.test(key.split('.').at(-1) ?? '')).map((key) => `${key}=${value}`),
  )
  return { args: ['hydra.run.dir={output}', ...(limit === null ? [] : [limit])], limit }
}

/** Lists the keys of a YAML mapping and of the mappings directly in it, as `outer.inner`. */
function listKeys(text: string): string[] {
  let outer = ''
  return text.split('\n').flatMap((line) => {
    const [, indent = '', key = '', value = ''] = /^( *)([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (key === '') return []
    if (indent === '') outer = key
    if (value === '') return []
    return indent === '' ? [key] : indent.length <= 4 ? [`${outer}.${key}`] : []
  })
}
