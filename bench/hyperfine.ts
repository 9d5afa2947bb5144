import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'

/** What hyperfine says about a command, in milliseconds; a reason when it cannot be asked. Writes into `folder`. */
export async function askHyperfine(
  argv: readonly string[],
  runs: number,
  folder: string,
): Promise<{ readonly timesMs: readonly number[] } | { readonly reason: string }> {
  const quoted = argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const exported = join(folder, 'hyperfine.json')
  const options = ['--shell=none', '--warmup=2', `--runs=${runs}`, '--style=none', `--export-json=${exported}`]
  const result = await execa('hyperfine', [...options, quoted], { reject: false })
  if (result.code === 'ENOENT') return { reason: 'hyperfine is not installed' }
  if (result.failed) return { reason: `hyperfine failed: ${result.stderr.trim().split('\n').at(-1)}` }
  const { results } = JSON.parse(await readFile(exported, 'utf8')) as { results: { times: number[] }[] }
  return { timesMs: (results[0]?.times ?? []).map((seconds) => seconds * 1000) }
}
