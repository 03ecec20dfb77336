import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Site, startServer } from './server.ts'
import { openVisit, type Visit, type VisitOptions } from './visit.ts'

export const widths = [360, 1280] as const
export const themes = ['light', 'dark'] as const

/** A browser that broke off never answers, and must not hold up the tests that come after. */
const closeMs = 10_000

async function atMost(milliseconds: number, closing: Promise<void>): Promise<void> {
  await Promise.race([closing, delay(milliseconds, undefined, { ref: false })])
}

/**
 * The tests' `test`, with:
 * - `asVisitor(options)`: a fresh visitor's page; at the end the test fails if anything was amiss in it
 * - `aSite(env)`: a server of the test's own, with other settings, ended with the test
 * - `origin`: of the shared site
 * - `browser`: the file's one Chromium
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser()
    onCleanup(() => atMost(closeMs, browser.close()))
    return browser
  })
  .extend('origin', () => inject('origin'))
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('aSite', ({}, { onCleanup }) => {
    const sites: Site[] = []
    onCleanup(async () => {
      await Promise.all(sites.map((site) => site.stop()))
    })
    return async (env: Record<string, string> = {}): Promise<Site> => {
      const site = await startServer({ env, seeded: inject('seeded') })
      sites.push(site)
      return site
    }
  })
  // Names `aSite` to be made after it and so closed before it: a page must not outlive its server.
  .extend('asVisitor', ({ browser, origin, aSite: _aSite }, { onCleanup }) => {
    const visits: Visit[] = []
    onCleanup(async () => {
      await Promise.all(visits.map(({ context }) => atMost(closeMs, context.close())))
      expect(visits.flatMap(({ complaints }) => complaints)).toEqual([])
    })
    return async (options: VisitOptions = {}): Promise<Visit> => {
      const visit = await openVisit(browser, options.origin ?? origin, options)
      visits.push(visit)
      return visit
    }
  })
