import type { EventPayload } from '../fakes/events.ts'
import type { Workflow } from './workflow-jobs.ts'

type Filter = {
  readonly types?: readonly string[]
  readonly branches?: readonly string[]
  readonly workflows?: readonly string[]
}
type Happening = { readonly name: string; readonly payload: EventPayload; readonly ref: string }

/** Activity types that start a workflow which names none; of all other events every type does. */
const usualTypes: Readonly<Record<string, readonly string[]>> = {
  pull_request: ['opened', 'synchronize', 'reopened'],
}

/** Whether GitHub starts the workflow on this event, by its `on`: the event, its type, the branch, the workflow that ran. */
export function startsOn({ on }: Workflow, { name, payload, ref }: Happening): boolean {
  const triggers = on as Readonly<Record<string, Filter | null>>
  if (!(name in triggers)) return false
  const { types = usualTypes[name], branches, workflows } = triggers[name] ?? {}
  const ran = (payload['workflow'] as { readonly name?: string } | undefined)?.name ?? ''
  const branch = ref.replace('refs/heads/', '')
  const answers = [
    types?.includes(String(payload['action'])),
    workflows?.includes(ran),
    branches?.some((pattern) => isMatch(pattern, branch)),
  ]
  return !answers.includes(false)
}

/** GitHub's patterns of branches: `*`, `**`, and classes with a quantifier. */
function isMatch(pattern: string, branch: string): boolean {
  const expression = pattern.replaceAll(/\*\*?|[.\\^$()|{}]/gu, (part) => stars[part] ?? `\\${part}`)
  return new RegExp(`^${expression}$`, 'u').test(branch)
}

const stars: Readonly<Record<string, string>> = { '*': '[^/]*', '**': '.*' }
