import { setTimeout as delay } from 'node:timers/promises'
import { test as base, inject } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import { type Site, startSite } from '#support/site.ts'
import type { Visit, VisitOptions } from '#support/visit.ts'
import { createVisitors, type Visitors } from '#support/visitors.ts'

export const widths = [360, 1280] as const
export const themes = ['light', 'dark'] as const

/** A crashed browser never closes, and must not delay the next tests. */
const closeMs = 10_000

async function waitAtMost(timeoutMs: number, closing: Promise<void>): Promise<void> {
  await Promise.race([closing, delay(timeoutMs, undefined, { ref: false })])
}

/**
 * One Chromium for all files of a worker. It is stored globally, because Vitest evaluates modules again for
 * each file. It ends with the process.
 */
function getWorkerVisitors(): Promise<Visitors> {
  const globals: typeof globalThis & { chopmarkVisitors?: Promise<Visitors> } = globalThis
  globals.chopmarkVisitors ??= launchBrowser().then((browser) =>
    createVisitors(browser, { stableOrigins: [inject('origin'), inject('members').origin] }),
  )
  return globals.chopmarkVisitors
}

/**
 * The tests' `test`, with:
 * - `asVisitor(options)`: a fresh visitor's page; the test fails at the end when the page had errors
 * - `aSite(env)`: a server of the test's own, with other settings, ended with the test
 * - `origin`: of the shared site
 * - `visitors`: the worker's one Chromium, with windows for `asVisitor`
 */
export const test = base
  .extend('visitors', () => getWorkerVisitors())
  .extend('origin', () => inject('origin'))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('aSite', ({}, { onCleanup }) => {
    const sites: Site[] = []
    onCleanup(async () => {
      await Promise.all(sites.map((site) => site.stop()))
    })
    return async (env: Record<string, string> = {}): Promise<Site> => {
      const site = await startSite({ env, ...inject('start') })
      sites.push(site)
      return site
    }
  })
  // Names `aSite` to be made after it and so closed before it: a page must not outlive its server.
  .extend('asVisitor', ({ visitors, origin, aSite: _aSite, task }, { onCleanup }) => {
    const visits: Visit[] = []
    onCleanup(async () => {
      const complaints = visits.flatMap((visit) => visit.complaints)
      const isFailed = task.result?.state === 'fail'
      const isBroken = complaints.length > 0 || isFailed
      const situations = isFailed ? await Promise.all(visits.map((visit) => visit.situation())) : []
      await Promise.all(visits.map((visit) => waitAtMost(closeMs, visitors.close(visit, { isBroken }))))
      // An Error, because a failed expectation reports only the number of complaints.
      const amiss = [...complaints, ...situations]
      if (amiss.length > 0) throw new Error(amiss.join('\n'))
    })
    return async (options: VisitOptions = {}): Promise<Visit> => {
      const visit = await visitors.open(options.origin ?? origin, options)
      visits.push(visit)
      return visit
    }
  })
