import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { buildSamplingThread } from './scripts/build-sampling-thread.ts'
import { installAction } from './scripts/install-action.ts'
import { listUnavailableTests } from './scripts/unavailable-tests.ts'

// Named, because vitest chooses a quieter reporter in some surroundings; the closing line with the counts is always wanted.
const reporters = process.env['GITHUB_ACTIONS'] === 'true' ? ['default', 'github-actions'] : ['default']

// They judge times or follow processes by the clock: no more than one of them per core.
const alone = [
  'contract/gpu-work',
  'contract/live-stages',
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

const installed = installAction()
const unavailable = listUnavailableTests()

/** Tests start the sampling thread and the action from JavaScript. */
const built = {
  provide: { samplingThread: await buildSamplingThread() },
  env: { WARPGAUGE_INSTALLED: installed, NODE_COMPILE_CACHE: join(installed, 'compiled') },
  alias: [
    {
      find: /^.*\/sampling-worker-url\.ts$/,
      replacement: join(import.meta.dirname, 'test/fakes/built-sampling-thread.ts'),
    },
  ],
}

// They end what hangs. Ten workers share two cores: work of a minute takes several.
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000 }
const endToEnd = { ...timeouts, ...built }
// Half of the time they wait for processes: five workers keep two cores busy.
const contracts = {
  include: ['test/contract/**/*.test.ts'],
  exclude: [...alone, ...unavailable],
  maxWorkers: 5,
  ...timeouts,
  ...built,
}
const together = { include: ['test/e2e/**/*.test.ts'], exclude: [...alone, ...unavailable], maxWorkers: 5 }
const byTwos = { include: alone, exclude: unavailable, maxWorkers: 2 }

export default defineConfig({
  test: {
    reporters,
    // One line per file; what failed is told in full, with what it printed.
    slowTestThreshold: Number.POSITIVE_INFINITY,
    silent: 'passed-only',
    projects: [
      {
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], maxWorkers: 2, isolate: false, ...timeouts },
      },
      { test: { name: 'contract', ...contracts, sequence: { groupOrder: 1 } } },
      { test: { name: 'e2e', ...together, ...endToEnd, sequence: { groupOrder: 1 } } },
      { test: { name: 'alone', ...byTwos, ...endToEnd, sequence: { groupOrder: 2 } } },
    ],
  },
})
