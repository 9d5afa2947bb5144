import type { Argument, CommandLine } from './command-line.ts'
import { listStrings, readLiteral, splitBalanced } from './python-text.ts'

/** A parameter of a Python function. */
type Parameter = { readonly name: string; readonly annotation: string; readonly value: string | null }

/** Parses the command lines that typer makes of functions; empty if the module does not use typer. */
export function parseTyper(source: string): CommandLine[] {
  if (!/^\s*(?:import typer|from typer )/m.test(source)) return []
  const decorated = /@\w+\.command\(([^)\n]*)\)\s*\n(?:@.*\n)*(?:async )?def (\w+)\(/g
  const commands = [...source.matchAll(decorated)].map((match) => ({
    word: listStrings(match[1] ?? '')[0] ?? (match[2] ?? '').replaceAll('_', '-'),
    start: match.index + match[0].length,
  }))
  const called = [...source.matchAll(/\btyper\.run\((\w+)\)/g)].flatMap((match) => findFunction(source, match[1] ?? ''))
  const isGroup = commands.length > 1 || /@\w+\.callback\(/.test(source)
  return [
    ...commands.map(({ word, start }) => ({
      words: isGroup ? [word] : [],
      arguments: parseParameters(source, start).map(toTyperArgument),
    })),
    ...called.map((start) => ({ words: [], arguments: parseParameters(source, start).map(toTyperArgument) })),
  ]
}

/** Parses the command lines that fire makes of functions; empty if the module does not call `fire.Fire(function)`. */
export function parseFire(source: string): CommandLine[] {
  return [...source.matchAll(/\bfire\.Fire\((\w+)/g)].flatMap((match) =>
    findFunction(source, match[1] ?? '').map((start) => ({
      words: [],
      arguments: parseParameters(source, start).map(toFireArgument),
    })),
  )
}

/** Start of the parameters of a top-level function; empty: there is no such function. */
function findFunction(source: string, name: string): number[] {
  const match = new RegExp(`^def ${name}\\(`, 'm').exec(source)
  return match ? [match.index + match[0].length] : []
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
