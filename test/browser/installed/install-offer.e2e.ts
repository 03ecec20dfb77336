import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { items } from '../support/product-page.ts'
import { test } from '../support/test.ts'
import { isTaken } from './worker-page.ts'

test('Chromium finds the site installable', async ({ origin, asVisitor }) => {
  const visit = await asVisitor({ origin, hasWorker: true })
  const { page, context } = visit
  await page.goto('/')
  await isTaken(visit)
  const devTools = await context.newCDPSession(page)
  const { errors, url } = await devTools.send('Page.getAppManifest')
  expect([errors, url]).toEqual([[], `${origin}/manifest.webmanifest`])
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  const problems = installabilityErrors.map(({ errorId }) => errorId)
  expect(problems.filter((problem) => problem !== 'in-incognito')).toEqual([]) // as every window of a test is
})

describe('the offer to install', () => {
  const offer = (page: Page) => page.getByRole('complementary', { name: 'Install' })
  /** Chromium makes this event itself, but not in a window without a profile. */
  const announce = (page: Page) =>
    page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(window, { prompts: 0 })
      Object.assign(event, {
        prompt: async () => {
          Object.assign(window, { prompts: Reflect.get(window, 'prompts') + 1 })
        },
      })
      dispatchEvent(event)
      return event.defaultPrevented
    })

  async function addToHaul(page: Page): Promise<void> {
    await page.getByRole('main').getByRole('button', { name: /haul/i }).first().click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('haul'))).toContain('\n')
  }

  test('comes after the first saved item, once', async ({ origin, asVisitor }) => {
    const visit = await asVisitor({ origin, hasWorker: true })
    const { page, hydrated } = visit
    await page.goto(items.sneaker)
    await isTaken(visit)
    await expect.poll(() => announce(page)).toBe(true)
    await expect.poll(() => offer(page).count()).toBe(0)
    await addToHaul(page)
    await page.getByRole('link', { name: 'Tools', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await offer(page).getByRole('button', { name: 'Install' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'prompts'))).toBe(1)
    await offer(page).waitFor({ state: 'detached' })
    await page.goto('/popular')
    await hydrated()
    await expect.poll(() => announce(page)).toBe(true)
    await expect.poll(() => offer(page).count()).toBe(0)
  })

  test('says in words on an iPhone how to install it and how to share to it', async ({
    origin,
    asVisitor,
  }) => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
    const visit = await asVisitor({ origin, width: 360, hasWorker: true, userAgent })
    const { page } = visit
    await page.goto(items.sneaker)
    await isTaken(visit)
    await addToHaul(page)
    await page.goto('/popular')
    await offer(page)
      .getByText(/tap Share, then Add to Home Screen\.$/)
      .waitFor()
    await offer(page).getByText(`${origin}/go?text=`).waitFor()
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await isTaken(visit)
    await expect.poll(() => offer(page).count()).toBe(0)
  })
})
