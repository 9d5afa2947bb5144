import { describe, expect, it } from 'vitest'
import { parseAbRequest, replaceConfigKeys, type AbOptions } from '../../../../src/cli/ab/ab-options.ts'
import { EnvironmentError, RevisionError, UserError } from '../../../../src/domain/core/errors.ts'

async function parse(argv: readonly string[], options: AbOptions = {}) {
  return await parseAbRequest(argv, { gpus: '0', ...options }, process.env)
}

describe('the arguments of warpgauge ab', () => {
  it('give one command at two commits', async () => {
    expect(await parse(['./run', '-n', '3'])).toMatchObject({ command: ['./run', '-n', '3'], otherCommand: null })
  })

  it('give two commands, the reference first', async () => {
    const request = await parse([], { command: ['./run', './run --fast | cat'] })
    expect(request).toMatchObject({ otherCommand: ['./run'], command: ['sh', '-c', './run --fast | cat'] })
  })

  it.each<[readonly string[], AbOptions, string]>([
    [[], {}, 'no command given'],
    [[], { command: ['a'] }, '--command compares exactly two commands, and got 1'],
    [['a'], { command: ['a', 'b'] }, '--command compares exactly two commands, and got 2 and one after --'],
    [[], { command: ['a', ' '] }, '--command is empty'],
    [[], { command: ['a', 'b'], base: 'main' }, '--base has no meaning with --command'],
    [['a'], { runs: '2' }, '--runs 2 is not a whole number from 3 to 1000'],
    [['a'], { warmup: 'x' }, '--warmup x is not a whole number'],
    [['a'], { gpus: '-1' }, '--gpus -1 is not'],
    [['a'], { gpus: ' ' }, '--gpus   is not'],
  ])('%j with %j is refused', async (argv, options, message) => {
    await expect(parse(argv, options)).rejects.toThrow(message)
  })
})

it('a hint names options instead of keys of a config', () => {
  const failed = new RevisionError('head', 'setup of head failed', 'Run it in a new checkout and fix pipeline.setup.')
  expect(replaceConfigKeys(failed)).toMatchObject({
    name: 'UserError',
    message: 'setup of head failed',
    hint: 'Run it in a new checkout and fix --setup.',
  })
  const stopped = new EnvironmentError('stopped', 'Start it again; --resume (input resume) continues a run.')
  const long = new UserError('it is larger', 'Move data out of the config and refer to files')
  expect(replaceConfigKeys(long)).toMatchObject({ hint: expect.stringContaining('a list file') })
  expect(replaceConfigKeys(stopped)).toMatchObject({ name: 'EnvironmentError', hint: 'Start it again.' })
  const full = new EnvironmentError(
    'the disk is full',
    'Free space there, then continue with --resume (input resume): completed trials are kept.',
  )
  expect(replaceConfigKeys(full)).toMatchObject({ hint: 'Free space there and start again.' })
})

it('an unexpected error stays as it is', () => {
  const error = new TypeError('unexpected')
  expect(replaceConfigKeys(error)).toBe(error)
})
