import { join } from 'node:path'
import { buildSamplingThread } from './build-sampling-thread.ts'
import { installAction } from './install-action.ts'
import { listUnavailableTests } from './unavailable-tests.ts'

/** What `vitest.config.ts` and `vitest.soak.config.ts` have in common. */

// Named, because vitest chooses a quieter reporter in some surroundings; the closing line with the counts is always wanted.
export const reporters = process.env['GITHUB_ACTIONS'] === 'true' ? ['default', 'github-actions'] : ['default']

// They end what hangs. Ten workers share two cores: work of a minute takes several.
export const timeouts = { testTimeout: 600_000, hookTimeout: 600_000 }

const installed = installAction()

/** Tests start the sampling thread and the action from JavaScript. */
export const built = {
  provide: { samplingThread: await buildSamplingThread() },
  env: { WARPGAUGE_INSTALLED: installed, NODE_COMPILE_CACHE: join(installed, 'compiled') },
  alias: [
    {
      find: /^.*\/sampling-worker-url\.ts$/,
      replacement: join(import.meta.dirname, '../test/fakes/built-sampling-thread.ts'),
    },
  ],
}

/** Test files that this machine cannot run. */
export const unavailable = listUnavailableTests()
