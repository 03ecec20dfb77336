import type { TestProject } from 'vitest/node'
import { startServer } from './server.ts'

declare module 'vitest' {
  // An interface, because only that merges with Vitest's own.
  export interface ProvidedContext {
    /** The site that all browser tests of a run share; a test which changes it starts its own. */
    origin: string
    /** What a test's own site starts with (`SiteOptions`). */
    seeded: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const first = await startServer()
  await first.end()
  const seeded = first.dataDir
  const site = await startServer({ seeded })
  project.provide('origin', site.origin)
  project.provide('seeded', seeded)
  return async () => {
    await Promise.all([first.stop(), site.stop()])
  }
}
