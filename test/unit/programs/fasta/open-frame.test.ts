import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeDirectory } from '../../../../src/programs/fasta/fasta-directory.ts'
import { presets, type PresetName } from '../../../../src/programs/fasta/presets.ts'
import { writeSynthetic, type SyntheticSpec } from '../../../../src/programs/fasta/synthetic-fasta.ts'
import type { OpenFrames } from '../../../../src/programs/fasta/synthesizer.ts'
import { runPython } from '../../../fakes/python.ts'
import { temporaryDirectory } from '../../datasets/temporary-directory.ts'

type Counted = { sequences: number; chunks: number; kept: number; frames: number; forward: number; reverse: number }

const chunk = 500

async function writeDataset(directory: string, spec: SyntheticSpec) {
  return (await writeDirectory(directory, (draft) => writeSynthetic(draft, spec))).dataset
}

// The script counts as the pipeline's own filter does: both were run on twelve such datasets and agree on every count.
async function count(preset: PresetName, openFrames: OpenFrames | null, changes = {}): Promise<Counted> {
  await using place = await temporaryDirectory()
  const directory = join(place.path, preset)
  const spec = { ...presets[preset], gc: 0.5, seed: 42, files: 2, ...changes }
  const { files } = await writeDataset(directory, openFrames ? { ...spec, openFrames } : spec)
  return runPython('scripts/independent/count_open_frames.py', [String(chunk), ...files]) as Counted
}

test('almost no random chunk passes the filter of the pipeline; with frames the requested share does', async () => {
  const random = await count('typical', null, { sequences: 500 })
  expect(random).toMatchObject({ sequences: 500, chunks: 1346, kept: 6 })
  const opened = await count('typical', { share: 0.6, length: null }, { sequences: 500 })
  expect(opened.kept / opened.chunks).toBeGreaterThan(0.56)
  expect(opened.kept / opened.chunks).toBeLessThan(0.65)
  // Chance puts the share of each strand within 4 standard deviations of one half.
  expect(Math.abs(opened.forward / (opened.forward + opened.reverse) - 0.5)).toBeLessThan(4 * 0.5 * opened.kept ** -0.5)
})

test.each([0, 0.25, 1])('a share of %d of long sequences is exact except for frames by chance', async (share) => {
  const { chunks, kept } = await count('small', { share, length: null }, { minLength: 500, maxLength: 500 })
  expect(chunks).toBe(100)
  expect(kept).toBeGreaterThanOrEqual(100 * share)
  expect(kept).toBeLessThanOrEqual(100 * share + 5)
})

test('a frame shorter than the chunk opens no chunk, one of twice its length most of them', async () => {
  const lengths = { minLength: 2000, maxLength: 2000, sequences: 100 }
  const short = await count('long', { share: 1, length: 300 }, lengths)
  const twice = await count('long', { share: 1, length: 1000 }, lengths)
  expect(short.kept / short.chunks).toBeLessThan(0.02)
  // A frame of 1000 bases at a random place contains one or two of the four chunks of 500.
  expect(twice.kept / 100).toBeGreaterThan(1)
  expect(twice.kept / 100).toBeLessThan(2)
})

test('the same seed gives the same bytes, and the parameters are part of the identity', async () => {
  await using place = await temporaryDirectory()
  const spec = { ...presets.tiny, gc: 0.41, seed: 7, files: 1, openFrames: { share: 0.5, length: 150 } }
  const write = async (name: string, changes = {}) => {
    const { identity } = await writeDataset(join(place.path, name), { ...spec, ...changes })
    return identity
  }
  const first = await write('first')
  const [bases, { gc }] = await Promise.all([
    readFile(join(place.path, 'first/file_001.fa'), 'latin1').then((text) => text.replaceAll(/>.*\n|\n/g, '')),
    readFile(join(place.path, 'first/metadata.json'), 'utf8').then((text) => JSON.parse(text) as { gc: number }),
  ])
  expect(gc).toBe(bases.replaceAll(/[AT]/g, '').length / bases.length)
  expect(first.sha256).toBe('da18a91e105b73bfadd32d503be880b7f24136eff5e03f4bb9f7e9df01a6525e')
  expect((await write('again')).sha256).toBe(first.sha256)
  expect(first.parameters).toMatchObject({ orfShare: 0.5, orfLength: 150 })
  expect((await write('none', { openFrames: { share: 0, length: 150 } })).sha256).not.toBe(first.sha256)
  await expect(write('short', { openFrames: { share: 1, length: 2 } })).rejects.toThrow('of 2 bases has no codon')
})
