import { join } from 'node:path'
import type { Trial } from '../../domain/trial/trial.ts'
import type { MeasurePorts } from '../measure/environment.ts'
import { LongRunWatch, readLostAttempts } from './long-run.ts'
import { runTrial } from './run-trial.ts'
import type { TrialRequest } from './trial-request.ts'

/**
 * Runs one long trial. Each execution has its own directory inside the trial's; the pipeline output is stored next to
 * it, so that the next execution finds the checkpoints after a lost runner.
 */
export async function runLongTrial(request: TrialRequest, ports: MeasurePorts): Promise<Trial> {
  const { planned } = request.next
  const settings = planned.longRun
  if (!settings) return await runTrial(request, ports)
  const lost = settings.resumeArgs === null ? [] : await readLostAttempts(request.directory, ports)
  const directory = join(request.directory, `execution-${lost.length + 1}`)
  await ports.files.makeDirectory(directory)
  const files = {
    stdoutPath: join(directory, 'stdout.log'),
    stderrPath: join(directory, 'stderr.log'),
    eventsPath: join(directory, 'events.jsonl'),
  }
  const gpus = request.prepared.physicalGpus(planned.gpus)
  const outputParent = join(request.directory, 'work')
  const watch = await LongRunWatch.open({ settings, directory: request.directory, files, gpus }, lost, ports)
  const longRun = {
    outputParent,
    resumeArgs: lost.length > 0 ? (settings.resumeArgs ?? []) : [],
    isContinued: lost.length > 0,
  }
  const signal = AbortSignal.any([request.signal, watch.signal])
  const trial = await runTrial({ ...request, directory, signal, longRun }, ports).catch(async (error: unknown) => {
    await watch.close()
    throw error
  })
  const progress = await watch.close()
  const failure = watch.findFailure(trial)
  const isToGoOn = failure?.kind === 'cancelled'
  if (!isToGoOn && !request.prepared.config.run.keepOutputs) await ports.files.remove(outputParent)
  return { ...trial, failure, progress }
}
