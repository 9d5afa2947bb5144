import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { ProcessSpec } from '../../ports/process-runner.ts'

type Command = Pick<ProcessSpec, 'argv' | 'cwd' | 'env' | 'confinement'>

/** Explains why a command did not start; names the program, the directory, the PATH or the permission. */
export function explainStartFailure(command: Command, code: string | undefined, message: string): string {
  const program = command.argv[0] ?? ''
  const unstartable = explainUnstartable(command)
  if (unstartable !== null) return unstartable
  if (code === 'ENOENT') return explainMissing(command, program)
  if (code === 'EACCES') return explainForbidden(command, program)
  if (code === 'E2BIG') return `the arguments and environment of ${program} are longer than the system allows`
  return `${program} could not be started: ${message}`
}

/** Why this command cannot start at all; null when it can. */
export function explainUnstartable({ argv, cwd }: Pick<Command, 'argv' | 'cwd'>): string | null {
  if ((argv[0] ?? '') === '') return 'the command is empty'
  return isDirectory(cwd) ? null : `the working directory ${cwd} does not exist`
}

function explainMissing(command: Command, program: string): string {
  const found = locate(command, program, isFile)
  if (found && command.confinement)
    return `${found} or its interpreter${readInterpreter(found)} cannot be reached in the sandbox (docs/security.md#the-sandbox)`
  if (found) return `${found} exists, but its interpreter${readInterpreter(found)} does not`
  if (program.includes('/')) return `${resolve(command.cwd, program)} does not exist`
  const path = command.env['PATH']
  return path ? `${program} was not found on PATH (${path})` : `${program} was not found, because PATH is not set`
}

function explainForbidden(command: Command, program: string): string {
  const found = locate(command, program, isFile)
  if (!found) return `${program} cannot be executed: permission denied for a parent directory`
  if (isExecutable(found)) return `${found} cannot be executed, although its mode allows it (noexec mount or policy)`
  return `${found} cannot be executed: mode ${formatMode(found)} has no execute permission for this user (chmod +x)`
}

function locate(command: Command, program: string, accept: (path: string) => boolean): string | undefined {
  if (program.includes('/')) return [resolve(command.cwd, program)].find(accept)
  const folders = command.env['PATH']?.split(delimiter) ?? []
  return folders.map((folder) => join(resolve(command.cwd, folder), program)).find(accept)
}

function readInterpreter(path: string): string {
  const buffer = Buffer.alloc(256)
  const descriptor = openSync(path, 'r')
  const length = readSync(descriptor, buffer)
  closeSync(descriptor)
  const line = /^#!\s*(\S+)/.exec(buffer.toString('utf8', 0, length))
  return line ? ` ${line[1]}` : ''
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function formatMode(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8).padStart(4, '0')
}
