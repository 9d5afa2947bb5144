import { UserError } from '../domain/core/errors.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { readPart, readText, type Payload } from './event-payload.ts'

type RerequestContext = Pick<
  RunContext,
  'trust' | 'headCommit' | 'baseCommit' | 'baseBranch' | 'pullRequest' | 'measuredBy'
>
type Pull = NonNullable<ReturnType<typeof readPart<'pull_request'>>>

/**
 * Reads the commit of a re-requested check. GitHub lists only pull requests of the same repository. A commit without
 * one is measured only when it is the commit of the event itself; this returns null then.
 */
export function readRerequestedCheck(
  event: 'check_run' | 'check_suite',
  payload: Payload,
  tip: string | null,
): RerequestContext | null {
  const requested = readPart(payload, event)
  const action = readPart(payload, 'action')
  if (action !== 'rerequested')
    throw new UserError(
      `the event ${event} of the type ${action ?? 'unknown'} requests no run`,
      `Use \`${event}: types: [rerequested]\` only; other types would start the workflow for each check of warpgauge.`,
    )
  const headCommit = readText(requested?.head_sha)
  const pull = requested?.pull_requests?.find(({ head }) => head?.sha === headCommit)
  if (pull !== undefined) return toRerequest(pull, headCommit)
  if (headCommit === tip) return null
  throw new UserError(
    `the event does not name the pull request of commit ${headCommit?.slice(0, 7)}`,
    'For a fork write /warpgauge run on the pull request; otherwise push again.',
  )
}

function toRerequest({ number, head, base }: Pull, headCommit: string | null): RerequestContext {
  const isSameRepository = head?.repo?.id !== undefined && head.repo.id === base?.repo?.id
  const trust = isSameRepository ? 'collaborator' : 'stranger'
  const [baseCommit, baseBranch] = [readText(base?.sha), readText(base?.ref)]
  return { trust, headCommit, baseCommit, ...(baseBranch && { baseBranch }), pullRequest: number, measuredBy: null }
}
