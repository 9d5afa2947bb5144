import type { Argument } from './command-line.ts'
import { listStrings, readBalanced, readLiteral, type Parameter, type PythonCall } from './python-source.ts'

const flagActions = /^["'](?:store_true|store_false|count|version|help)["']$|\bBooleanOptionalAction$/

/** An argument as argparse and click declare it, by names and keywords; empty: its names are not texts. */
export function toArgument({ positional, keywords }: PythonCall): Argument[] {
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

/** The arguments that typer makes of the parameters of a function. */
export function listTyperArguments(parameters: readonly Parameter[]): Argument[] {
  return parameters.filter(({ annotation }) => !/\bContext\b/.test(annotation)).map(toTyperArgument)
}

function toTyperArgument({ name, annotation, value }: Parameter): Argument {
  const code = value ?? ''
  const call = /\b(?:typer\.)?(Option|Argument)\(([^]*)\)/.exec(`${code} ${annotation}`)
  const inside = call?.[2] ?? ''
  // The default is the value, or the first argument of a value such as `typer.Option(10, "--epochs")`.
  const isCall = /^(?:typer\.)?(?:Option|Argument)\(/.test(code)
  const fallback = isCall ? (readBalanced(`${inside})`, 0).parts[0] ?? '') : code
  const isPositional = call ? call[1] === 'Argument' : value === null
  const named = listStrings(inside).filter((text) => text.startsWith('-'))
  const options = named.length > 0 ? named : [`--${name.replaceAll('_', '-')}`]
  return {
    names: isPositional ? [name] : options,
    isPositional,
    isRequired: /^\s*(?:\.\.\.)?\s*$/.test(fallback),
    isFlag: /\bbool\b/.test(annotation),
    isNumber: /\bint\b/.test(annotation) && !/\b(?:list|tuple)\b/i.test(annotation),
    default: readLiteral(fallback),
  }
}

/** An argument that fire makes of a parameter. */
export function toFireArgument({ name, value }: Parameter): Argument {
  const fixed = { isPositional: false, isFlag: false, isAssigned: true }
  return { names: [`--${name}`], isRequired: value === null, default: readLiteral(value ?? ''), ...fixed }
}
