import { expect, it } from 'vitest'
import { createPendingCheck } from '../../../src/wiring/pending-check.ts'

it('a state that cannot be saved keeps no verdict from GitHub', () => {
  const saveState = () => {
    throw new Error('ENOSPC: no space left')
  }
  const pending = createPendingCheck({ saveState }, 'token')
  const claim = { name: 'c', headCommit: 'a', pullRequest: 1, base: null, run: '1.1', detailsUrl: null } as const
  expect(() => pending.keep({ ...claim, title: 't', summary: 's', result: 'success' })).not.toThrow()
  expect(() => pending.settle()).not.toThrow()
})
