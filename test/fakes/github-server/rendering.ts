import { sampleComponent } from './schema-sample.ts'
import type { Overlay } from './schema-sample.ts'
import type { Call } from './route.ts'
import type { Account, App, RepositoryState } from './state.ts'

type Place = Pick<Call, 'apiUrl' | 'webUrl' | 'repository'>

/** A component of GitHub's description for this repository: the example's names and addresses become ours. */
export function render(place: Place, component: string, overlay: Overlay): Overlay {
  const fullName = fullNameOf(place.repository)
  return sampleComponent(component, overlay, (json) =>
    json
      .replaceAll(/(?:octocat|github)\/hello-world/giu, fullName)
      .replaceAll('https://api.github.com', place.apiUrl)
      .replaceAll('https://github.com', place.webUrl),
  )
}

/** `owner/name`. */
export function fullNameOf(repository: Pick<RepositoryState, 'owner' | 'name'>): string {
  return `${repository.owner}/${repository.name}`
}

export function renderAccount(place: Place, account: Account): Overlay {
  const page = account.type === 'Bot' ? `apps/${account.login.replace('[bot]', '')}` : account.login
  return render(place, 'simple-user', { ...account, html_url: `${place.webUrl}/${page}` })
}

export function renderApp(place: Place, app: App): Overlay {
  return render(place, 'integration', {
    ...app,
    name: app.slug,
    html_url: `${place.webUrl}/apps/${app.slug}`,
    external_url: `${place.webUrl}/apps/${app.slug}`,
  })
}

/** Address of something of the repository, in the API. */
export function apiAddress(place: Place, path: string): string {
  return `${place.apiUrl}/repos/${fullNameOf(place.repository)}/${path}`
}

/** Address of something of the repository, for people. */
export function webAddress(place: Place, path: string): string {
  return `${place.webUrl}/${fullNameOf(place.repository)}/${path}`
}
