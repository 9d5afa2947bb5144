import type { context } from '@actions/github'
import { z } from 'zod'
import { UserError } from '../domain/core/errors.ts'

/** The event payload from the runner. It is untrusted until `readPart` has validated a part. */
export type Payload = typeof context.payload

/** Null: missing or empty. */
const text = z
  .string()
  .nullish()
  .transform((value) => value || null)
const textOrEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const count = z.number().int().positive()
const repositoryId = z
  .object({ id: z.number().int().nullish() })
  .nullish()
  .transform((repository) => repository?.id ?? null)
const branchTip = z
  .object({ sha: text, ref: text, repo: repositoryId })
  .nullish()
  .transform((tip) => tip ?? { sha: null, ref: null, repo: null })
const pull = z.object({ number: count, head: branchTip, base: branchTip })
const pulls = z
  .array(pull)
  .nullish()
  .transform((list) => list ?? [])
const requestedCheck = z.object({ head_sha: text, pull_requests: pulls })

/** The parts of a payload that are read, without other keys; keys that GitHub may omit are null, or empty lists. */
const parts = {
  action: z.string(),
  ref: textOrEmpty,
  after: text,
  repository: z.object({ id: z.number().int().nullish(), default_branch: text }),
  changes: z.object({ base: z.unknown().optional() }),
  comment: z.object({ id: count, body: textOrEmpty, user: z.object({ type: text }).nullish() }),
  review: z.unknown(),
  issue: z.object({ number: count, pull_request: z.unknown().optional() }),
  inputs: z.record(z.string(), z.unknown()),
  pull_request: pull,
  merge_group: z.object({ head_ref: textOrEmpty, head_sha: text, base_sha: text }),
  check_run: requestedCheck,
  check_suite: requestedCheck,
  workflow_run: z.object({
    event: textOrEmpty,
    head_sha: text,
    head_branch: textOrEmpty,
    html_url: textOrEmpty,
    conclusion: text,
    run_attempt: count.nullish(),
    head_repository: repositoryId,
    pull_requests: pulls,
  }),
} as const

type PayloadParts = { [Name in keyof typeof parts]: z.infer<(typeof parts)[Name]> }
const schemas: { readonly [Name in keyof PayloadParts]: z.ZodType<PayloadParts[Name]> } = parts

/**
 * Reads one part of the payload; null when the event has none.
 *
 * @throws UserError with the path of the first value that does not match the documentation of GitHub
 */
export function readPart<Name extends keyof PayloadParts>(payload: Payload, name: Name): PayloadParts[Name] | null {
  const value: unknown = payload[name]
  if (value === undefined || value === null) return null
  const result = schemas[name].safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UserError(
    `the event payload differs from the documentation of GitHub at ${[name, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'unknown value'}`,
    'Check which program writes the file that GITHUB_EVENT_PATH names.',
  )
}
