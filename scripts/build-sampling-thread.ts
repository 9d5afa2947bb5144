import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const root = join(import.meta.dirname, '..')

/**
 * Builds the sampling thread and the replayed GPU source of the tests as JavaScript; returns the directory, which ends
 * with this process. Node strips types with WebAssembly, which crashes about one in 400 ending threads (Node 24.21).
 */
export async function buildSamplingThread(): Promise<string> {
  // Below node_modules, so that packages are found.
  const parent = join(root, 'node_modules', '.cache')
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, 'sampling-thread-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  await build({
    input: {
      'sampling-worker': join(root, 'src/io/gpu/sampling/sampling-worker.ts'),
      'replay-gpu-source': join(root, 'test/fakes/replay-gpu-source.ts'),
    },
    platform: 'node',
    external: ['koffi', 'h5wasm', 'h5wasm/node'],
    logLevel: 'warn',
    output: { dir: directory, format: 'esm', entryFileNames: '[name].js' },
  })
  return directory
}
