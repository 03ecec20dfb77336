import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { test } from '../support/outside-fixture.ts'

const item = '/product/taobao/652874751412'

describe('QC photos', () => {
  const qc = (page: Page) => page.getByRole('region', { name: 'QC Photos' })

  test('are shown with their source, grouped by agent, date and variant', async ({ asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/product/weidian/7000000001')
    await hydrated()
    await qc(page).getByRole('heading', { name: 'KakoBuy warehouse' }).waitFor()
    await qc(page)
      .getByText(/^from Warehouse archive · 2 Nov 2026/)
      .waitFor()
    await qc(page).getByRole('heading', { name: 'Outside QC source' }).waitFor()
    await expect.poll(() => qc(page).locator('.photo-thumb').count()).toBe(7)
    await qc(page).getByText('Date', { exact: true }).click()
    await qc(page).getByRole('heading', { name: '2 Nov 2026' }).waitFor()
    await qc(page).getByText('Variant', { exact: true }).click()
    await qc(page).getByRole('heading', { name: 'Navy, M' }).waitFor()
  })

  test('of many variants do not make the page wider than the phone', async ({ asVisitor, site, sources }) => {
    for (const name of ['qc', 'qc-agents']) sources.setFault(name, 'slow') // the server renders the page without them
    const { page, hydrated } = await asVisitor({ origin: site.origin, width: 360, touch: true })
    await page.route('**/api/v1/qc-external*', async (route) => {
      const body = await (await route.fetch()).json()
      const items = body.data[0].items.map((photo: object, index: number) => ({
        ...photo,
        variant: `Colour ${index}, size ${40 + index}`,
      }))
      await route.fulfill({ json: { ...body, data: [{ ...body.data[0], items }] } })
    })
    await page.goto('/product/weidian/7000000006')
    await hydrated()
    await qc(page)
      .getByRole('button', { name: /^Colour 6, size 46/ })
      .waitFor()
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360)
  })

  test('that no source has are reported with the names of the sources', async ({
    asVisitor,
    site,
    sources,
  }) => {
    for (const name of ['qc', 'qc-agents']) sources.setFault(name, 'unknown-item')
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/product/weidian/7000000002')
    await hydrated()
    await qc(page).getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await qc(page).getByText('We also checked Outside QC source, Warehouse archive.').waitFor()
    await expect.poll(() => qc(page).getByRole('button', { name: 'Try Again' }).count()).toBe(0)
    await page.goto('/product/taobao/7000000002')
    await qc(page).getByText('We also checked Outside QC source.').waitFor()
  })

  test('show that no source was requested, without JavaScript too', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(item)
    await qc(page).getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await qc(page).getByText('We checked only our own photos.').waitFor()
  })

  test('are not reported as missing when all sources fail', async ({ asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/product/weidian/down-4')
    await hydrated()
    await qc(page).getByRole('heading', { name: "We couldn't load the QC photos." }).waitFor()
    await qc(page)
      .getByText("We can't reach their source right now, so there may be photos we can't show.")
      .waitFor()
    await expect.poll(() => page.getByText('No QC photos available').count()).toBe(0)
    const bar = page.getByRole('navigation', { name: 'On this page' })
    await expect.poll(() => bar.getByRole('link', { name: /^QC Photos/ }).innerText()).toBe('QC Photos')
    const response = page.waitForResponse((reply) => reply.url().includes('/qc-external'))
    await qc(page).getByRole('button', { name: 'Try Again' }).click()
    expect((await response).status()).toBe(200)
  })

  test('name the failing source that may have some', async ({ asVisitor, site, sources }) => {
    sources.setFault('qc', 'unknown-item')
    sources.setFault('qc-agents', 'unauthorized')
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/product/weidian/7000000003')
    await hydrated()
    await qc(page).getByRole('heading', { name: "We couldn't load the QC photos." }).waitFor()
    await qc(page)
      .getByText("We can't reach Warehouse archive right now, so there may be photos we can't show.")
      .waitFor()
  })

  test('of one source are shown when another one fails, with its name', async ({
    asVisitor,
    site,
    sources,
  }) => {
    sources.setFault('qc', 'forbidden')
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/product/weidian/7000000004')
    await hydrated()
    await qc(page).getByText("Outside QC source isn't responding and may have more photos.").waitFor()
    await expect.poll(() => qc(page).locator('.photo-thumb').count()).toBe(3)
    expect(await axeFindings(page)).toEqual([])
  })

  test('of our own are shown when no outside source responds', async ({ asVisitor, site, sources }) => {
    sources.setFault('all', 'down')
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/product/taobao/990000323120')
    await hydrated()
    await qc(page).getByText("We can't reach any photo source right now.").waitFor()
    await expect.poll(() => qc(page).locator('.photo-thumb').count()).toBe(7)
  })

  test('of a failing source are shown from storage with their date', async ({ asVisitor, site, sources }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/product/weidian/7000000005')
    await hydrated()
    await expect.poll(() => qc(page).locator('.photo-thumb').count()).toBe(7)
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank') // no request is sent while the site is down
    sources.setFault('all', 'down')
    await site.end()
    await site.restart() // the new process has no fresh results in memory
    await page.goto('/product/weidian/7000000005')
    await hydrated()
    await qc(page)
      .getByText(/^Outside QC source isn't responding\. Showing its photos from \d+ \w+ \d{4}\.$/)
      .waitFor()
    await qc(page)
      .getByText(/^Warehouse archive isn't responding\. Showing its photos from \d+ \w+ \d{4}\.$/)
      .waitFor()
    await expect.poll(() => qc(page).locator('.photo-thumb').count()).toBe(7)
  })
})
