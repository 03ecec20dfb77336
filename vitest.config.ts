import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/sequence.ts'

const withDatabase = [
  'test/api/**/*.test.ts',
  'src/{db,main,framework,http,operations,simulator}/**/*.test.{ts,tsx}',
  'src/features/*/server/**/*.test.{ts,tsx}',
  'src/shared/server/access/rate-limits.test.ts',
]

// A second is short on a machine that does two things at once.
const poll = { timeout: 10_000 }

export default defineConfig({
  test: {
    maxWorkers: '100%', // Vitest leaves one processor idle, which is half of a small machine
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'extension/**/*.test.ts'],
          exclude: withDatabase,
          isolate: false,
          testTimeout: 30_000, // some search and count, beside others that do
          expect: { poll },
        },
      },
      {
        test: {
          name: 'database',
          include: withDatabase,
          globalSetup: 'test/api/global-setup.ts',
          isolate: false, // to load the application for each file would take a third of the time
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.e2e.ts'],
          globalSetup: 'test/browser/support/global-setup.ts',
          isolate: false, // one browser serves many files
          testTimeout: 60_000,
          expect: { poll },
        },
      },
    ],
  },
})
