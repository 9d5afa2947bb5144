import { timeBareProcess } from './bare-process.ts'

/** A program of a fixed amount of arithmetic: a loop until a deadline would hide what slows it down. */
export function arithmetic(turns: number): string {
  return `let x = 1; for (let i = 0; i < ${turns}; i += 1) x = (x * 31 + i) | 0; process.exitCode = x === 0.5 ? 1 : 0`
}

/** How many turns take about a second in a process of their own, its start included. */
export async function turnsOfOneSecond(env: Readonly<Record<string, string>>): Promise<number> {
  const calibration = 200_000_000
  const timeOf = (turns: number): Promise<number> => timeBareProcess([process.execPath, '-e', arithmetic(turns)], env)
  const [idleMs, loopMs] = [await timeOf(0), await timeOf(calibration)]
  return Math.round((calibration * (1000 - idleMs)) / (loopMs - idleMs))
}
