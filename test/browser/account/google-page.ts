import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type Site, startSite } from '#support/site.ts'
import { withOwner } from '#support/users.ts'
import type { Visit, VisitOptions } from '#support/visit.ts'
import { test as base } from '../support/test.ts'

function settings({ url }: Simulator): Record<string, string> {
  return { ...withOwner, GOOGLE_ISSUER: `${url}/google`, GOOGLE_CLIENT_ID: 'chopmark-tests' }
}

/** The issuer, played on this machine, and a site that is configured for it and has one account. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('sources', { scope: 'file' }, async ({}, { onCleanup }): Promise<Simulator> => {
    const sources = await startSimulator({ port: 0 })
    onCleanup(() => sources.close())
    return sources
  })
  .extend('site', { scope: 'file' }, async ({ sources }, { onCleanup }): Promise<Site> => {
    const site = await startSite({
      env: { ...settings(sources), LOG_LEVEL: 'info' },
      ...inject('start'),
    })
    onCleanup(() => site.stop())
    return site
  })
  .extend('visitor', ({ asVisitor, site }) => (options: VisitOptions = {}) => {
    // The browser itself reports refused calls.
    const refusals = /^Failed to load resource: .* [45]\d\d .*\/api\/v1\/(auth|users)\//
    return asVisitor({ origin: site.origin, ...options, allow: [refusals, ...(options.allow ?? [])] })
  })

/** For tests in which a site of their own has to start first. */
export const withStart = { timeout: 60_000 }

export const waiting = (page: Page) => page.getByRole('button', { name: 'Waiting for Google…' })
const labels: Record<string, string> = { '/login': 'Sign in with Google', '/register': 'Sign up with Google' }
export const button = (page: Page) =>
  page.getByRole('button', { name: labels[new URL(page.url()).pathname] ?? 'no such page', exact: true })

/** Presses the button and gives the window that opened, at the issuer's page. */
export async function goToGoogle({ page, context, hydrated }: Visit, path: string): Promise<Page> {
  await page.goto(path)
  await hydrated()
  const opened = context.waitForEvent('page')
  await button(page).click()
  const popup = await opened
  await popup.getByRole('heading', { name: 'Local sign-in' }).waitFor()
  return popup
}

/** Says who one is; the window closes by itself. */
export async function sayWho(popup: Page, who: { email: string; name?: string }): Promise<void> {
  const closed = popup.waitForEvent('close')
  await popup.getByLabel('Email').fill(who.email)
  await popup.getByLabel('Name').fill(who.name ?? '')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await closed
}
