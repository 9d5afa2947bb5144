import type { Permissions, Workflow, WorkflowJob, WorkflowStep } from '../domain/doctor/workflow.ts'
import { readYaml, type YamlText } from './yaml-document.ts'

const maxBytes = 1024 * 1024

type Fields = Readonly<Record<string, unknown>>
type LineOf = (path: readonly PropertyKey[]) => number

/** Reads a workflow of GitHub Actions as far as its safety depends on it. Never throws: what is wrong becomes `problem`. */
export function readWorkflow(text: string, path: string): Workflow {
  if (text.length > maxBytes) return unreadable(path, `it is larger than ${maxBytes} bytes`)
  const yaml = readYaml(text)
  if (!('value' in yaml)) {
    const [first] = yaml
    return unreadable(path, first ? `line ${first.line}: ${first.text}` : 'not YAML')
  }
  const root = fieldsOf(yaml.value)
  if (!root) return unreadable(path, 'it is no map')
  const jobs = Object.entries(fieldsOf(root['jobs']) ?? {})
  const lineOf: LineOf = (place) => lineIn(yaml, place)
  return {
    path,
    problem: null,
    triggers: triggersOf(root['on']),
    permissions: permissionsOf(root['permissions']),
    jobs: jobs.map(([id, job]) => readJob(id, fieldsOf(job) ?? {}, lineOf)),
  }
}

function unreadable(path: string, problem: string): Workflow {
  return { path, problem, triggers: [], permissions: null, jobs: [] }
}

function lineIn(yaml: YamlText, place: readonly PropertyKey[]): number {
  return yaml.positionOf(place, 'key').line
}

function readJob(id: string, job: Fields, lineOf: LineOf): WorkflowJob {
  const steps = Array.isArray(job['steps']) ? job['steps'] : []
  return {
    id,
    line: lineOf(['jobs', id]),
    runsOn: labelsOf(job['runs-on']),
    condition: textOf(job['if']) ?? '',
    permissions: permissionsOf(job['permissions']),
    env: textsOf(job['env']),
    steps: steps.map((step: unknown, index) => readStep(fieldsOf(step) ?? {}, lineOf(['jobs', id, 'steps', index]))),
    calls: textOf(job['uses']),
    inheritsSecrets: job['secrets'] === 'inherit',
  }
}

function readStep(step: Fields, line: number): WorkflowStep {
  return {
    line,
    uses: textOf(step['uses']),
    run: textOf(step['run']),
    with: textsOf(step['with']),
    env: textsOf(step['env']),
  }
}

/** One event, a list of them, or a map by their names. */
function triggersOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  return Object.keys(fieldsOf(value) ?? {})
}

function permissionsOf(value: unknown): Permissions | null {
  if (value === 'read-all' || value === 'write-all') return value
  return fieldsOf(value) ? textsOf(value) : null
}

/** A label, a list of them, or a group with labels. */
function labelsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  const fields = fieldsOf(value)
  return fields ? [...labelsOf(fields['group']), ...labelsOf(fields['labels'])] : []
}

function fieldsOf(value: unknown): Fields | null {
  // What YAML gives for a map is an object with text keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(fieldsOf(value) ?? {})
  return Object.fromEntries(entries.map(([key, item]) => [key, textOf(item) ?? '']))
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
