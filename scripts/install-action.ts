import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Copies the built action as a workflow would download it: no
 * sources, no node_modules. Returns a directory that ends
 * with this process: `action`, and room for the code that Node compiles from it (`compiled`). One copy for all tests,
 * because Node finds compiled code by the path of its source.
 */
export function installAction(): string {
  const directory = mkdtempSync(join(tmpdir(), 'warpgauge-installed-'))
  // Some tests read it as another user.
  chmodSync(directory, 0o755)
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  for (const name of ['dist', 'examples', 'action.yml', 'package.json'])
    cpSync(join(root, name), join(directory, 'action', name), { recursive: true })
  return directory
}
