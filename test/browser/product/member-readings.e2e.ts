import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { putAccount } from '#support/users.ts'
import { logInHere } from '../account/login-page.ts'
import { openHaul, row } from '../shipping/haul-page.ts'
import { adminApi, apiAs } from '../support/admin-api.ts'
import { test } from '../support/admin-page.ts'
import { cleanAtBothWidths } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'

const title = '加绒加厚连帽卫衣宽松纯色男女同款'
const toGermany = { country: 'DE' }
const path = (id: string) => `/product/taobao/${id}`
const reading = (id: string) => ({
  shopType: 'taobao',
  productCode: id,
  title,
  price: 168,
  currency: 'CNY',
  weight: 720,
  variants: [
    ['Forest', 'Plum'],
    ['S', 'M', 'L'],
  ],
})
const paper = (page: Page) => page.locator('.item-paper')
const question = (page: Page) => page.getByRole('region', { name: 'Is this right?' })
type Listed = { productCode: string; status: string; reports: { right: number; off: number } }

describe('what a member read of an unknown item', () => {
  test('is typed, looked at, handed over without what was unticked, and shown to others', async ({
    site,
    asMember,
    asVisitor,
  }) => {
    const visit = await asMember({ stored: toGermany })
    const { page, hydrated, dialog } = visit
    await page.goto(path('990000731301'))
    await hydrated()
    // The page of an unknown item loads its own part; a press before that does nothing.
    const doors = dialog('Add what you see there')
    const openDoors = async () => {
      if ((await doors.count()) === 0)
        await page.getByRole('button', { name: 'Add what you see there' }).click({ timeout: 4000 })
      await doors.waitFor({ timeout: 4000 })
    }
    await vi.waitFor(openDoors, { timeout: 30_000 })
    await doors.getByText('Type title, price, weight').click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Price in ¥').fill('168')
    await page.getByLabel('Weight in g').fill('720')
    await page.getByRole('button', { name: 'Next' }).click()
    const preview = dialog('This will be stored')
    await preview.getByRole('checkbox', { name: /^Price/ }).uncheck()
    await preview.getByText('Read by a member on').waitFor()
    expect(
      visit.apiCalls.filter((call) => call.includes('/items/readings') && call.startsWith('POST')),
    ).toEqual([])
    await preview.getByRole('button', { name: 'Hand over' }).click()
    await dialog('Thank you').getByText('Title and weight are on the page now.').waitFor()
    await dialog('Thank you').getByRole('button', { name: 'See the item' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => paper(page).innerText()).not.toMatch(/168/)

    const stranger = await asVisitor({ origin: site.origin, stored: toGermany })
    await stranger.page.goto(path('990000731301'))
    await stranger.hydrated()
    await stranger.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect
      .poll(() => paper(stranger.page).innerText())
      .toMatch(/Read by a member on \d{1,2} \w{3} \d{4}, not confirmed/i)
    await paper(stranger.page).getByText('720 g as the member read it. Size unknown.').waitFor()
  })

  test('has one weight and one price on the paper, in Shipping, in the haul, and on the slip later', async ({
    site,
    asMember,
    asVisitor,
  }) => {
    const id = '990000731302'
    const member = await asMember()
    const { _id } = await (await apiAs(site, member.account))<{ _id: string }>('POST /items/readings', {
      body: reading(id),
    })
    const visit = await asVisitor({ origin: site.origin, stored: toGermany })
    const { page, hydrated } = visit
    await page.goto(path(id))
    await hydrated()
    const amount = paper(page).locator('dd b')
    await expect.poll(() => amount.textContent()).toMatch(/^¥\d+\.\d\d$/)
    const sum = (await amount.textContent()) ?? ''
    const freight = `¥${(Number(sum.slice(1)) - 168).toFixed(2)}`
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    const shipping = page.getByRole('region', { name: 'Shipping', exact: true })
    await shipping
      .getByText('To Germany, 720 g as the member read it. Its size is unknown: a big box can cost more.')
      .waitFor()
    await expect.poll(() => shipping.locator('.results__options').first().innerText()).toContain(freight)
    await page.getByRole('button', { name: 'Add to haul' }).first().click()
    await openHaul(visit)
    await row(page, title)
      .getByText('Taobao · ¥168.00 · Read by a member', { exact: true })
      .waitFor({ state: 'attached' }) // the row shows it while it is edited
    await expect.poll(() => row(page, title).getByLabel('Weight(g)').inputValue()).toBe('720')

    await (await adminApi(site))('PATCH /items/readings', { query: { id: _id, verdict: 'approved' } })
    await page.goto(path(id))
    await hydrated()
    const slip = page.getByRole('region', { name: 'Price with shipping' })
    await expect.poll(() => slip.locator('.slip__row--sum dd b').textContent()).toContain(sum)
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    await shipping.getByText('720 g as the member read it. Size unknown.').waitFor()
    await expect.poll(() => page.getByText('Listed as').count()).toBe(0)
  })

  test('waits through the login for a visitor to whom the extension gave it', async ({ site, asVisitor }) => {
    const id = '990000731303'
    const { weight: weightGrams, productCode: _code, ...facts } = reading(id)
    const message = {
      ...facts,
      ...{ page: 'item', id, skuId: null, priceTo: null, weightGrams, pictures: [], variant: null },
      ...{ photos: [], unreadPhotos: 0 },
    }
    const visit = await asVisitor({ origin: site.origin, stored: toGermany })
    const { page, hydrated } = visit
    await page.goto('/handover')
    await hydrated()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.handover)).toBe('ready')
    await page.evaluate(
      (read) => postMessage({ type: 'chopmark-reading', reading: read }, location.origin),
      message,
    )
    await page.getByRole('button', { name: 'Log in to hand over' }).click()
    await page.waitForURL('**/register')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await logInHere(visit, await putAccount(site))
    await page.waitForURL('**/handover')
    await page.getByText(title).first().waitFor()
    await page.getByRole('button', { name: 'Hand over' }).click()
    await page.getByText('Title, price, weight, 2 options and 3 sizes are on the page now.').waitFor()
    await page.getByRole('link', { name: 'See the item' }).click()
    await page.waitForURL(`**${path(id)}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText('Forest', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Is this right?').count()).toBe(0) // one's own
  })

  test('is answered by other members with Yes or Something is off, which an admin sees', async ({
    site,
    asMember,
    asVisitor,
  }) => {
    const id = '990000731304'
    await (await apiAs(site, await putAccount(site)))('POST /items/readings', { body: reading(id) })
    for (const [name, thanks] of [
      ['Yes', 'Thank you for looking.'],
      ['Something is off', 'Thank you for looking.'],
    ] as const) {
      const { page, hydrated, toast } = await asMember()
      await page.goto(path(id))
      await hydrated()
      await question(page).getByText('Is this right?').waitFor()
      await question(page).getByRole('button', { name }).click()
      await toast('Thank you. An admin will look at it.').waitFor()
      await question(page).getByText(thanks).waitFor()
    }
    const api = await adminApi(site)
    const stored = async () =>
      (await api<Listed[]>('GET /items/readings')).find(({ productCode }) => productCode === id)
    await expect.poll(stored).toMatchObject({ status: 'pending', reports: { right: 1, off: 1 } })

    const { page, hydrated } = await asVisitor({ origin: site.origin, stored: toGermany })
    await page.goto(path(id))
    await hydrated()
    await question(page).getByRole('button', { name: 'Yes' }).waitFor()
    await cleanAtBothWidths(page)
    await expectNoOverflow(page)
  })
})
