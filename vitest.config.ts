import { defineConfig } from 'vitest/config'

// Named, because vitest chooses a quieter reporter in some surroundings; the closing line with the counts is always wanted.
const reporters = process.env['GITHUB_ACTIONS'] === 'true' ? ['default', 'github-actions'] : ['default']

export default defineConfig({
  test: {
    reporters,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
