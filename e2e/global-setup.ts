import type { TestProject } from 'vitest/node'
import { startServer } from './server.ts'

declare module 'vitest' {
  // An interface, because only that merges with Vitest's own.
  export interface ProvidedContext {
    /** The site that all browser tests of a run share; a test which changes it starts its own. */
    origin: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startServer()
  project.provide('origin', site.origin)
  return site.stop
}
