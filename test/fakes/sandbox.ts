import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createSandbox } from '../../src/io/sandbox/bubblewrap-sandbox.ts'
import type { Confinement } from '../../src/ports/process-runner.ts'
import { mayLack } from './needs.ts'

/** A sandbox for one command below `folder`: `home`, `tmp` and `tree` are its own, `hidden` is out of reach. */
export function aConfinement(folder: string, overrides: Partial<Confinement> = {}): Confinement {
  const at = (name: string): string => {
    mkdirSync(join(folder, name), { recursive: true })
    return join(folder, name)
  }
  // The node of this checkout, which may lie in /tmp.
  const lists = { readable: [dirname(process.execPath)], named: [], covered: [] }
  return { home: at('home'), tmp: at('tmp'), writable: [at('tree')], hidden: [at('hidden')], ...lists, ...overrides }
}

/** Whether no sandbox works on this machine, so that its tests are skipped; `mayLack` says when that is refused. */
export async function lacksSandbox(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-probe-'))
  const problem = await createSandbox(folder, process.env).probe(aConfinement(folder))
  const remedy = 'install bubblewrap, and allow unprivileged user namespaces; a container needs them from its host'
  return mayLack('a sandbox', { remedy, problem })
}
