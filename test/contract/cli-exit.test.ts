import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it.each([
  ['0', 0, ''],
  ['new Promise(() => undefined)', 2, 'error: warpgauge ended without a result: an awaited event never came\n'],
  ["Promise.reject(new Error('no result'))", 2, expect.stringContaining('Error: no result')],
])('ends with 2 and a reason where a command has no result: %s', async (result, code, stderr) => {
  const program = `data:text/javascript,export const runCli = () => ${encodeURIComponent(result)}`
  const hooks = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => next(name === './cli/program.ts' ? ${JSON.stringify(program)} : name, context) })`
  const argv = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, 'src/cli.ts']
  const run = promisify(execFile)(process.execPath, argv)
  expect(
    await run.then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => error,
    ),
  ).toMatchObject({ code, stderr })
})
