import {
  listSources,
  hoursAtFullSize,
  monitored,
  buildSpeedupFloors,
  speedupOverFirstRelease,
  buildThroughputFloor,
  wholeRuns,
  type RuleSet,
} from './rule-set.ts'

/**
 * The latest of the founding documents (phase 10). Where documents contradict each other it decides: X-01 both limits stand,
 * 80 % in GPU stages and 70 % over the run; X-02 `>=`; X-06 no upper bound on a speed-up; the goal is
 * 6 million sequences on 2 GPUs in less than 10 h, without tolerance; X-10 the floor of the throughput follows from the
 * goal; X-14 4.0 is the limit and 4.5 the claim; X-24 10 to 20 % starved batches warn; X-34 every GPU must pass.
 */
export const production: RuleSet = {
  version: 1,
  source: 'phase 10 research, 2026-02-06',
  rules: [
    {
      id: 'PERF-01',
      sources: hoursAtFullSize,
      operator: '<',
      limit: 10,
      unit: 'h',
    },
    { id: 'PERF-02', sources: listSources(wholeRuns, 'lowest_gpu_utilization'), operator: '>=', limit: 70, unit: '%' },
    {
      id: 'PERF-02',
      sources: [{ suite: 'stages', value: 'gpu_stage_utilization' }],
      operator: '>=',
      limit: 80,
      unit: '%',
      isOptional: true,
    },
    ...buildSpeedupFloors({ 2: 1.9, 4: 3.6, 8: 7.2 }),
    buildThroughputFloor(600_000),
    {
      id: 'PERF-05',
      sources: listSources(['production', 'stages'], 'packing_efficiency'),
      operator: '>=',
      limit: 0.9,
      unit: 'share',
    },
    {
      id: 'PERF-05-captured',
      sources: listSources(['stages'], 'telemetry_captured'),
      operator: '>=',
      limit: 1,
      unit: 'share',
      severity: 'info',
    },
    {
      id: 'PERF-05-starved',
      sources: listSources(['production', 'stages'], 'starved_share'),
      operator: '<',
      limit: 0.1,
      unit: 'share',
      severity: 'warn',
      isOptional: true,
    },
    {
      id: 'PERF-05-starved',
      sources: listSources(['production', 'stages'], 'starved_share'),
      operator: '<=',
      limit: 0.2,
      unit: 'share',
      isOptional: true,
    },
    speedupOverFirstRelease,
    monitored,
  ],
}
