import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ActionStep, Runner, StepEvent } from '../../src/action/action-step.ts'
import type * as actionMain from '../../src/wiring/action-main.ts'
import type * as actionPost from '../../src/wiring/action-post.ts'
import type { Step } from './action-step.ts'
import { compileCache } from './installed-action.ts'
import { findTrackedProcesses } from './tracked-processes.ts'

/** How long children of a step may take to notice its end. */
const endingMs = 2000

// vitest would transform what `import` loads.
const load = createRequire(import.meta.url)
enableCompileCache(compileCache.NODE_COMPILE_CACHE)

/** Runs a step of the built action in this process and gives its exit code; `write` gets its lines. */
export async function runInside(
  { actionYml, entry = 'main' }: { readonly actionYml: string; readonly entry?: 'main' | 'post' },
  { env, workspace, trackingId }: Step,
  write: (line: string) => void,
): Promise<number> {
  const { runner, readExitCode } = createRunner(env, write)
  const step: ActionStep = { env, cwd: () => workspace, event: readEvent(env), runner }
  const path = join(dirname(actionYml), 'dist', 'chunks', `action-${entry}.js`)
  if (entry === 'main') await (load(path) as typeof actionMain).runAction(step, new AbortController().signal)
  else await (load(path) as typeof actionPost).cleanUp(step)
  await endChildren(trackingId)
  return readExitCode()
}

type Variables = Step['env']

function readEvent(env: Variables): StepEvent {
  const { GITHUB_EVENT_NAME = '', GITHUB_REF = '', GITHUB_SHA = '', GITHUB_SERVER_URL = '' } = env
  return {
    eventName: GITHUB_EVENT_NAME,
    ref: GITHUB_REF,
    sha: GITHUB_SHA,
    serverUrl: GITHUB_SERVER_URL,
    runId: Number(env['GITHUB_RUN_ID']),
    payload: JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8')) as StepEvent['payload'],
  }
}

/** What a process that has nothing left to do tells itself: git then ends. */
async function endChildren(trackingId: string): Promise<void> {
  process.emit('beforeExit', 0)
  const untilMs = performance.now() + endingMs
  while (findTrackedProcesses(trackingId).length > 0 && performance.now() < untilMs) await delay(5)
}

/** The commands of GitHub's documentation, written as `@actions/core` does. */
function createRunner(env: Variables, write: (line: string) => void) {
  let exitCode = 0
  const command = (name: string) => (text: string) => write(`::${name}::${escapeData(text)}`)
  const error = command('error')
  const runner: Runner = {
    debug: command('debug'),
    notice: command('notice'),
    warning: command('warning'),
    error,
    info: write,
    setSecret: command('add-mask'),
    getInput: (name) => (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim(),
    getState: (name) => env[`STATE_${name}`] ?? '',
    setOutput: (name, value) => appendValue(env['GITHUB_OUTPUT'], name, value),
    saveState: (name, value) => appendValue(env['GITHUB_STATE'], name, value),
    setFailed(message) {
      exitCode = 1
      error(message)
    },
    writeSummary: async (markdown) => writeFileSync(env['GITHUB_STEP_SUMMARY'] ?? '', markdown),
  }
  return { runner, readExitCode: () => exitCode }
}

function appendValue(file: string | undefined, name: string, value: string): void {
  const end = `end-${randomUUID()}`
  appendFileSync(file ?? '', `${name}<<${end}\n${value}\n${end}\n`)
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
