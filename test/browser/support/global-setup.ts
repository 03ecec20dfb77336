import type { TestProject } from 'vitest/node'
import { startPostgresServer } from '#support/postgres-server.ts'
import { type SiteAddress, type SiteOptions, startSite } from '#support/site.ts'
import { withOwner } from '#support/users.ts'

declare module 'vitest' {
  // An interface, because only that merges with Vitest's own.
  export interface ProvidedContext {
    /** The site that all browser tests of a run share. A test that changes it starts its own. */
    origin: string
    /** The shared site for tests with accounts, which must not change what other accounts see. */
    members: SiteAddress
    /** What a test's own site starts with: a database server, and the data of a site that was filled once. */
    start: Pick<SiteOptions, 'server' | 'seeded'>
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url: server, stop } = await startPostgresServer()
  const first = await startSite({ server })
  await seePictures(first.origin)
  await first.end()
  const seeded = { dataDir: first.dataDir, database: first.databaseName }
  const site = await startSite({ server, seeded })
  const members = await startSite({ env: withOwner, server, seeded })
  project.provide('origin', site.origin)
  project.provide('members', {
    origin: members.origin,
    dataDir: members.dataDir,
    databaseUrl: members.databaseUrl,
  })
  project.provide('start', { server, seeded })
  return async () => {
    await Promise.all([first.stop(), site.stop(), members.stop()])
    await stop()
  }
}

/** Makes a site render the pictures of its lists, which every copy of it would render again. */
async function seePictures(origin: string): Promise<void> {
  const pages = await Promise.all(['/', '/popular'].map((path) => fetch(origin + path)))
  const texts = await Promise.all(pages.map((page) => page.text()))
  const pictures = new Set(texts.join().match(/\/img\/[\w./-]+/g))
  for (const picture of pictures) await (await fetch(origin + picture)).arrayBuffer()
}
