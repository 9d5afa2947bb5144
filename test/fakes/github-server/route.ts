import type { Permission, TokenOptions } from './token-options.ts'
import type { Account, App, GitHubState, RepositoryState } from './state.ts'

/** Who asks: the token's owner. `app` is null for a person's token. */
export type Caller = { readonly account: Account; readonly app: App | null; readonly options: TokenOptions }

/** One request after it was found right; `input` is the body. */
export type Call = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly input: Readonly<Record<string, unknown>>
  readonly accept: string
  readonly caller: Caller
  readonly state: GitHubState
  /** Address of the API with its prefix, and of the web pages. */
  readonly apiUrl: string
  readonly webUrl: string
  /** The address that was asked, for pagination links. */
  readonly requestUrl: URL
  /** The repository of the path; a route without one must not ask. */
  readonly repository: RepositoryState
}

export type Reply = {
  readonly status: number
  /** JSON unless `mediaType` says otherwise; undefined sends no body. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly mediaType?: string
}

export type Route = {
  /** Any one of these is enough; empty needs none. */
  readonly permissions: readonly Permission[]
  readonly answer: (call: Call) => Reply | Promise<Reply>
}

/** An error as GitHub words it. */
export function refusal(status: number, message: string, errors?: readonly unknown[]): Reply {
  const documentation = { documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, body: { message, ...(errors === undefined ? {} : { errors }), ...documentation } }
}

export const notFound = (): Reply => refusal(404, 'Not Found')

/** One page of a list with the Link header of its neighbours. */
export function paginate<T>(
  call: Call,
  items: readonly T[],
): { readonly items: readonly T[]; readonly headers: Record<string, string> } {
  const perPage = Number(call.query['per_page'] ?? 30)
  const page = Number(call.query['page'] ?? 1)
  const last = Math.max(1, Math.ceil(items.length / perPage))
  const link = (rel: string, number: number): string => {
    const url = new URL(call.requestUrl)
    url.searchParams.set('page', String(number))
    return `<${url.href}>; rel="${rel}"`
  }
  const links = [
    ...(page > 1 ? [link('prev', page - 1), link('first', 1)] : []),
    ...(page < last ? [link('next', page + 1), link('last', last)] : []),
  ]
  const headers: Record<string, string> = links.length > 0 ? { link: links.join(', ') } : {}
  return { items: items.slice((page - 1) * perPage, page * perPage), headers }
}
