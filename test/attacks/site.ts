import { createDatabase } from '#support/databases.ts'
import { startPostgresServer } from '#support/postgres-server.ts'
import { type Site, type SiteOptions, startSite } from '#support/site.ts'
import { withOwner } from '#support/users.ts'

/** Runs `use` with a site of its own on loopback, configured only as an operator would, and removes everything after. */
export async function withSite<T>(
  env: Record<string, string>,
  use: (site: Site) => Promise<T>,
  machine: Pick<SiteOptions, 'hosts' | 'server'> = {},
): Promise<T> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = withOwner
  const settings = { SEED: 'none', LOG_LEVEL: 'info', ADMIN_EMAIL, ADMIN_PASSWORD, ...env }
  const site = await startSite({ env: settings, ...machine })
  try {
    return await use(site)
  } finally {
    await site.stop()
  }
}

/** Runs `use` with the address of an empty database on a PostgreSQL server. */
export async function withServerDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const { url: server, stop } = await startPostgresServer()
  try {
    const { url, drop } = await createDatabase(server)
    await use(url).finally(drop)
  } finally {
    await stop()
  }
}
