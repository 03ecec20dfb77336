import { type Site, startServer } from '../e2e/server.ts'

export const admin = { email: 'admin@example.com', password: 'heron, quay and tide table' }

/** Runs `use` with a site of its own on loopback, configured only as an operator would, and removes everything after. */
export async function withSite<T>(env: Record<string, string>, use: (site: Site) => Promise<T>): Promise<T> {
  const firstAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const site = await startServer({ env: { SEED: 'none', LOG_LEVEL: 'info', ...firstAdmin, ...env } })
  try {
    return await use(site)
  } finally {
    await site.stop()
  }
}
