import { stages } from './stages.mjs'
import { createState } from './state.mjs'
import { createTelemetry } from './telemetry.mjs'

/** Times the stages and tells both the log and the state file. */
export function createRecorder(outputDirectory, pipelineConfig) {
  const start = performance.now()
  const state = createState(outputDirectory, pipelineConfig)
  const telemetry = createTelemetry()
  return {
    /** Runs a stage; `work` returns the files it wrote and what the log should say beside the time. */
    async stage(key, work) {
      const stage = stages.find((candidate) => candidate.key === key)
      const stageStart = performance.now()
      state.started(key)
      telemetry.stageStarted(stage)
      try {
        const { files, extras } = await work()
        const seconds = secondsSince(stageStart)
        state.completed(key, seconds, files)
        telemetry.stageCompleted(stage, seconds, withRate(stage, extras, seconds))
      } catch (error) {
        state.failed(key, secondsSince(stageStart), error.message)
        throw error
      }
    },
    finish: (sequences) => telemetry.summary(secondsSince(start), sequences),
  }
}

function withRate(stage, extras, seconds) {
  return stage.key === 'TRANSLATION' ? { ...extras, seq_per_sec: extras.sequences / seconds } : extras
}

function secondsSince(start) {
  return (performance.now() - start) / 1000
}
