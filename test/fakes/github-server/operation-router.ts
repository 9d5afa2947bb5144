import { accountRoutes } from './accounts.ts'
import { activityRoutes } from './activities.ts'
import { checkRoutes } from './checks.ts'
import { commentRoutes } from './comments.ts'
import { comparisonRoutes } from './comparisons.ts'
import { contentRoutes } from './contents.ts'
import { readOperations } from './description.ts'
import type { Operation } from './description.ts'
import { gitDatabaseRoutes } from './git-database.ts'
import { gitHistoryRoutes } from './git-history.ts'
import { issueEventRoutes } from './issue-events.ts'
import { issueRoutes } from './issues.ts'
import { proposalRoutes } from './proposals.ts'
import { pullRoutes } from './pulls.ts'
import type { Route } from './route.ts'
import { workflowRunRoutes } from './workflow-runs.ts'

const routes: Record<string, Route> = {
  ...accountRoutes,
  ...activityRoutes,
  ...checkRoutes,
  ...commentRoutes,
  ...comparisonRoutes,
  ...contentRoutes,
  ...gitDatabaseRoutes,
  ...gitHistoryRoutes,
  ...issueEventRoutes,
  ...issueRoutes,
  ...proposalRoutes,
  ...pullRoutes,
  ...workflowRunRoutes,
}

/** An operation that was asked for, with the parameters of its path. */
export type Match = { readonly operation: Operation; readonly route: Route; readonly params: Record<string, string> }

export type OperationRouter = {
  readonly operations: readonly Operation[]
  /** The operation of a method and a path without prefix; null when nobody answers it. */
  find(method: string, path: string): Match | null
}

/** Finds the operation of a request by the templates of GitHub's description. */
export function createOperationRouter(): OperationRouter {
  const operations = readOperations(Object.keys(routes))
  const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation) }))
  return {
    operations,
    find(method, path) {
      for (const { operation, pattern } of patterns) {
        const found = operation.method === method ? pattern.exec(path) : null
        const route = routes[operation.id]
        if (found !== null && route !== undefined) return { operation, route, params: decodeAll(found.groups ?? {}) }
      }
      return null
    },
  }
}

/** Only a few parameters may hold slashes: a file's path, a ref, a comparison. */
function patternOf(operation: Operation): RegExp {
  const multiSegment = new Set(
    operation.parameters.filter((parameter) => parameter.isMultiSegment).map(({ name }) => name),
  )
  const source = operation.template.replaceAll(
    /\{(\w+)\}/gu,
    (_, name: string) => `(?<${name}>${multiSegment.has(name) ? '.+' : '[^/]+'})`,
  )
  return new RegExp(`^${source}$`, 'u')
}

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
}
