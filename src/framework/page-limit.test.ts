import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { renderer } from '#main/render.tsx'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { pageLimit } from './pages.ts'

/** Number of pages that are rendered for a network per minute. */
const maxPages = 6
const env = { TRUST_PROXY: 'on', RATE_MULTIPLIER: String(maxPages / pageLimit.count) }

let networks = 0
const createNetwork = () => `192.0.2.${networks++}`
let price = 1
/** A page that was not requested before. */
const newPage = () => `/popular?MinPrice=${price++}`

describe('the page limit of a network', () => {
  const database = useDatabase()
  const app = useApp(database, { env, renderer })
  const visit = (path: string, from: string) =>
    app().send(path, { headers: { accept: 'text/html', 'x-forwarded-for': from } })

  /** A network at its limit, and the pages it was served. */
  async function exhaustLimit() {
    const [from, seen] = [createNetwork(), Array.from({ length: maxPages }, newPage)]
    for (const path of seen) expect((await visit(path, from)).status).toBe(200)
    return { from, seen }
  }

  test('returns an error page with the seconds to wait above the limit', async () => {
    const { from } = await exhaustLimit()
    const { status, headers, text } = await visit(newPage(), from)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      429,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(text).toContain('Oops! Something went wrong')
    const seconds = Number(headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(text).toContain(`Too many pages were asked for. Please try again in ${seconds} s.`)
  })

  test('is logged once, however many more pages are requested', async () => {
    const { from } = await exhaustLimit()
    for (let more = 0; more < 3; more += 1) expect((await visit(newPage(), from)).status).toBe(429)
    await app().features.securityLog.flush()
    const seen = await database.db.select().from(securityEvents).where(eq(securityEvents.network, from))
    expect(seen).toMatchObject([{ type: 'limit-hit', count: 1, details: { rule: 'pages' } }])
  })

  test('does not count for other networks or for cached pages', async () => {
    const { from, seen } = await exhaustLimit()
    for (const path of seen) expect((await visit(path, from)).status).toBe(200)
    const path = newPage()
    const [rejected, served] = await Promise.all([visit(path, from), visit(path, createNetwork())])
    expect([rejected.status, served.status]).toEqual([429, 200])
    expect((await visit(path, from)).status).toBe(200)
  })
})
