import type { TokenOptions } from './token-options.ts'
import type { GitHubState, RepositoryOptions } from './state.ts'

export type GitHubServerOptions = {
  readonly repositories: readonly RepositoryOptions[]
  readonly tokens: Readonly<Record<string, TokenOptions>>
  /** `/api/v3` makes it an Enterprise Server: other addresses, no rate-limit headers. */
  readonly pathPrefix?: '' | '/api/v3'
  /** Called before a request is answered, to change the state between two calls. */
  readonly onRequest?: (request: LoggedRequest, state: GitHubState) => void | Promise<void>
}

export type LoggedRequest = {
  readonly method: string
  /** Without prefix and query, as sent. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly hasAuthorization: boolean
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Milliseconds since the server's start. */
  readonly atMs: number
  /** The operation of GitHub's description, or `graphql/…`; null when there is none. */
  readonly operation: string | null
  /** null when the connection was cut. */
  status: number | null
}

/** Something that must not happen in a good test: a wrong request, a wrong answer of the rig, an unknown operation. */
export type Violation = {
  readonly kind: 'request' | 'answer' | 'unknown-operation'
  readonly operation: string
  readonly problems: readonly string[]
}
