import { readFile, realpath } from 'node:fs/promises'
import { execa } from 'execa'
import type { ChangePointsOf } from './change-points-of.ts'

/** Times Otava's own function inside its own interpreter, so that neither Python's start nor the reading of files counts. */
const program = `
import json, resource, sys, time
from otava.analysis import compute_change_points
repeats, results = int(sys.argv[1]), []
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
histories = json.load(sys.stdin)
compute_change_points(histories[0])
for values in histories:
    before, times = peak(), []
    for _ in range(repeats):
        started = time.perf_counter()
        found, _weak = compute_change_points(values)
        times.append((time.perf_counter() - started) * 1000)
    results.append({"count": len(values), "found": len(found), "timesMs": times, "grownBytes": peak() - before})
print(json.dumps(results))
`

const environmentName = 'WARPGAUGE_BENCH_OTAVA'
const timeoutMs = 120_000

/** What Otava (default settings) makes of these histories; a reason when it cannot be asked. */
export async function askOtava(
  histories: readonly (readonly number[])[],
  repeats: number,
): Promise<{ readonly measured: readonly ChangePointsOf[] } | { readonly reason: string }> {
  const command = process.env[environmentName] ?? (await execa('which', ['otava'], { reject: false })).stdout
  if (!command) return { reason: `otava is not on this machine; name its command with ${environmentName}` }
  const python = await interpreterOf(command).catch(() => null)
  if (!python) return { reason: `${command} does not say which Python runs it` }
  const asked = await execa(python, ['-c', program, String(repeats)], {
    input: JSON.stringify(histories),
    timeout: timeoutMs,
    reject: false,
  })
  if (asked.timedOut) return { reason: `otava took more than ${timeoutMs / 1000} s` }
  if (asked.failed) return { reason: `otava failed: ${asked.stderr.trim().split('\n').at(-1)}` }
  return { measured: JSON.parse(asked.stdout) as ChangePointsOf[] }
}

/** The first line of the command that pip wrote. */
async function interpreterOf(command: string): Promise<string | null> {
  const text = await readFile(await realpath(command), 'utf8')
  return /^#!\s*(\S+)/.exec(text)?.[1] ?? null
}
