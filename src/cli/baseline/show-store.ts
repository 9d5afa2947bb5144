import { UserError } from '../../domain/core/errors.ts'
import { readStore } from './baseline-store.ts'
import { formatBaselineLines, formatNoiseLines, formatNoiseProvenance, formatProvenance } from './baseline-text.ts'
import { print, say } from '../terminal.ts'

/** The directory of the baselines. */
export type Store = { readonly dir: string }

/** Prints every file with its provenance. */
export async function listStore({ dir }: Store): Promise<void> {
  const { baselines, noise } = await readStore(dir)
  for (const { path, baseline } of baselines)
    print(`${path}  ${baseline.cases.length} cases  ${formatProvenance(baseline)}`)
  for (const { path, noise: item } of noise)
    print(`${path}  ${item.cases.length} cases  ${formatNoiseProvenance(item)}`)
}

/** Prints the samples and the noise of one testbed. */
export async function showTestbed(testbed: string, { dir }: Store): Promise<void> {
  const store = await readStore(dir)
  const baselines = store.baselines.filter(({ baseline }) => baseline.testbed.id === testbed)
  const noise = store.noise.filter((item) => item.noise.testbed.id === testbed)
  if (baselines.length + noise.length === 0)
    throw new UserError(
      `there is no baseline of testbed ${testbed} in ${dir}`,
      'See the names with `warpgauge baseline list`.',
    )
  for (const { path, baseline } of baselines) {
    print(`${path}  ${formatProvenance(baseline)}  (${baseline.provenance.reason})`)
    for (const line of formatBaselineLines(baseline)) print(line)
  }
  for (const { path, noise: item } of noise) {
    print(`${path}  ${formatNoiseProvenance(item)}`)
    for (const line of formatNoiseLines(item)) print(line)
  }
}

/** Validates every file. */
export async function checkStore({ dir }: Store): Promise<void> {
  const { baselines, noise } = await readStore(dir)
  if (baselines.length + noise.length === 0)
    throw new UserError(`${dir} holds no baseline`, 'Pass the directory of the baselines with --dir.')
  say(`${formatFileCount(baselines.length, 'baseline')} and ${formatFileCount(noise.length, 'noise')} are valid`)
}

function formatFileCount(count: number, kind: string): string {
  return `${count} ${kind} file${count === 1 ? '' : 's'}`
}
