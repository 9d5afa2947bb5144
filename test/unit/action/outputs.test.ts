import { expect, it } from 'vitest'
import { createSummaryWriter } from '../../../src/action/outputs.ts'

it('a summary that cannot be written is a warning, so that the check still gets the verdict', async () => {
  const warnings: string[] = []
  const logger = { warning: (message: string) => void warnings.push(message) }
  const full = createSummaryWriter({ writeSummary: () => Promise.reject(new Error('ENOSPC: no space left')) }, logger)
  expect(await full('# Passed')).toBe(false)
  expect(await createSummaryWriter({ writeSummary: () => Promise.resolve() }, logger)('# Passed')).toBe(true)
  expect(warnings).toEqual(['The job summary was not written: ENOSPC: no space left'])
})
