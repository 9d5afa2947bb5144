import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../fixtures/bin')

const gpuTools = ['nvidia-smi', 'amd-smi', 'rocm-smi']

/** A PATH of the tools put there and the system's own, without those of its GPUs. */
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
    path: [folder, dirname(process.execPath), hideTools(gpuTools, '/usr/bin:/bin')].join(delimiter),
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

/** Variables with which a program sees no GPU of this machine. */
export function hideGpus(): { readonly PATH: string; readonly LD_LIBRARY_PATH: string } {
  const folder = openFolder()
  // The loader takes the first library with the name and stops where it cannot.
  writeFileSync(join(folder, 'libnvidia-ml.so.1'), '')
  return { PATH: hideTools(gpuTools), LD_LIBRARY_PATH: folder }
}

/**
 * A PATH without some tools. The other programs of their directories are linked in a new one, which ends with this
 * process.
 */
export function hideTools(tools: readonly string[], path = process.env['PATH'] ?? ''): string {
  const hasTool = (place: string) => tools.some((tool) => existsSync(join(place, tool)))
  const places = path.split(delimiter)
  return places.map((place) => (hasTool(place) ? linkOthers(place, tools) : place)).join(delimiter)
}

function linkOthers(place: string, tools: readonly string[]): string {
  const folder = openFolder()
  const others = readdirSync(place).filter((name) => !tools.includes(name))
  for (const name of others) symlinkSync(join(place, name), join(folder, name))
  return folder
}

/** A folder that ends with this process. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tools-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
