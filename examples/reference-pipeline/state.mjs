import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stages } from './stages.mjs'

/** Keeps `<output>/.checkpoints/pipeline_state.json` up to date: written anew, in one step, whenever a stage changes. */
export function createState(outputDirectory, pipelineConfig) {
  const directory = join(outputDirectory, '.checkpoints')
  mkdirSync(directory, { recursive: true })
  const state = { created_at: timestamp(), pipeline_config: pipelineConfig, stages: {}, updated_at: timestamp() }
  for (const { key } of stages) state.stages[key] = untouched()

  function update(key, change) {
    Object.assign(state.stages[key], change)
    state.updated_at = timestamp()
    const path = join(directory, 'pipeline_state.json')
    writeFileSync(`${path}.tmp`, `${JSON.stringify(state, null, 2)}\n`)
    renameSync(`${path}.tmp`, path)
  }

  return {
    started: (key) => update(key, { status: 'in_progress', started_at: timestamp() }),
    completed: (key, seconds, files) =>
      update(key, {
        status: 'completed',
        completed_at: timestamp(),
        duration_seconds: round(seconds),
        outputs: { files },
      }),
    failed: (key, seconds, message) =>
      update(key, { status: 'failed', completed_at: timestamp(), duration_seconds: round(seconds), error: message }),
  }
}

function untouched() {
  return {
    status: 'not_started',
    started_at: null,
    completed_at: null,
    duration_seconds: null,
    inputs: {},
    outputs: {},
    error: null,
  }
}

/** UTC without a zone, with microseconds: 2026-01-22T17:32:59.400716. */
function timestamp() {
  const milliseconds = performance.timeOrigin + performance.now()
  const microseconds = String(Math.floor((milliseconds % 1) * 1000)).padStart(3, '0')
  return new Date(milliseconds).toISOString().replace('Z', microseconds)
}

function round(seconds) {
  return Number(seconds.toFixed(6))
}
