import type { PairAnswer, PairRequest } from './pair.ts'

type Numbers = Omit<PairAnswer, 'reason'>

/** One sentence that says what the runs show and why that is the verdict. */
export function explainPair(answer: Numbers, request: PairRequest, minEffect: number): string {
  const [low, high] = answer.interval ?? [0, 0]
  const runs = `${request.base.length} against ${request.head.length} runs`
  const seen = `${signed(answer.effect ?? 0)} (95 % interval ${signed(low)} to ${signed(high)}, ${runs})`
  return `${seen}: ${conclusion(answer, request, share(minEffect))}`
}

function conclusion({ verdict, resolution }: Numbers, request: PairRequest, limit: string): string {
  if (verdict === 'unchanged') return `a slowdown of ${limit} is ruled out`
  if (verdict === 'inconclusive') return openEnd(resolution, request, limit)
  const direction = verdict === 'regression' ? 'slower' : 'faster'
  return `${direction} by more than half of the minimum effect of ${limit} and by more than chance explains`
}

function openEnd(resolution: number | null, { base, head, max_runs: cap }: PairRequest, limit: string): string {
  const reach =
    resolution === null
      ? 'so few runs cannot show any slowdown'
      : `these runs could have shown a slowdown of ${share(resolution)}`
  const isCapped = cap !== undefined && Math.min(base.length, head.length) >= cap
  return `does not settle whether it is slower by ${limit}; ${reach}${isCapped ? ', and no more runs are allowed' : ''}`
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${share(value)}`
}

function share(value: number): string {
  const percent = value * 100
  return `${Math.abs(percent) < 1 ? percent.toFixed(2) : percent.toFixed(1)} %`
}
