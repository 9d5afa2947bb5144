import { expect, it } from 'vitest'
import { selectMode } from '../../../../src/domain/core/run-context.ts'

it.each([
  ['push', 'main', 'record'],
  ['push', 'feature', 'check'],
  ['push', 'pull-request/7', 'check'],
  ['push', undefined, 'check'],
  ['schedule', 'main', 'record'],
  ['workflow_dispatch', 'main', 'check'],
  ['pull_request', undefined, 'check'],
  ['merge_group', undefined, 'check'],
  ['workflow_run', undefined, 'publish'],
  ['issue_comment', 'main', 'command'],
] as const)('%s on %s asks for %3$s', (event, branch, mode) => {
  expect(selectMode({ event, defaultBranch: 'main', ...(branch === undefined ? {} : { branch }) })).toBe(mode)
})
