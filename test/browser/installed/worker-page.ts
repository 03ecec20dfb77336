import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Visit, VisitOptions } from '#support/visit.ts'
import { openSiteFront, type SiteFront } from './site-front.ts'

/** A page that is not reachable makes the browser itself complain. */
export const allow = [/ERR_|Failed to fetch|dynamically imported module|NetworkError/]
/** What a kept page begins with. */
export const savedCopy = /^Saved copy of \d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}$/

/** An address of a site's own, closed with the test. */
export async function aFront(site: string): Promise<SiteFront> {
  const front = await openSiteFront()
  front.leadTo(site)
  onTestFinished(front.close)
  return front
}

/** Waits until the worker answers for this page, and has kept it. */
export async function isTaken({ page, hydrated }: Visit, key = new URL(page.url()).pathname): Promise<void> {
  await hydrated()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect.poll(() => listKept(page)).toContain(key)
}

/** The paths of the pages that the device keeps, the oldest first. */
export function listKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('pages-1')).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  })
}

/** The options of a visit to a site that may install its worker. */
export const workerOptions = (origin: string, options: VisitOptions = {}): VisitOptions => ({
  ...options,
  origin,
  allow,
  hasWorker: true,
})
