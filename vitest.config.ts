import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/sequence.ts'

const withDatabase = [
  'test/api/**/*.test.ts',
  'src/{db,main,framework,http,operations,simulator}/**/*.test.{ts,tsx}',
  'src/features/*/server/**/*.test.{ts,tsx}',
  'src/shared/server/access/rate-limits.test.ts',
]

// The default of one second is too short on a busy machine.
const poll = { timeout: 10_000 }

export default defineConfig({
  test: {
    maxWorkers: '100%', // by default Vitest leaves one processor idle, half of a small machine
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'extension/**/*.test.ts'],
          exclude: withDatabase,
          isolate: false,
          testTimeout: 30_000, // some are computation-heavy, and several of them run at once
          expect: { poll },
        },
      },
      {
        test: {
          name: 'database',
          include: withDatabase,
          globalSetup: 'test/api/global-setup.ts',
          isolate: false, // loading the application for each file would take a third of the time
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
