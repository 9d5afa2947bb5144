import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const commit = '1f0c3b5a79d24e8860b7a1c2d3e4f5061728394a'

/** What GitHub sends when the workflow that measured has ended. */
const event = {
  action: 'completed',
  repository: { id: 1, name: 'pipeline', full_name: 'octo/pipeline', owner: { login: 'octo' } },
  workflow_run: {
    id: 7,
    event: 'pull_request',
    head_sha: commit,
    head_branch: 'topic',
    head_repository: { id: 2 },
    conclusion: 'success',
    html_url: 'https://github.example/octo/pipeline/actions/runs/7',
  },
}

/** Lays out what a runner gives to the Action in mode publish, and returns its whole environment. */
export async function writePublishRun(folder: string, apiUrl: string): Promise<Readonly<Record<string, string>>> {
  const files = ['event.json', 'output', 'summary', 'state', 'env', 'path'].map((name) => join(folder, name))
  const [eventPath = '', output = '', summary = '', state = '', env = '', path = ''] = files
  await writeFile(eventPath, JSON.stringify(event))
  for (const file of [output, summary, state, env, path]) await writeFile(file, '')
  await mkdir(join(folder, 'run'), { recursive: true })
  return {
    PATH: dirname(process.execPath),
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: apiUrl,
    GITHUB_SERVER_URL: apiUrl,
    GITHUB_EVENT_NAME: 'workflow_run',
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_REPOSITORY: 'octo/pipeline',
    GITHUB_RUN_ID: '8',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_SHA: commit,
    GITHUB_WORKSPACE: folder,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_STATE: state,
    GITHUB_ENV: env,
    GITHUB_PATH: path,
    RUNNER_TEMP: folder,
    INPUT_MODE: 'publish',
    INPUT_TOKEN: 'a-token-of-the-benchmark',
    'INPUT_RUN-FOLDER': join(folder, 'run'),
  }
}
