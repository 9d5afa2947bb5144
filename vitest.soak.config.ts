import { defineConfig } from 'vitest/config'
import { built, reporters, timeouts, unavailable } from './scripts/test-settings.ts'

// What takes minutes: kills at many moments, every command of the pages, a browser, Slurm, whole repositories.
export default defineConfig({
  test: {
    name: 'soak',
    reporters,
    include: ['test/soak/**/*.test.ts'],
    exclude: unavailable,
    maxWorkers: 3,
    ...timeouts,
    ...built,
  },
})
