import { randomUUID } from 'node:crypto'
import { askServer, startPostgresServer } from '#test/postgres-server.ts'
import { type Site, type SiteOptions, startServer } from '../e2e/server.ts'

export const admin = { email: 'admin@example.com', password: 'heron, quay and tide table' }

/** Runs `use` with a site of its own on loopback, configured only as an operator would, and removes everything after. */
export async function withSite<T>(
  env: Record<string, string>,
  use: (site: Site) => Promise<T>,
  machine: Pick<SiteOptions, 'hosts'> = {},
): Promise<T> {
  const firstAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const settings = { SEED: 'none', LOG_LEVEL: 'info', ...firstAdmin, ...env }
  const site = await startServer({ env: settings, ...machine })
  try {
    return await use(site)
  } finally {
    await site.stop()
  }
}

/**
 * Runs `use` with the address of an empty database on a PostgreSQL server: the one of TEST_DATABASE_URL, or one found
 * on the machine and started for it. Answers false when there is neither.
 */
export async function withServerDatabase(use: (url: string) => Promise<void>): Promise<boolean> {
  const given = process.env.TEST_DATABASE_URL
  const own = given ? undefined : await startPostgresServer()
  const server = given ?? own?.url
  if (!server) return false
  const name = `battery_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    await askServer(server, `create database ${name}`)
    await use(url.href).finally(() => askServer(server, `drop database ${name} with (force)`))
    return true
  } finally {
    await own?.stop()
  }
}
