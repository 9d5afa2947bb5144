import { defineConfig } from 'vitest/config'

// Named, because vitest chooses a quieter reporter in some surroundings; the closing line with the counts is always wanted.
const reporters = process.env['GITHUB_ACTIONS'] === 'true' ? ['default', 'github-actions'] : ['default']

// They judge times or follow processes by the clock: beside others they would measure those.
const alone = [
  'cli',
  'pull-request',
  'bisect',
  'beside-merge-base',
  'gpu-run',
  'monitor',
  'record',
  'stages-and-memory',
  'init-quick-start',
].map((name) => `test/e2e/${name}.test.ts`)

const endToEnd = (groupOrder: number) => ({ testTimeout: 180_000, hookTimeout: 180_000, sequence: { groupOrder } })

export default defineConfig({
  test: {
    reporters,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: alone, maxWorkers: 4, ...endToEnd(1) } },
      { test: { name: 'e2e-alone', include: alone, fileParallelism: false, ...endToEnd(2) } },
    ],
  },
})
