import { UserError } from '../../domain/core/errors.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { mergeGpuMetricsLogs, parseGpuMetricsLog } from './gpu-metrics-log.ts'
import { parseEach, type OutputReader } from '../output-reader.ts'

/** `gpu_metrics_*.log` of a pipeline or of warpgauge, from one or several workers of a run. */
export const gpuMetrics: OutputReader = {
  wants: 'the gpu_metrics_*.log files of a run',
  takes: 'files of one run',
  canRead: (head) => /^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(head),
  read: async (files) => {
    const logs = await parseEach(files, (text, path) => {
      const log = parseGpuMetricsLog(text)
      if (log && log.readings.length > 0) return log
      const what = log ? 'has no sample' : 'is not a log of GPU metrics'
      throw new UserError(`${path} ${what}`, 'Pass the gpu_metrics_*.log of a run')
    })
    const { readings, problems } = mergeGpuMetricsLogs(logs)
    return { ...emptyReading, tool: 'gpu_metrics log', gpuReadings: readings, problems }
  },
}
