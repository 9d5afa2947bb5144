/** A rule of a makefile; variables are expanded where their values are known. */
export type MakeRule = {
  readonly target: string
  readonly prerequisites: readonly string[]
  /** Command lines of the recipe. */
  readonly recipe: readonly string[]
}

/**
 * Reads the rules of a makefile. Nothing runs: conditions hold, the last value of a variable counts, and functions such
 * as `$(shell …)` are left as they are. Of GNU make it knows variables, substitution references, `$@`, `$<` and `$^`.
 */
export function parseMakefile(text: string): MakeRule[] {
  const lines = text.replaceAll(/\\\r?\n\s*/g, ' ').split(/\r?\n/)
  const variables = readVariables(lines)
  const rules: { target: string; prerequisites: string[]; recipe: string[] }[] = []
  /** The rules of the last line that is no recipe. */
  let current: typeof rules = []
  for (const line of lines) {
    if (line.startsWith('\t')) for (const { recipe } of current) recipe.push(line.slice(1))
    else if (line.trim() !== '' && !line.startsWith('#')) {
      const rule = /^([^:=#]+):(?![:=])([^;#=]*)(?:;([^]*))?$/
      const [, targets = '', prerequisites = '', first = []] =
        (!assignment.test(line) && rule.exec(expand(line, variables))) || []
      current = splitWords(targets).map((target) => {
        return { target, prerequisites: splitWords(prerequisites), recipe: [first].flat() }
      })
      rules.push(...current)
    }
  }
  return rules.map((rule) => ({ ...rule, recipe: rule.recipe.map((line) => expandRecipe(line, rule, variables)) }))
}

type Variables = ReadonlyMap<string, string>

const assignment = /^(?:override\s+|export\s+)?([\w.-]+)\s*(\+|\?|::?)?=\s*(.*)$/

function readVariables(lines: readonly string[]): Variables {
  const variables = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', operator, value = ''] = (!line.startsWith('\t') && assignment.exec(line.trim())) || []
    const plain = value.replace(/\s*#.*$/, '')
    if (name === '' || (operator === '?' && variables.has(name))) continue
    variables.set(name, operator === '+' ? `${variables.get(name) ?? ''} ${plain}` : plain)
  }
  return variables
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && word !== '|')
}

function expandRecipe(line: string, { target, prerequisites }: MakeRule, variables: Variables): string {
  const automatic: Readonly<Record<string, string>> = {
    '$@': target,
    '$<': prerequisites[0] ?? '',
    '$^': prerequisites.join(' '),
  }
  const named = replaceReferences(expand(line, variables), /\$[@<^]/g, (name) => automatic[name] ?? name)
  return named.replace(/^[@+\s-]+/, '')
}

/** Values may name other variables, to this depth; a variable may name itself. */
const maxDepth = 8
/** A makefile can multiply a text; references are kept where it would become longer, in characters. */
const maxLength = 20_000

function expand(text: string, variables: Variables, depth = 0): string {
  if (depth === maxDepth) return text
  const expanded = replaceReferences(
    text,
    /\$[({]([\w.-]+)(?::([^=(){}\s]*)=([^(){}\s]*))?[)}]/g,
    (reference, name = '', from?: string, to = '') => {
      const value = variables.get(name)
      // make or the environment may set a name in upper case.
      if (value === undefined) return /^[A-Z]/.test(name) ? reference : ''
      return from === undefined ? value : replacePatterns(expand(value, variables, depth + 1), from, to)
    },
  )
  return expanded === text ? text : expand(expanded, variables, depth + 1)
}

/** Replaces what the pattern finds, with up to three groups, by its value; keeps the rest where `maxLength` is reached. */
function replaceReferences(
  text: string,
  pattern: RegExp,
  readValue: (reference: string, ...groups: (string | undefined)[]) => string,
): string {
  let length = text.length
  return text.replaceAll(pattern, (reference: string, ...rest: (string | undefined)[]) => {
    if (length > maxLength) return reference
    const value = readValue(reference, ...rest.slice(0, 3))
    length += value.length
    return length > maxLength ? reference : value
  })
}

/** Replaces patterns of words; `%` stands for any part, and is at the start where there is none. */
function replacePatterns(text: string, from: string, to: string): string {
  const [pattern, replacement] = from.includes('%') ? [from, to] : [`%${from}`, `%${to}`]
  const [start = '', end = ''] = pattern.split('%')
  return splitWords(text)
    .map((word) => {
      const isMatch = word.startsWith(start) && word.endsWith(end) && word.length >= start.length + end.length
      return isMatch ? replacement.replace('%', () => word.slice(start.length, word.length - end.length)) : word
    })
    .join(' ')
}
