import { defineConfig } from 'vitest/config'

// Named, because vitest chooses a quieter reporter in some surroundings; the closing line with the counts is always wanted.
const reporters = process.env['GITHUB_ACTIONS'] === 'true' ? ['default', 'github-actions'] : ['default']

// They judge times or follow processes by the clock: beside others they would measure those.
const alone = [
  'contract/sampling-window',
  'e2e/cli',
  'e2e/pull-request',
  'e2e/bisect',
  'e2e/beside-merge-base',
  'e2e/gpu-run',
  'e2e/monitor',
  'e2e/record',
  'e2e/stages-and-memory',
  'e2e/init-quick-start',
].map((name) => `test/${name}.test.ts`)

const endToEnd = { testTimeout: 180_000, hookTimeout: 180_000 }
const contracts = { include: ['test/contract/**/*.test.ts'], exclude: alone, testTimeout: 60_000 }
// Nearly all of their time they wait for processes.
const together = { include: ['test/e2e/**/*.test.ts'], exclude: alone, maxWorkers: 4 }
// A verdict about times is wrong once in a hundred by design. Twice in a row is a defect.
const inTurn = { include: alone, fileParallelism: false, retry: 1 }

export default defineConfig({
  test: {
    reporters,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'contract', ...contracts } },
      { test: { name: 'e2e', ...together, ...endToEnd, sequence: { groupOrder: 1 } } },
      { test: { name: 'alone', ...inTurn, ...endToEnd, sequence: { groupOrder: 2 } } },
    ],
  },
})
