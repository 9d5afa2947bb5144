import { formatCounted } from '../domain/core/numbers.ts'
import { UserError } from '../domain/core/errors.ts'
import { checkConfig } from './validation/cross-checks.ts'
import { describeIssues } from './validation/issue-problems.ts'
import { findValue, formatPath, isMap, reportTo, type Problem } from './validation/problem.ts'
import { configSchema, flattenSuites, type Config } from './schema/schema.ts'
import { suiteRunKeys } from './schema/suite-common.ts'
import { readYaml, type YamlProblem, type YamlText } from './yaml-document.ts'

const maxBytes = 256 * 1024
const shownProblems = 50
/** Limit of located problems: each location takes a walk through the document. */
const placedProblems = 500

const checkedSchema = configSchema.superRefine(
  (config, context) => checkConfig(config, context.issues, reportTo(context)),
  // Also beside other problems: all are listed at once.
  { when: ({ value }) => isMap(value) },
)

/**
 * Parses a config of at most 256 KiB. The settings of a block `run` may also stand directly in their suite. `path` is
 * shown in problems, and its folder contains the baselines unless the config names them; no file is read.
 *
 * @throws UserError that lists every problem as `path:line:column  key: what is wrong`
 */
export function parseConfig(text: string, path: string): Config {
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes)
    throw new UserError(`${path} is larger than ${maxBytes} bytes`, 'Move data out of the config and refer to files')
  const yaml = readYaml(text)
  if (!('value' in yaml)) throw createProblemsError(path, yaml)
  if (yaml.value === null) throw new UserError(`${path} is empty`, 'Write a config; docs/config.md contains an example')
  const value = moveSuiteSettings(yaml.value)
  const result = checkedSchema.safeParse(value)
  if (!result.success) {
    const problems = describeIssues(result.error.issues, value)
    throw createProblemsError(path, locateProblems(problems, yaml), problems.length)
  }
  const config = { ...result.data, suites: flattenSuites(result.data.suites) }
  // Each folder of a monorepo has its own baselines; configs in the root and in `.github` share those of the root.
  const folder = path.replace(/^(?:\.\/+)+/u, '').replace(/\/*[^/]*$/u, '')
  const isNamed = findValue(value, ['comparison', 'baselines']) !== undefined
  if (isNamed || folder === '' || folder === '.github' || /^(?:\/|\.\.)/u.test(folder)) return config
  return { ...config, comparison: { ...config.comparison, baselines: `${folder}/baselines` } }
}

/** Moves settings that stand beside the others of a suite or benchmark into its block `run`, unless it has one. */
function moveSuiteSettings(root: unknown): unknown {
  const move = (part: unknown): unknown => {
    if (!isMap(part)) return part
    const { benchmarks } = part
    const moved = Array.isArray(benchmarks) ? { ...part, benchmarks: benchmarks.map(move) } : part
    const [run = [], own = []] = [true, false].map((isMoved) =>
      Object.entries(moved).filter(([key]) => suiteRunKeys.includes(key) === isMoved),
    )
    return 'run' in part || run.length === 0 ? moved : Object.fromEntries([...own, ['run', Object.fromEntries(run)]])
  }
  if (!isMap(root) || !isMap(root['suites'])) return root
  return { ...root, suites: Object.fromEntries(Object.entries(root['suites']).map(([key, part]) => [key, move(part)])) }
}

/** The path as written in the file: without the block `run` where its settings stand directly in the suite. */
function findWrittenPath(path: readonly PropertyKey[], root: unknown): readonly PropertyKey[] {
  const index = path[0] === 'suites' ? path.indexOf('run') : -1
  if (index < 2 || findValue(root, path.slice(0, index + 1)) !== undefined) return path
  const direct = path.toSpliced(index, 1)
  return findValue(root, direct.slice(0, index + 1)) === undefined ? path : direct
}

function locateProblems(problems: readonly Problem[], yaml: YamlText): YamlProblem[] {
  return problems
    .slice(0, placedProblems)
    .map(({ path, at, text }) => {
      const written = findWrittenPath(path, yaml.value)
      return { ...yaml.locate(written, at), text: path.length > 0 ? `${formatPath(written)}: ${text}` : text }
    })
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function createProblemsError(path: string, problems: readonly YamlProblem[], count = problems.length): UserError {
  const lines = problems
    .slice(0, shownProblems)
    .map(({ line, column, text }) => `${path}:${line}:${column}  ${text.replaceAll(/\p{Cc}+/gu, ' ')}`)
  const more = count > lines.length ? [`and ${count - lines.length} more`] : []
  const title = `${path} has ${formatCounted(count, 'problem')}:`
  return new UserError([title, ...lines, ...more].join('\n'), 'Correct these lines; docs/config.md describes every key')
}
