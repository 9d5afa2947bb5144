import { mkdir, writeFile } from 'node:fs/promises'
import { timelinePicture, utilisationPicture } from './gpu/pictures.ts'

// Draws the pictures of docs/gpu-telemetry.md from the samples below docs/evidence.
const folder = new URL('../docs/gpu-telemetry/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('utilisation.svg', folder), utilisationPicture())
await writeFile(new URL('timeline.svg', folder), timelinePicture())
