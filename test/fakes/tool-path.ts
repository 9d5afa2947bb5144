import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../fixtures/bin')

/** A PATH on which only the tools put there stand before the system's own. */
export type ToolPath = Disposable & {
  readonly folder: string
  readonly path: string
  /** Links a program of test/fixtures/bin under the name of a tool. */
  link(tool: string, program: string): ToolPath
  /** A tool that is this shell script. */
  script(tool: string, script: string): ToolPath
}

export function openToolPath(): ToolPath {
  const folder = mkdtempSync(join(tmpdir(), 'tools-'))
  const tools: ToolPath = {
    folder,
    path: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`,
    link(tool, program) {
      symlinkSync(join(bin, program), join(folder, tool))
      return tools
    },
    script(tool, script) {
      writeFileSync(join(folder, tool), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder, tool), 0o755)
      return tools
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
  return tools
}

/**
 * The PATH of this process without one tool. The other programs of its directory are linked in a new one, which ends
 * with this process.
 */
export function hideTool(tool: string): string {
  const places = (process.env['PATH'] ?? '').split(delimiter)
  return places.map((place) => (existsSync(join(place, tool)) ? linkOthers(place, tool) : place)).join(delimiter)
}

function linkOthers(place: string, tool: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tools-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const others = readdirSync(place).filter((name) => name !== tool)
  for (const name of others) symlinkSync(join(place, name), join(folder, name))
  return folder
}
