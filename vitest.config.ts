import { defineConfig } from 'vitest/config'
import { built, reporters, timeouts, unavailable } from './scripts/test-settings.ts'

// They follow processes and drivers by the clock, and wait most of the time.
const alone = [
  'contract/gpu-work',
  'contract/live-stages',
  'contract/sampling-window',
  'e2e/beside-merge-base',
  'e2e/gpu-run',
  'e2e/monitor',
  'e2e/stages-and-memory',
].map((name) => `test/${name}.test.ts`)

// Node loads the modules itself: vitest transforms each, and calls a getter for every use of an import, which a simulation
// notices. What starts threads needs the alias of `built`.
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }
// Files share the modules of their worker: loading them anew for each costs 40 processor seconds.
const shared = { isolate: false, ...timeouts, ...built }
// Half of the time they wait for processes: five workers keep two cores busy.
const contracts = {
  include: ['test/contract/**/*.test.ts'],
  exclude: [...alone, ...unavailable],
  maxWorkers: 5,
}
const together = { include: ['test/e2e/**/*.test.ts'], exclude: [...alone, ...unavailable], maxWorkers: 5 }
const byThrees = { include: alone, exclude: unavailable, maxWorkers: 3 }

// `npm run test:soak` has a config of its own.
export default defineConfig({
  test: {
    reporters,
    // One line per file; what failed is told in full, with what it printed.
    slowTestThreshold: Number.POSITIVE_INFINITY,
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          ...native,
          ...timeouts,
        },
      },
      { test: { name: 'contract', ...contracts, ...shared, sequence: { groupOrder: 1 } } },
      { test: { name: 'e2e', ...together, ...shared, sequence: { groupOrder: 1 } } },
      { test: { name: 'alone', ...byThrees, ...shared, sequence: { groupOrder: 2 } } },
    ],
  },
})
