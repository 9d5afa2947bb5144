import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventPayload } from './events.ts'
import { installedAction } from './installed-action.ts'

/** nektos/act, a runner that is not GitHub's; null: not on this machine (`go install github.com/nektos/act@latest`). */
export function findAct(): string | null {
  const places = [process.env['WARPGAUGE_ACT'] ?? 'act', join(process.env['HOME'] ?? '', 'go/bin/act')]
  return places.find((place) => spawnSync(place, ['--version']).status === 0) ?? null
}

export type ActRequest = {
  /** Path of the workflow below `clone`. */
  readonly workflow: string
  readonly eventName: string
  readonly event: EventPayload
  /** The checkout that act starts in: its HEAD is GITHUB_SHA. */
  readonly clone: string
  /** The bare repository that `actions/checkout` clones. */
  readonly hub: string
  /** Artifacts lie here from one workflow to the next. */
  readonly artifacts: string
  readonly apiUrl: string
  readonly token: string
}

export type ActRun = {
  readonly exitCode: number | null
  readonly output: string
  /** Job and result, in the order in which they ended; a job whose condition is not met is not listed. */
  readonly jobs: readonly string[]
}

// Stand-ins for what this machine cannot fetch: the same inputs, with git and files in place of GitHub's services.
const standIns = {
  checkout: {
    inputs: ['ref', 'path', 'persist-credentials', 'fetch-depth'],
    run: `mkdir -p "\${FROM:-.}" && cd "\${FROM:-.}"
find . -mindepth 1 -delete
git init --quiet .
git remote add origin "file://$STAND_IN_HUB"
git fetch --quiet --tags origin '+refs/heads/*:refs/remotes/origin/*' '+refs/pull/*:refs/pull/*'
git checkout --quiet --detach "$(git rev-parse --verify --quiet "origin/$REF^{commit}" || echo "\${REF:-$GITHUB_SHA}")"`,
  },
  'upload-artifact': {
    inputs: ['name', 'path', 'overwrite', 'retention-days'],
    run: 'mkdir -p "$STAND_IN_ARTIFACTS/$NAME" && cp -R "$FROM/." "$STAND_IN_ARTIFACTS/$NAME"',
  },
  'download-artifact': {
    inputs: ['name', 'path', 'run-id', 'github-token', 'pattern'],
    run: 'mkdir -p "$FROM" && if [ "$PATTERN" ]; then cp -R "$STAND_IN_ARTIFACTS"/$PATTERN "$FROM"; else cp -R "$STAND_IN_ARTIFACTS/$NAME/." "$FROM"; fi',
  },
} as const

/** Versions that the workflows pin. */
const pins = {
  checkout: '3d3c42e5aac5ba805825da76410c181273ba90b1',
  'upload-artifact': '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a',
  'download-artifact': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c',
} as const

/** Runs one workflow with act on this host, without Docker. */
export async function runAct(act: string, request: ActRequest): Promise<ActRun> {
  const { clone, artifacts } = request
  const place = mkdtempSync(join(artifacts, '..', 'act-'))
  const payload = join(place, 'event.json')
  writeFileSync(payload, JSON.stringify(request.event))
  const names = Object.keys(standIns) as (keyof typeof standIns)[]
  const environment = {
    GITHUB_API_URL: request.apiUrl,
    GITHUB_REPOSITORY: request.event.repository.full_name,
    STAND_IN_HUB: request.hub,
    STAND_IN_ARTIFACTS: artifacts,
  }
  const options = [
    ['workflows', request.workflow],
    ['eventpath', payload],
    ['secret', `GITHUB_TOKEN=${request.token}`],
    ...['ubuntu-latest', 'self-hosted', 'gpu', 'production'].map((label) => ['platform', `${label}=-self-hosted`]),
    ['local-repository', `OWNER/warpgauge@v0=${installedAction}`],
    ...names.map((name) => ['local-repository', `actions/${name}@${pins[name]}=${writeStandIn(place, name)}`]),
    ...Object.entries(environment).map((entry) => ['env', entry.join('=')]),
  ] as const
  const words = [request.eventName, '--no-skip-checkout', '--action-offline-mode', '--json'].concat(
    options.flatMap(([name, value]) => [`--${name}`, value]),
  )
  const home = join(place, 'home')
  mkdirSync(home)
  return await new Promise((resolve, reject) => {
    const child = spawn(act, words, {
      cwd: clone,
      env: { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (exitCode) => {
      const lines = parseLines(output)
      resolve({
        exitCode,
        output: lines.map(({ jobID = '', msg = '' }) => `${jobID} ${msg.trimEnd()}`).join('\n'),
        jobs: lines.flatMap(({ jobID, jobResult }) => (jobResult === undefined ? [] : [`${jobID}: ${jobResult}`])),
      })
    })
  })
}

function writeStandIn(place: string, name: keyof typeof standIns): string {
  const { inputs, run } = standIns[name]
  const folder = join(place, name)
  mkdirSync(folder)
  const action = {
    name,
    description: name,
    inputs: Object.fromEntries(inputs.map((input) => [input, { description: input, default: '' }])),
    runs: {
      using: 'composite',
      steps: [
        {
          shell: 'bash',
          run,
          env: {
            REF: '${{ inputs.ref }}',
            NAME: '${{ inputs.name }}',
            FROM: '${{ inputs.path }}',
            PATTERN: '${{ inputs.pattern }}',
          },
        },
      ],
    },
  }
  // JSON is YAML.
  writeFileSync(join(folder, 'action.yml'), JSON.stringify(action))
  return folder
}

type Line = { readonly job?: string; readonly jobID?: string; readonly msg?: string; readonly jobResult?: string }

/** Lines of act; what is not JSON is a message of its own. */
function parseLines(output: string): Line[] {
  return output.split('\n').map((line) => (line.startsWith('{') ? (JSON.parse(line) as Line) : { msg: line }))
}
