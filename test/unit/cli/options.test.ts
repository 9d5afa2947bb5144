import { expect, it, vi } from 'vitest'
import { runCli } from '../../../src/cli/program.ts'

it.each([
  [['history', 'show', '--runs', '0'], "option '--runs <n>' argument '0' is invalid. give a whole number above 0"],
  [['history', 'run', 'a..b', '--every', '0'], "option '--every <n>' argument '0' is invalid"],
])('%j is refused by its option', async (argv, problem) => {
  const said: unknown[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0)
  const exitCode = await runCli(['node', 'warpgauge', ...argv]).finally(() => write.mockRestore())
  expect([exitCode, said.join('')]).toEqual([2, expect.stringContaining(problem)])
})
