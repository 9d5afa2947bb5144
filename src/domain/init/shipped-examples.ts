import type { Project } from './project.ts'

/** A config in the package for one project, with every suite and limit. */
export type ShippedExample = {
  /** Its directory in `examples`. */
  readonly name: string
  /** The project, for people. */
  readonly title: string
  /** Files by which the project is recognized. */
  readonly files: readonly string[]
}

/** The projects for which the package has a config. */
export const shippedExamples: readonly ShippedExample[] = [
  {
    name: 'virnucpro',
    title: 'VirNucPro',
    files: ['virnucpro/__main__.py', 'virnucpro/cli/predict.py', 'virnucpro/pipeline/prediction.py'],
  },
]

/** The example for a repository; null: there is none. */
export function findShippedExample({ paths }: Pick<Project, 'paths'>): ShippedExample | null {
  return shippedExamples.find(({ files }) => files.every((file) => paths.includes(file))) ?? null
}

/** Suites that take hours or days, which no pull request waits for. */
const longSuites = ['production', 'sweep']

/**
 * Splits the config of an example: one for pull requests, and one for its production suite, which has a workflow of its
 * own, if there is one. Each keeps the comments, and only the datasets, revisions and limits that its suites use.
 */
export function splitShippedConfig(text: string, { name, title }: ShippedExample, devices: 'gpu' | 'cpu'): string[] {
  const header = `# The config of warpgauge for ${title}; examples/${name}/README.md says what the runner needs and which options have an effect.`
  const body = text
    .replace(/^(?:#.*\n)+/, `${header}\n`)
    .replace(/^pipeline:\n/m, devices === 'cpu' ? 'pipeline:\n  devices: cpu\n' : 'pipeline:\n')
  const all = [...(findBlock(body, 'suites')?.[1] ?? '').matchAll(entry)].flatMap((match) => match[1] ?? [])
  const usual = all.filter((suite) => !longSuites.includes(suite))
  const production = selectSuites(body, ['production']).replace(/^name: (.*)$/m, 'name: $1-production')
  return [selectSuites(body, usual), ...(all.includes('production') ? [production] : [])]
}

/** A block of the config: its key at the start of a line, and the lines below it that are indented. */
function findBlock(text: string, key: string): RegExpExecArray | null {
  return new RegExp(`(?:^#.*\\n)*^${key}:[ \\t]*\\n((?:[ \\t].*\\n|\\n(?=[ \\t]|\\n))*)\\n?`, 'm').exec(text)
}

const entry = /(?:\n*^ {2}#.*\n)*\n*^ {2}(?:- |([\w.-]+):)(?:.*\n)(?:(?: {4}|  \}).*\n)*/gm

/** Removes the entries of a block that are not kept; the block itself where none is. */
function keepEntries(text: string, key: string, isKept: (name: string, entryText: string) => boolean): string {
  const block = findBlock(text, key)
  if (!block) return text
  const [whole, content = ''] = block
  const all = [...content.matchAll(entry)].map(([item, name = '']) => ({ item, name }))
  const kept = all.filter(({ item, name }) => isKept(name, item)).map(({ item }) => item)
  const inner = kept.join('').replace(/^\n+/, '')
  const comment = whole.slice(0, whole.indexOf(`${key}:`))
  return text.replace(whole, () => (kept.length === 0 ? '' : `${comment}${key}:\n${inner}\n`))
}

function selectSuites(text: string, suites: readonly string[]): string {
  const selected = keepEntries(text, 'suites', (name) => suites.includes(name))
  const used = findBlock(selected, 'suites')?.[1] ?? ''
  const isUsed = (name: string): boolean =>
    new RegExp(`(?<![\\w.-])${name.replaceAll('.', '\\.')}(?![\\w.-])`).test(used)
  const limits = keepEntries(selected, 'requirements', (_name, item) =>
    suites.includes(/\bsuite:\s*([\w-]+)/.exec(item)?.[1] ?? ''),
  )
  return keepEntries(keepEntries(limits, 'datasets', isUsed), 'revisions', isUsed)
}
