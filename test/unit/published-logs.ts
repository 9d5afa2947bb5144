/** Figures of one run, as they are published; everything that the pipeline writes about it follows from them. */
export type RunFigures = {
  readonly model: string
  /** Seconds of the nine stages, in their order. */
  readonly stages: readonly number[]
  readonly sequences: number
  readonly predictions: number
  readonly consensus: number
  readonly workers: readonly WorkerFigures[]
  /** Batches of all workers together. */
  readonly batches: number
  readonly waitMeanMs: number
  readonly waitMaxMs: number
  /** Warnings of low utilisation, all workers together. */
  readonly warnings: number
  /** Lowest and highest utilisation that was seen. */
  readonly utilization: readonly [low: number, high: number]
}

export type WorkerFigures = {
  readonly sequences: number
  readonly sequencesPerSecond: number
  readonly tokensPerSecond: number
}

export type ComparisonFigures = {
  readonly mode: 'consensus' | 'per-frame'
  readonly equal: number
  readonly different: number
  /** Mean and median; absent: labels alone were compared. */
  readonly scores?: readonly [mean: number, median: number]
}

export type PublishedFigures = {
  readonly runs: Readonly<Record<string, RunFigures>>
  readonly comparisons: Readonly<Record<string, ComparisonFigures>>
  readonly tokenBudget: number
  readonly printedPacking: number
}

/** As the pipeline prints them, in the order in which they run. */
export const stageNames = [
  'Sequence Chunking',
  'Six-Frame Translation',
  'Nucleotide File Splitting',
  'Protein File Splitting',
  'DNABERT-S Feature Extraction',
  'ESM-2 Feature Extraction',
  'Feature Merging',
  'Model Prediction',
  'Consensus Scoring',
]
const startMs = Date.UTC(2026, 1, 8, 12)

/** The files that the pipeline would have left, by their path in the folder. */
export function publishedLogs(figures: PublishedFigures): Record<string, string> {
  const runs = Object.entries(figures.runs).flatMap(([name, run]) => [
    [`${name}/pipeline.log`, pipelineLog(run)] as const,
    [`${name}/gpu_metrics_20260208_120000.log`, gpuLog(run)] as const,
    ...run.workers.map(
      (worker, rank) => [`${name}/worker_${rank}.log`, workerLog(rank, worker, run, figures)] as const,
    ),
  ])
  const comparisons = Object.entries(figures.comparisons).map(
    ([name, comparison]) => [`compare/${name}.txt`, comparisonText(comparison)] as const,
  )
  return Object.fromEntries([...runs, ...comparisons])
}

function pipelineLog({ model, stages, ...run }: RunFigures): string {
  const total = stages.reduce((sum, seconds) => sum + seconds, 0)
  let elapsed = 0
  const lines = stages.flatMap((seconds, index) => {
    const opened = line(elapsed, `=== Stage ${index + 1}: ${stageNames[index]} ===`)
    elapsed += seconds
    return [opened, line(elapsed, `  ${stageNames[index]} completed in ${seconds.toFixed(1)}s [${extras(index, run)}]`)]
  })
  const width = Math.max(...stageNames.map((name) => name.length)) + 4
  const rows = stages.map((seconds, index) => {
    const name = `${stageNames[index]} `.padEnd(width + 1, '.')
    const share = ((seconds / total) * 100).toFixed(1).padStart(5)
    return `  ${index + 1}. ${name} ${seconds.toFixed(1).padStart(7)}s (${share}%)`
  })
  const summary = [
    '='.repeat(80),
    'PIPELINE SUMMARY',
    '='.repeat(80),
    `Total wall time: ${clock(total)} (${total.toFixed(1)}s)`,
    'Stages:',
    ...rows,
    'Key metrics:',
    `  Sequences processed: ${thousands(2 * run.sequences)}`,
    '  ESM-2 architecture: v2.0 (async DataLoader + FlashAttention)',
    '='.repeat(80),
    'Pipeline completed successfully!',
  ]
  const head = [`  Model: ${model}`].map((message) => line(0, message))
  return [...head, ...lines, ...summary.map((message) => line(total, message)), ''].join('\n')
}

function extras(
  index: number,
  { sequences, predictions, consensus }: Pick<RunFigures, 'sequences' | 'predictions' | 'consensus'>,
): string {
  if (index < 2) return `sequences: ${thousands(sequences)}`
  if (index === 7) return `predictions: ${thousands(predictions)}`
  return index === 8 ? `consensus_sequences: ${thousands(consensus)}` : 'files: 80'
}

function line(seconds: number, message: string): string {
  const time = new Date(startMs + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return `${time} - virnucpro.pipeline.telemetry - INFO - ${message}`
}

/** One check of the queue in ten batches, and as many warnings among them as were counted. */
function workerLog(rank: number, worker: WorkerFigures, run: RunFigures, figures: PublishedFigures): string {
  const { sequences, sequencesPerSecond: rate, tokensPerSecond: tokens } = worker
  const batches = partOf(run.batches, run.workers.length, rank)
  const warnings = partOf(run.warnings, run.workers.length, rank)
  const say = (message: string, from = 'virnucpro.pipeline.async_inference'): string =>
    `2026-02-08 12:10:00,000 - Worker ${rank} - ${from} - INFO - ${message}`
  const checks = Array.from({ length: Math.floor(batches / 10) }, (_, index) => [
    say(`Batch ${index * 10}: wait=${run.waitMeanMs}ms, seqs=321, tokens=16371, queue_state=full`),
    ...(index < warnings ? [say('Mild I/O bottleneck: GPU utilization 72.0% (threshold: 80%).')] : []),
  ]).flat()
  const packing = `${figures.printedPacking.toFixed(1)}% pack eff`
  return [
    say(`Worker ${rank}/${run.workers.length} starting`, `gpu_worker_${rank}`),
    say(`Assigned ${sequences} sequences`, `gpu_worker_${rank}`),
    say(`Dynamic token budget: ${figures.tokenBudget}`),
    ...checks,
    say(
      `Batch ${batches - 1}: ${sequences}/${sequences} (100.0%) | ${packing}, ${thousands(tokens)} tok/s, ${rate.toFixed(1)} seq/s, ETA: 0.0m`,
    ),
    say(`Async inference complete: ${sequences} sequences, ${rate.toFixed(1)} seq/s, ${tokens} tokens/s`),
    say(`DataLoader stats: avg_wait=${run.waitMeanMs}ms, max_wait=${run.waitMaxMs}ms, packing_efficiency=0.00%`),
    say(`Worker ${rank} completed successfully`, `gpu_worker_${rank}`),
    '',
  ].join('\n')
}

/** Utilisation goes up and down between what was seen lowest and highest. */
function gpuLog({ stages, workers, utilization: [low, high] }: RunFigures): string {
  const seconds = stages.reduce((sum, one) => sum + one, 0)
  const gpus = workers.map((_, gpu) => gpu)
  const rows = Array.from({ length: Math.floor(seconds / 20) }, (_, index) =>
    gpus.map((gpu) => {
      const value = low + ((high - low) * Math.abs(((index + gpu) % 20) - 10)) / 10
      return `${(startMs / 1000 + index * 20).toFixed(3)},${gpu},${value.toFixed(1)},6198.9,25.2,61,318542,inference`
    }),
  ).flat()
  return [
    '# GPU Monitoring Log',
    `# Started: ${new Date(startMs).toISOString().slice(0, 19)}`,
    `# Devices: [${gpus.join(', ')}]`,
    '# Nvitop: available',
    '#',
    '# timestamp,device_id,gpu_util,mem_used_mb,mem_percent,temperature,power_draw,stage',
    ...rows,
    '',
  ].join('\n')
}

function comparisonText({ mode, equal, different, scores }: ComparisonFigures): string {
  const total = equal + different
  const rule = '='.repeat(80)
  const statistics = scores
    ? [
        'Score Difference Statistics:',
        `  Mean: ${scores[0].toExponential(6)}`,
        `  Median: ${scores[1].toExponential(6)}`,
      ]
    : ['Score comparison: N/A (score columns not present in both files)']
  return [
    rule,
    `VirNucPro Output Comparison - ${mode.toUpperCase()} MODE`,
    rule,
    '',
    'Score tolerance: 0.01',
    '',
    `Total sequences: ${total}`,
    `Compared sequences: ${total}`,
    'Missing in refactored: 0',
    'Missing in vanilla: 0',
    '',
    `Matching predictions: ${equal} (${((equal / total) * 100).toFixed(2)}%)`,
    `Mismatching predictions: ${different}`,
    '',
    ...statistics,
    '',
    rule,
    different === 0
      ? 'RESULT: PERFECT MATCH - Implementations produce identical outputs!'
      : `RESULT: MISMATCHES FOUND - ${different} sequences differ`,
    rule,
    '',
  ].join('\n')
}

function partOf(total: number, parts: number, index: number): number {
  return Math.floor(total / parts) + (index < total % parts ? 1 : 0)
}

function thousands(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

function clock(seconds: number): string {
  const parts = [seconds / 3600, (seconds % 3600) / 60, seconds % 60]
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
}
