import {
  isHostedLabel,
  type Permissions,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from '../domain/doctor/workflow.ts'
import { isMap } from './validation/problem.ts'
import { readYaml } from './yaml-document.ts'

const maxBytes = 1024 * 1024

/** Reads the parts of a GitHub Actions workflow that affect its security. Never throws; errors become `problem`. */
export function readWorkflow(text: string, path: string): Workflow {
  const refuse = (problem: string): Workflow => ({ path, problem, triggers: [], permissions: null, jobs: [] })
  if (text.length > maxBytes) return refuse(`it is larger than ${maxBytes} bytes`)
  const yaml = readYaml(text)
  if (!('value' in yaml)) return refuse(yaml[0] ? `line ${yaml[0].line}: ${yaml[0].text}` : 'not YAML')
  const { value: root } = yaml
  if (!isMap(root)) return refuse('it is not a mapping')
  const findLine = (...place: readonly PropertyKey[]): number => yaml.locate(place, 'key').line
  const jobs = Object.entries(toFields(root['jobs'])).map(([id, value]): WorkflowJob => {
    const job = toFields(value)
    const steps = Array.isArray(job['steps']) ? job['steps'] : []
    return {
      id,
      line: findLine('jobs', id),
      runsOn: readLabels(job['runs-on']).flatMap((label) =>
        readMatrixLabel(label, toFields(job['strategy'])['matrix']),
      ),
      condition: toText(job['if']) ?? '',
      permissions: readPermissions(job['permissions']),
      env: toTexts(job['env']),
      steps: steps.map((step: unknown, index) => readStep(toFields(step), findLine('jobs', id, 'steps', index))),
      calls: toText(job['uses']),
      inheritsSecrets: job['secrets'] === 'inherit',
    }
  })
  const { on } = root
  // One event, a list of events, or a map by event name.
  const triggers = listNames(on) ?? Object.keys(toFields(on))
  return { path, problem: null, triggers, permissions: readPermissions(root['permissions']), jobs }
}

function readStep(step: Readonly<Record<string, unknown>>, line: number): WorkflowStep {
  const [uses, run] = [toText(step['uses']), toText(step['run'])]
  return { line, uses, run, with: toTexts(step['with']), env: toTexts(step['env']) }
}

function readPermissions(value: unknown): Permissions | null {
  if (value === 'read-all' || value === 'write-all') return value
  return isMap(value) ? toTexts(value) : null
}

/** Reads one label, a list of labels, or a runner group with labels. */
function readLabels(value: unknown): string[] {
  const { group, labels } = toFields(value)
  return listNames(value) ?? [group, labels].flatMap((part) => (part === undefined ? [] : readLabels(part)))
}

/**
 * The values of `${{ matrix.NAME }}`: those that are no machine of GitHub, if there are any. Other labels, and values
 * that only a run knows, stay as written.
 */
function readMatrixLabel(label: string, matrix: unknown): string[] {
  const [, name = ''] = /^\$\{\{\s*matrix\.([\w-]+)\s*\}\}$/u.exec(label) ?? []
  const { [name]: listed = [], include = [] } = toFields(matrix)
  if (!Array.isArray(listed) || !Array.isArray(include)) return [label]
  const included = include.map((one: unknown) => toFields(one)[name]).filter((value) => value !== undefined)
  const values: unknown[] = [...listed, ...included]
  if (values.length === 0 || !values.every((value) => typeof value === 'string')) return [label]
  const own = values.filter((value) => !isHostedLabel(value))
  return own.length > 0 ? own : values
}

/** The texts of a text or list; null for other values. */
function listNames(value: unknown): string[] | null {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {}
}

function toTexts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(toFields(value)).map(([key, item]) => [key, toText(item) ?? '']))
}

function toText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
