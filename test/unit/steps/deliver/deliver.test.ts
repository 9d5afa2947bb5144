import { expect, it } from 'vitest'
import { deliver } from '../../../../src/steps/deliver/deliver.ts'
import type { Announcement } from '../../../../src/steps/deliver/announce.ts'

const silent = () => {}
const logger = { debug: silent, info: silent, notice: silent, warning: silent, error: silent }
const announcement = {} as Announcement

it('says of a summary whether there was a place to write it', async () => {
  const written: string[] = []
  const write = async (writeSummary: ((markdown: string) => Promise<boolean>) | null) =>
    await deliver([{ kind: 'job-summary', body: '# Passed' }], announcement, { gitHub: null, writeSummary, logger })
  expect(await write(async (markdown) => written.push(markdown) > 0)).toMatchObject([{ status: 'written' }])
  expect(written).toEqual(['# Passed'])
  expect(await write(async () => false)).toMatchObject([{ status: 'refused', problem: 'it could not be written' }])
  expect(await write(null)).toMatchObject([{ status: 'refused', problem: 'the runner gave no file for the summary' }])
})
