import type { CommandInputs } from '../domain/commands/command.ts'
import { UserError } from '../domain/core/errors.ts'
import type { CommentEvent, RunContext } from '../domain/core/run-context.ts'
import { readPart, type Payload } from './event-payload.ts'

type CommandedRun = Pick<RunContext, 'trust' | 'headCommit' | 'baseCommit' | 'pullRequest' | 'measuredBy' | 'commanded'>

/** Reads the event `issue_comment`; the comment may have changed since. */
export function readCommentEvent(payload: Payload): CommentEvent {
  const [comment, issue] = [readPart(payload, 'comment'), readPart(payload, 'issue')]
  if (!comment || !issue) throw new UserError('the event has no comment', 'Start this workflow by issue_comment.')
  return {
    id: comment.id,
    body: comment.body ?? '',
    isNew: readPart(payload, 'action') === 'created',
    isByPerson: comment.user?.type === 'User',
    issue: issue.number,
    isPullRequest: Boolean(issue.pull_request),
  }
}

/**
 * Reads the pull request for which a comment command dispatched this run; null for an ordinary dispatch. Only users
 * with write access can dispatch, and every value is still validated.
 */
export function readCommandedRun(payload: Payload, runUrl: string | null): CommandedRun | null {
  const read = createInputReader(readPart(payload, 'inputs') ?? {})
  const pullRequest = read('pull-request', /^[1-9]\d{0,9}$/u)
  if (pullRequest === null) return null
  const headCommit = requireInput('head', read('head', commit))
  const headRepositoryId = Number(requireInput('head-repository', read('head-repository', /^\d{1,15}$/u)))
  const comment = read('comment', /^\d{1,19}$/u)
  return {
    trust: read('fork', /^(?:true|false)$/u) === 'false' ? 'collaborator' : 'stranger',
    headCommit,
    baseCommit: requireInput('base', read('base', commit)),
    pullRequest: Number(pullRequest),
    measuredBy: {
      event: 'pull_request',
      headCommit,
      headRepositoryId,
      headBranch: '',
      conclusion: null,
      url: runUrl ?? '',
    },
    commanded: {
      comment: comment === null ? null : Number(comment),
      suite: read('suite', /^[a-z0-9][a-z0-9._-]{0,63}$/u),
      compare: read('compare', commit),
    },
  }
}

/** Reads the comment that started an ordinary dispatch, such as a refresh; empty for a manual dispatch. */
export function readAsker(payload: Payload): Pick<RunContext, 'asker'> {
  const read = createInputReader(readPart(payload, 'inputs') ?? {})
  const [comment, issue] = [read('comment', /^\d{1,19}$/u), read('issue', /^[1-9]\d{0,9}$/u)]
  return comment === null || issue === null ? {} : { asker: { comment: Number(comment), issue: Number(issue) } }
}

const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u

function createInputReader(
  inputs: Readonly<Record<string, unknown>>,
): (name: keyof CommandInputs | 'issue', form: RegExp) => string | null {
  return (name, form) => {
    const value = inputs[name]
    if (value === undefined || value === '') return null
    if (typeof value === 'string' && form.test(value)) return value
    throw new UserError(
      `the input ${name} of this dispatch has an invalid value`,
      'Let the comment command start this workflow.',
    )
  }
}

function requireInput(name: keyof CommandInputs, value: string | null): string {
  if (value !== null) return value
  throw new UserError(
    `this dispatch has the input pull-request but not ${name}`,
    'Let the comment command start this workflow.',
  )
}
