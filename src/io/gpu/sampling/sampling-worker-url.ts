import { existsSync } from 'node:fs'

/** The entry file of the sampling thread: next to this file in development, at the top of dist/ in the bundle. */
export function getSamplingWorkerUrl(): URL {
  const places = ['./sampling-worker.ts', './sampling-worker.js', '../sampling-worker.js']
  const urls = places.map((place) => new URL(place, import.meta.url))
  const found = urls.find((url) => existsSync(url))
  if (!found) throw new Error(`the sampling thread is missing: ${urls.map((url) => url.pathname).join(', ')}`)
  return found
}
