import { execa } from 'execa'

/** What a program used, from its start to its exit. */
export type Spent = {
  readonly durationMs: number
  /** Of all its threads. */
  readonly cpuSeconds: number
  readonly peakKilobytes: number
}

/** Runs inside the measured Node process. The peak is read from the kernel: getrusage counts the parent as well. */
const report = `import { readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const peakKilobytes = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  writeSync(2, '\\n' + JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakKilobytes }))
})`

/** Runs a Node program that need not know that it is measured. */
export function spentByNode(argv: readonly string[]): Promise<Spent> {
  const hook = `data:text/javascript,${encodeURIComponent(report)}`
  return spentBy([process.execPath, '--import', hook, ...argv])
}

/** Runs a program that writes what it spent as the last line of its standard error. Throws when it fails. */
export async function spentBy(argv: readonly string[]): Promise<Spent> {
  const [file = '', ...rest] = argv
  const started = performance.now()
  const { stderr } = await execa(file, rest)
  const durationMs = performance.now() - started
  const own = JSON.parse(stderr.slice(stderr.lastIndexOf('\n') + 1)) as Omit<Spent, 'durationMs'>
  return { durationMs, ...own }
}
