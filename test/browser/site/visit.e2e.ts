import { createServer, type Server } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import { openVisit } from '#support/visit.ts'
import { createVisitors } from '#support/visitors.ts'

/** Pages which do what ours must not, to see that it is noticed. */
const bodies: Record<string, string> = {
  '/quiet': '<title>Quiet</title><p role="status">Saved</p><dialog open aria-label="Sizes">S, M</dialog>',
  '/console': '<script>console.error("told so")</script>',
  '/thrown': '<script>throw new Error("fell over")</script>',
  '/policy': '<p style="color: red">styled inline</p>',
  '/foreign': '<img src="https://elsewhere.example/a.png" alt="">',
  '/missing-part': '<script src="/nowhere.js"></script>',
  '/leaving': '<a href="https://agent.example/buy?id=1" target="_blank" rel="noopener">Buy</a>',
  '/calling': '<script>fetch("/api/v1/agents?limit=2")</script>',
}
const policy = "default-src 'self'; script-src 'self' 'unsafe-inline'; img-src *"

let browser: Browser
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer(({ url = '' }, reply) => {
    const body = bodies[url]
    const isIcon = url === '/favicon.ico' || url.startsWith('/api/')
    reply.writeHead(body || isIcon ? 200 : 404, {
      'content-type': 'text/html',
      'content-security-policy': policy,
    })
    reply.end(body ?? '<title>Page not found!</title>')
  })
  const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;[browser] = await Promise.all([launchBrowser(), listening])
  const address = server.address()
  origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})

afterAll(async () => {
  await browser.close()
  server.close()
})

describe('a visit', () => {
  test.each([
    ['/console', /^told so$/],
    ['/thrown', /fell over/],
    ['/policy', /Content Security Policy/],
    ['/foreign', /^A request to another site: https:\/\/elsewhere\.example\/a\.png$/],
    ['/missing-part', /status of 404/],
  ])('notes what is wrong with %s', async (path, complaint) => {
    const { page, complaints, context } = await openVisit(browser, origin)
    await page.goto(path)
    await expect.poll(() => complaints).toContainEqual(expect.stringMatching(complaint))
    await context.close()
  })

  test.each(['/quiet', '/nowhere'])('does not report %s', async (path) => {
    const { page, complaints, context } = await openVisit(browser, origin)
    await page.goto(path, { waitUntil: 'networkidle' })
    await context.close()
    expect(complaints).toEqual([])
  })

  test('does not report errors that the test allows', async () => {
    const { page, complaints, context } = await openVisit(browser, origin, { allow: [/told so/] })
    await page.goto('/console', { waitUntil: 'networkidle' })
    await context.close()
    expect(complaints).toEqual([])
  })

  test('reports the URL of a new tab without opening it', async () => {
    const { page, departures, complaints, context } = await openVisit(browser, origin)
    await page.goto('/leaving')
    await page.getByRole('link', { name: 'Buy' }).click()
    await expect.poll(() => departures).toEqual(['https://agent.example/buy?id=1'])
    await context.close()
    expect(complaints).toEqual([])
  })

  test('lists the calls of the API', async () => {
    const { page, apiCalls, context } = await openVisit(browser, origin)
    await page.goto('/calling')
    await expect.poll(() => apiCalls).toEqual(['GET /api/v1/agents?limit=2'])
    await context.close()
  })

  test('starts with the requested width, theme and storage', async () => {
    const { page, context } = await openVisit(browser, origin, {
      width: 360,
      theme: 'dark',
      stored: { url: 'https://agent.example' },
    })
    await page.goto('/quiet')
    const seen = await page.evaluate(() => ({
      width: innerWidth,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      stored: { ...localStorage },
    }))
    expect(seen).toEqual({
      width: 360,
      dark: true,
      stored: { theme: 'dark', url: 'https://agent.example' },
    })
    await context.close()
  })

  test('finds toasts and dialogs by their role', async () => {
    const { page, toast, dialog, context } = await openVisit(browser, origin)
    await page.goto('/quiet')
    await expect.poll(() => toast('Saved').count()).toBe(1)
    await expect.poll(() => toast('Lost').count()).toBe(0)
    await expect.poll(() => dialog('Sizes').textContent()).toBe('S, M')
    await context.close()
  })

  test('opens further pages with the width of its first, also in a reused window', async () => {
    const visitors = createVisitors(browser)
    for (const width of [360, 1280]) {
      const visit = await visitors.open(origin, { width })
      const further = await visit.context.newPage()
      await further.goto('/quiet')
      await expect.poll(() => further.evaluate(() => innerWidth)).toBe(width)
      await visitors.close(visit, { isBroken: false })
    }
  })
})
