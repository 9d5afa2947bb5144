import { Worker } from 'node:worker_threads'

/** One thread per device id. They start at once, so that loading code overlaps with the first stages. */
export function startWorkers(ids, settings) {
  const { workerMemoryMegabytes, ...workerData } = settings
  const resourceLimits = workerMemoryMegabytes ? { maxOldGenerationSizeMb: workerMemoryMegabytes } : {}
  const threads = ids.map(
    (id) => new Worker(new URL('worker.mjs', import.meta.url), { name: `gpu-${id}`, workerData, resourceLimits }),
  )
  let fail = () => {}
  const failure = new Promise((_, reject) => {
    fail = reject
  })
  failure.catch(() => {})
  for (const thread of threads) thread.once('error', fail)
  return {
    /** Embeds files, each by whichever thread is free next; resolves to the records of each, in the order of `tasks`. */
    embed: (tasks) => Promise.race([distribute(threads, tasks), failure]),
    close: () => Promise.all(threads.map((thread) => thread.terminate())),
  }
}

async function distribute(threads, tasks) {
  const results = []
  const waiting = tasks.map((task, index) => ({ task, index }))
  await Promise.all(threads.map((thread) => drain(thread, waiting, results)))
  return results
}

async function drain(thread, waiting, results) {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { index, records } = await answer(thread, next)
    results[index] = records
  }
}

function answer(thread, message) {
  return new Promise((resolve) => {
    thread.once('message', resolve)
    thread.postMessage(message)
  })
}
