import type { App } from './state.ts'

export type Area = 'actions' | 'checks' | 'contents' | 'issues' | 'pull_requests' | 'statuses'

export type Permission = `${Area}:${'read' | 'write'}`

/** What a token may do, and whose it is: an app's (GitHub Actions unless said otherwise) or a person's. */
export type TokenOptions = Partial<Record<Area, 'read' | 'write'>> & {
  readonly app?: App
  readonly user?: { readonly id: number; readonly login: string }
}
