import type { Project } from './project.ts'

/** A config in the package for one project, with every suite and limit. */
export type ShippedExample = {
  /** Its directory in `examples`. */
  readonly name: string
  /** The project, for people. */
  readonly title: string
  /** Files by which the project is recognized. */
  readonly files: readonly string[]
  /** Suites that take hours or days and what only these use: no pull request waits for them. */
  readonly manual: readonly string[]
}

/** The projects for which the package has a config. */
export const shippedExamples: readonly ShippedExample[] = [
  {
    name: 'virnucpro',
    title: 'VirNucPro',
    files: ['virnucpro/__main__.py', 'virnucpro/cli/predict.py', 'virnucpro/pipeline/prediction.py'],
    manual: ['production', 'sweep', 'subset'],
  },
]

/** The example for a repository; null: there is none. */
export function findShippedExample({ paths }: Pick<Project, 'paths'>): ShippedExample | null {
  return shippedExamples.find(({ files }) => files.every((file) => paths.includes(file))) ?? null
}

/**
 * Splits the YAML text of the config of an example, with its comments: first the one for pull requests, without what is
 * manual, then the one for its production suite, which has a workflow of its own.
 */
export function splitShippedConfig(text: string, example: ShippedExample, devices: 'gpu' | 'cpu'): [string, string] {
  const { name, title, manual } = example
  const header = `# The config of warpgauge for ${title}; examples/${name}/README.md says what the runner needs and which options have an effect.`
  const body = text
    .replace(/^(?:#.*\n)+/, `${header}\n`)
    .replace(/^pipeline:\n/m, devices === 'cpu' ? 'pipeline:\n  devices: cpu\n' : 'pipeline:\n')
  // A block with the comment above it: what its key is followed by that is indented or empty.
  const production = body
    .replaceAll(/(?:^#.*\n)*^(?:revisions|requirements):\n(?:(?: .*)?\n)*/gm, '')
    .replaceAll(/^(suites|datasets):\n((?:(?: .*)?\n)*)/gm, (_block, key: string, content: string) => {
      return `${key}:\n${createEntryForm('production').exec(content)?.[0].trimEnd() ?? ''}\n\n`
    })
  return [
    manual.reduce((config, key) => config.replaceAll(createEntryForm(key), ''), body),
    production.replace(/^name: (.*)$/m, 'name: $1-production'),
  ]
}

/** The form of an entry of a block, with the comment above it. */
function createEntryForm(key: string): RegExp {
  return new RegExp(`(?:^ {2}#.*\\n)*^ {2}${key}:.*\\n(?:(?: {4}| {2}\\}).*\\n)*\\n?`, 'gm')
}
