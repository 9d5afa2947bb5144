import { expect, it } from 'vitest'
import { replaceConfigKeys } from '../../../../src/cli/ab/replace-config-keys.ts'
import { EnvironmentError, RevisionError } from '../../../../src/domain/core/errors.ts'

it('a hint names options instead of keys of a config', () => {
  const failed = new RevisionError('head', 'setup of head failed', 'Run it in a new checkout and fix pipeline.setup.')
  expect(replaceConfigKeys(failed)).toMatchObject({
    name: 'UserError',
    message: 'setup of head failed',
    hint: 'Run it in a new checkout and fix --setup.',
  })
  const stopped = new EnvironmentError('stopped', 'Start it again; --resume (input resume) continues a run.')
  expect(replaceConfigKeys(stopped)).toMatchObject({ name: 'EnvironmentError', hint: 'Start it again.' })
})

it('an unexpected error stays as it is', () => {
  const error = new TypeError('unexpected')
  expect(replaceConfigKeys(error)).toBe(error)
})
