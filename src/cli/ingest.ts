import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'

/** `warpgauge ingest`: builds a run folder from existing outputs. Exit 0: built; `report` gives the verdict. */
export function addIngest(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('ingest')
    .description('Build a run folder from existing outputs')
    .argument('<manifest>', 'JSON with the config, the cases and their files (docs/ingest.md)')
    .requiredOption('--out <dir>', 'run folder to create')
    .action(async (path: string, { out }: { out: string }) => {
      const { ingestManifest } = await import('./ingest-manifest.ts')
      await ingestManifest(resolve(path), resolve(out))
      exit(0)
    })
}
