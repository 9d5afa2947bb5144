import type { Permissions, Workflow, WorkflowJob, WorkflowStep } from '../domain/doctor/workflow.ts'
import { readYaml, type YamlText } from './yaml-document.ts'

const maxBytes = 1024 * 1024

type Fields = Readonly<Record<string, unknown>>
type LineLocator = (path: readonly PropertyKey[]) => number

/** Reads the parts of a GitHub Actions workflow that affect its security. Never throws; errors become `problem`. */
export function readWorkflow(text: string, path: string): Workflow {
  if (text.length > maxBytes) return createUnreadableWorkflow(path, `it is larger than ${maxBytes} bytes`)
  const yaml = readYaml(text)
  if (!('value' in yaml)) {
    const [first] = yaml
    return createUnreadableWorkflow(path, first ? `line ${first.line}: ${first.text}` : 'not YAML')
  }
  const root = toFields(yaml.value)
  if (!root) return createUnreadableWorkflow(path, 'it is not a mapping')
  const jobs = Object.entries(toFields(root['jobs']) ?? {})
  const locateLine: LineLocator = (keyPath) => findLine(yaml, keyPath)
  return {
    path,
    problem: null,
    triggers: readTriggers(root['on']),
    permissions: readPermissions(root['permissions']),
    jobs: jobs.map(([id, job]) => readJob(id, toFields(job) ?? {}, locateLine)),
  }
}

function createUnreadableWorkflow(path: string, problem: string): Workflow {
  return { path, problem, triggers: [], permissions: null, jobs: [] }
}

function findLine(yaml: YamlText, keyPath: readonly PropertyKey[]): number {
  return yaml.locate(keyPath, 'key').line
}

function readJob(id: string, job: Fields, lineOf: LineLocator): WorkflowJob {
  const steps = Array.isArray(job['steps']) ? job['steps'] : []
  return {
    id,
    line: lineOf(['jobs', id]),
    runsOn: readLabels(job['runs-on']),
    condition: toText(job['if']) ?? '',
    permissions: readPermissions(job['permissions']),
    env: toTexts(job['env']),
    steps: steps.map((step: unknown, index) => readStep(toFields(step) ?? {}, lineOf(['jobs', id, 'steps', index]))),
    calls: toText(job['uses']),
    inheritsSecrets: job['secrets'] === 'inherit',
  }
}

function readStep(step: Fields, line: number): WorkflowStep {
  return {
    line,
    uses: toText(step['uses']),
    run: toText(step['run']),
    with: toTexts(step['with']),
    env: toTexts(step['env']),
  }
}

/** Reads one event, a list of events, or a map by event name. */
function readTriggers(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  return Object.keys(toFields(value) ?? {})
}

function readPermissions(value: unknown): Permissions | null {
  if (value === 'read-all' || value === 'write-all') return value
  return toFields(value) ? toTexts(value) : null
}

/** Reads one label, a list of labels, or a runner group with labels. */
function readLabels(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  const fields = toFields(value)
  return fields ? [...readLabels(fields['group']), ...readLabels(fields['labels'])] : []
}

function toFields(value: unknown): Fields | null {
  // YAML maps become objects with text keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

function toTexts(value: unknown): Record<string, string> {
  const entries = Object.entries(toFields(value) ?? {})
  return Object.fromEntries(entries.map(([key, item]) => [key, toText(item) ?? '']))
}

function toText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
