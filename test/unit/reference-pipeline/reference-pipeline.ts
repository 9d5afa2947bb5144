import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const examples = join(import.meta.dirname, '../../../examples')

export const headDirectory = join(examples, 'reference-pipeline')
export const lambda = join(headDirectory, 'data/lambda_virus.fa')

export type Finished = {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** Of all threads. */
  readonly processorSeconds: number
}

/** At its end the process writes the processor time of all its threads to descriptor 3, in microseconds. */
const tellProcessorTime = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, String(user + system))
})`)}`

/** Runs the real command line in a process of its own. */
export async function runPipeline(args: readonly string[], directory = headDirectory): Promise<Finished> {
  const child = spawn(process.execPath, ['--import', tellProcessorTime, join(directory, 'pipeline.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  let told = ''
  child.stdio[3]?.on('data', (chunk: Buffer) => (told += chunk.toString()))
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => (output[stream] += text))
  const exitCode = await new Promise<number | null>((settle, reject) => child.on('close', settle).on('error', reject))
  return { exitCode, ...output, processorSeconds: Number(told) / 1e6 }
}

/** Version 1.0 as the demo repository holds it: its own files over those of the head. */
export async function buildFirstVersion(directory: string): Promise<string> {
  await cp(headDirectory, directory, { recursive: true })
  await cp(join(examples, 'reference-pipeline-v1.0'), directory, { recursive: true })
  return directory
}

/** A module of the head, untyped as plain JavaScript is; the caller says what it expects of it. */
export async function pipelineModule<Module>(name: string): Promise<Module> {
  return (await import(join(headDirectory, name))) as Module
}

/** Rows of a tab-separated table, header first. */
export async function readTable(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}

export type Scratch = AsyncDisposable & { readonly path: string }

export async function scratchDirectory(): Promise<Scratch> {
  const path = await mkdtemp(join(tmpdir(), 'reference-pipeline-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
