import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'

/** `warpgauge merge`: joins the run folders of a job matrix and judges the result. */
export function addMerge(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('merge')
    .description('Join the run folders of a job matrix into one')
    .argument('<dir...>', 'run folders of one commit and config')
    .requiredOption('--out <dir>', 'run folder to create')
    .action(async (directories: string[], { out }: { out: string }) => {
      const { mergeFolders } = await import('./merge-folders.ts')
      exit(await mergeFolders(directories, out))
    })
}
