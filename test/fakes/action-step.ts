import { compileCache } from './installed-action.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inputEnvironment, readManifest, unexpectedInputs } from './action-manifest.ts'
import type { EventPayload } from './events.ts'
import { createCommandFiles } from './file-commands.ts'
import type { CommandFiles } from './file-commands.ts'
import { runnerEnvironment } from './runner-environment.ts'
import { annotate, createCommandReader } from './workflow-commands.ts'
import type { CommandReader } from './workflow-commands.ts'

/** What a workflow and its event say about a step. */
export type StepOptions = {
  readonly actionYml: string
  readonly inputs?: Readonly<Record<string, string>>
  readonly event: EventPayload
  readonly eventName: string
  /** Over everything else; an empty value is set, not removed. */
  readonly env?: Readonly<Record<string, string>>
  /** The workspace; an empty folder when absent. */
  readonly cwd?: string
  /** Base address of the REST API (GITHUB_API_URL), such as the `url` of a fake GitHub. */
  readonly serverUrl?: string
  /** The value of `github.token`, for the default of an input. */
  readonly token?: string
  /** State that `main` left for `post`. */
  readonly state?: Readonly<Record<string, string>>
  /** RUNNER_TEMP, which outlives the run; a folder that is removed afterwards when absent. */
  readonly runnerTemp?: string
  /** Shared by the steps of one job; a new one when absent. */
  readonly trackingId?: string
}

/** A step that is ready to start. */
export type Step = {
  readonly env: Record<string, string>
  readonly workspace: string
  readonly files: CommandFiles
  readonly reader: CommandReader
  readonly trackingId: string
  /** The folder of all that lives only as long as the step. */
  readonly root: string
}

/** The folders, files and environment of a step. Of the caller's own environment only PATH is passed on. */
export async function prepareStep(options: StepOptions): Promise<Step> {
  const root = await mkdtemp(join(tmpdir(), 'mini-runner-'))
  const { cwd: workspace = join(root, 'work'), runnerTemp = join(root, 'temp') } = options
  const { trackingId = newTrackingId(), serverUrl: apiUrl = 'http://127.0.0.1:9' } = options
  const { event, eventName } = options
  const [home, eventPath] = [join(root, 'home'), join(root, 'event.json')]
  for (const directory of [home, workspace, runnerTemp]) await mkdir(directory, { recursive: true })
  await writeFile(eventPath, JSON.stringify(event))
  const files = await createCommandFiles(runnerTemp)
  const env = {
    ...compileCache,
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ...runnerEnvironment({ eventName, event, apiUrl, workspace, runnerTemp, trackingId }),
    GITHUB_EVENT_PATH: eventPath,
    ...files,
    ...stepVariables(options, workspace),
  }
  return { env, workspace, files, reader: createReader(options), trackingId, root }
}

/** An id as the runner gives one to each job. */
export function newTrackingId(): string {
  return `github_${randomUUID()}`
}

function stepVariables(
  { actionYml, inputs, token, state, env }: StepOptions,
  workspace: string,
): Record<string, string> {
  const expressions = { 'github.token': token ?? '', 'github.workspace': workspace }
  const saved = Object.entries(state ?? {}).map(([name, value]) => [`STATE_${name}`, value] as const)
  return {
    ...inputEnvironment(readManifest(actionYml), inputs ?? {}, expressions),
    ...Object.fromEntries(saved),
    ...env,
  }
}

function createReader({ actionYml, inputs }: StepOptions): CommandReader {
  const reader = createCommandReader()
  for (const name of unexpectedInputs(readManifest(actionYml), inputs ?? {})) {
    annotate(reader.log, { level: 'warning', message: `Unexpected input(s) '${name}'`, properties: {} })
  }
  return reader
}
