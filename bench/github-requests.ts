import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { workflowRunEvent } from '../test/fakes/events.ts'
import { place, startEventful, type Eventful } from '../test/e2e/eventful.ts'
import { pullNumber, writeToken } from '../test/e2e/scenario.ts'
import type { Figure, Row } from './row.ts'

const aim = 'the aim of 10'

/** What one pull request costs of the 1,000 requests an hour that GitHub grants a repository's token. */
export const githubRequests: Row = {
  name: 'github-requests',
  question: 'How many requests to GitHub does a run of one pull request make, and of which kind?',
  async run() {
    if (!existsSync(join(import.meta.dirname, '../dist/index.js')))
      return { figures: [], notMeasured: [{ what: 'requests', reason: 'dist not built' }] }
    await using eventful = await startEventful()
    const runFolder = eventful.folder('measured')
    const { head, scenario } = eventful
    const measure = { eventName: 'pull_request', event: scenario.event(), clone: head }
    const publish = {
      eventName: 'workflow_run',
      event: workflowRunEvent({ repository: place, headSha: head, number: pullNumber }),
      inputs: { token: writeToken, 'run-folder': runFolder },
    }
    const measured = await asked(eventful, { ...measure, inputs: { 'run-folder': runFolder } })
    const first = await asked(eventful, publish)
    const again = await asked(eventful, publish)
    const alone = await asked(eventful, { ...measure, inputs: { token: writeToken } })
    return {
      figures: [
        requests('measure, without a token', measured),
        requests('publish, the first time on a pull request', first),
        ...Object.entries(Object.groupBy(first, (name) => name)).map(([name, all = []]) => requests(`  ${name}`, all)),
        requests('publish, a later commit or a re-run', again),
        requests('check, measured and answered in one job', alone),
      ],
      notMeasured: [],
    }
  },
}

/** The operations of GitHub's description that one step of a job asks for. */
async function asked({ act, scenario }: Eventful, occasion: Parameters<Eventful['act']>[0]): Promise<string[]> {
  const before = scenario.server.requests.length
  const { conclusion, stdout } = await act(occasion)
  if (conclusion !== 'success') throw new Error(`the step failed: ${stdout}`)
  return scenario.server.requests.slice(before).map(({ operation, method }) => operation ?? method)
}

function requests(what: string, all: readonly string[]): Figure {
  return { what, value: all.length, unit: 'requests', spread: null, count: 1, against: aim }
}
