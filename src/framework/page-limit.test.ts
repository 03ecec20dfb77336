import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { renderer } from '#main/render.tsx'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { pageLimit } from './pages.ts'

/** Of the pages that a network may have drawn in a minute. */
const most = 6
const env = { TRUST_PROXY: 'on', RATE_MULTIPLIER: String(most / pageLimit.count) }

let networks = 0
const aNetwork = () => `192.0.2.${networks++}`
let price = 1
/** One that nobody has asked for. */
const newPage = () => `/popular?MinPrice=${price++}`

describe.each(modes.slice(0, 1))('pages that are drawn for one network, on %s', (mode) => {
  const database = useDatabase(mode)
  const app = useApp(database, { env, renderer })
  const visit = (path: string, from: string) =>
    app().send(path, { headers: { accept: 'text/html', 'x-forwarded-for': from } })

  /** A network that gets no more, and the pages it got. */
  async function anEager() {
    const [from, seen] = [aNetwork(), Array.from({ length: most }, newPage)]
    for (const path of seen) expect((await visit(path, from)).status).toBe(200)
    return { from, seen }
  }

  test('have an end, which a page of ours says with the seconds to wait', async () => {
    const { from } = await anEager()
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

  test('are over once for whoever keeps watch, however often more are asked for', async () => {
    const { from } = await anEager()
    for (let more = 0; more < 3; more += 1) expect((await visit(newPage(), from)).status).toBe(429)
    await app().features.securityLog.flush()
    const seen = await database.db.select().from(securityEvents).where(eq(securityEvents.network, from))
    expect(seen).toMatchObject([{ type: 'limit-hit', count: 1, details: { rule: 'pages' } }])
  })

  test('count for nobody else, and those that are kept for nobody', async () => {
    const { from, seen } = await anEager()
    for (const path of seen) expect((await visit(path, from)).status).toBe(200)
    const path = newPage()
    const [refused, served] = await Promise.all([visit(path, from), visit(path, aNetwork())])
    expect([refused.status, served.status]).toEqual([429, 200])
    expect((await visit(path, from)).status).toBe(200)
  })
})
