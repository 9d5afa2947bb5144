import { readFileSync, writeFileSync } from 'node:fs'
import { PipelineError } from './errors.mjs'

const lineLength = 70

/** Records of a FASTA file, upper case. Throws when the file is missing, empty or not FASTA. */
export function readFasta(path) {
  const records = parseFasta(read(path), path)
  if (records.length === 0) throw new PipelineError(`${path} holds no sequence`)
  return records
}

/** Records of a FASTA text; the id is the header up to the first blank. */
export function parseFasta(text, path) {
  const [before, ...entries] = `\n${text}`.split('\n>')
  if (before.trim() !== '') throw new PipelineError(`${path} is not FASTA: it does not begin with ">"`)
  return entries.map((entry) => {
    const headerEnd = entry.indexOf('\n')
    const header = headerEnd < 0 ? entry : entry.slice(0, headerEnd)
    const id = header.trim().split(/\s/, 1)[0]
    if (id === '') throw new PipelineError(`${path} holds a sequence without an id`)
    const letters = headerEnd < 0 ? '' : entry.slice(headerEnd)
    return { id, letters: letters.replace(/\s+/g, '').toUpperCase() }
  })
}

/** Writes records as FASTA with lines of at most 70 letters. */
export function writeFasta(path, records) {
  writeFileSync(path, records.map(({ id, letters }) => `>${id}\n${wrap(letters)}\n`).join(''))
}

function wrap(letters) {
  return letters.match(new RegExp(`.{1,${lineLength}}`, 'g'))?.join('\n') ?? ''
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new PipelineError(`${path} cannot be read: ${error.message}`, 1, { cause: error })
  }
}
