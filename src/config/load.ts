import { UserError } from '../domain/core/errors.ts'
import { crossChecks } from './validation/cross-checks.ts'
import { issueProblems } from './validation/issue-problems.ts'
import { pathText, type Problem } from './validation/problem.ts'
import { salvage } from './validation/salvage.ts'
import { configSchema, type Config } from './schema/schema.ts'
import { readYaml, type YamlProblem, type YamlText } from './yaml-document.ts'

const maxBytes = 256 * 1024
const shownProblems = 50
/** Finding the place of a problem takes a walk through the document. */
const placedProblems = 500

/**
 * Reads a config of at most 256 KiB.
 *
 * @throws UserError that lists every problem as `path:line:column  key: what is wrong`
 */
export function parseConfig(text: string, path: string): Config {
  refuseSize(text, path)
  const yaml = readYaml(text)
  if (!('value' in yaml)) throw listing(path, yaml)
  if (yaml.value === null)
    throw new UserError(`${path} is empty`, 'Write a config; docs/config.md has one to start from')
  const result = configSchema.safeParse(yaml.value)
  const schemaProblems = result.success ? [] : issueProblems(result.error.issues, yaml.value)
  const problems = [...schemaProblems, ...crossChecks(salvage(yaml.value))]
  if (!result.success || problems.length > 0) throw listing(path, placed(problems, yaml), problems.length)
  return result.data
}

function refuseSize(text: string, path: string): void {
  if (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes) return
  throw new UserError(`${path} is larger than ${maxBytes} bytes`, 'Keep data out of the config; name files instead')
}

function placed(problems: readonly Problem[], yaml: YamlText): YamlProblem[] {
  return problems
    .slice(0, placedProblems)
    .map(({ path, at, text }) => ({
      ...yaml.positionOf(path, at),
      text: path.length > 0 ? `${pathText(path)}: ${text}` : text,
    }))
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function listing(path: string, problems: readonly YamlProblem[], count = problems.length): UserError {
  const lines = problems
    .slice(0, shownProblems)
    .map(({ line, column, text }) => `${path}:${line}:${column}  ${text.replaceAll(/\p{Cc}+/gu, ' ')}`)
  const more = count > lines.length ? [`and ${count - lines.length} more`] : []
  const title = `${path} has ${count} ${count === 1 ? 'problem' : 'problems'}:`
  return new UserError([title, ...lines, ...more].join('\n'), 'Correct these places; docs/config.md explains every key')
}
