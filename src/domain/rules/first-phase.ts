import {
  listSources,
  hoursAtFullSize,
  monitored,
  buildSpeedupFloors,
  buildThroughputFloor,
  wholeRuns,
  type RuleSet,
} from './rule-set.ts'

/**
 * Limits of the first documents (phase 6): 10 h with a tolerance of 10 %; 500 sequences/h, which never binds; 80 % in
 * GPU stages and 70 % over the run; the lower ends of the speed-up ranges. The scaling suite flags speed-ups above
 * the ranges without a failure.
 */
export const firstPhase: RuleSet = {
  version: 1,
  source: 'phase 6 summaries, 2026-01-26',
  rules: [
    {
      id: 'PERF-01',
      sources: hoursAtFullSize,
      operator: '<=',
      limit: 11,
      unit: 'h',
    },
    { id: 'PERF-02', sources: listSources(['stages'], 'gpu_stage_utilization'), operator: '>=', limit: 80, unit: '%' },
    { id: 'PERF-02', sources: listSources(wholeRuns, 'lowest_gpu_utilization'), operator: '>=', limit: 70, unit: '%' },
    ...buildSpeedupFloors({ 2: 1.6, 4: 3, 8: 6 }),
    buildThroughputFloor(500),
    monitored,
  ],
}
