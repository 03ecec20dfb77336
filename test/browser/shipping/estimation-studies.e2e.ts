import { describe, expect } from 'vitest'
import type { ShippingOption } from '#features/freight/option.ts'
import { setStorage } from '#support/visit.ts'
import { apiOf } from '../support/admin-api.ts'
import { test } from '../support/test.ts'
import { card, curve, results, shoes, summary, volume } from './results-page.ts'

describe('the weight curve', () => {
  test('is absent when its data fails to load, can be requested again, and shows the next price step of the opened line', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ allow: [/tariffs/] })
    await page.route('**/shipping/tariffs**', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(shoes)
    await hydrated()
    await curve(page).getByText('Failed to fetch data!').waitFor()
    await page.unroute('**/shipping/tariffs**')
    await curve(page).getByRole('button', { name: 'Try Again' }).click()
    await curve(page).getByRole('img').waitFor()
    await summary(card(page, 'UPS Expedited')).click()
    const sentence = '204 g more at no extra cost. From 2,001 g: ¥83.66 more.'
    await curve(page).getByText(sentence, { exact: true }).waitFor()
    await curve(page)
      .getByRole('img', {
        name: `Price by weight on UPS Expedited. This parcel: 1,796 g chargeable, ¥382.13. ${sentence}`,
      })
      .waitFor()
    for (const text of ['This parcel, ¥382.13', '1,796 g chargeable', '204 g free', '+ ¥83.66', '5 kg'])
      await expect.poll(() => curve(page).locator('svg text').allTextContents()).toContain(text)
  })

  test('can be read as a table, and shows any line that takes the parcel, with all others behind it', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(shoes)
    await hydrated()
    const line = curve(page).getByLabel('Line', { exact: true })
    await expect.poll(() => line.locator('option').count()).toBe(9)
    await line.selectOption({ label: 'EMS (China Post)' })
    await curve(page).getByText('Show as table').click()
    const rows = () => curve(page).locator('tbody tr').allTextContents()
    await expect
      .poll(async () => (await rows()).slice(0, 5))
      .toEqual([
        '1–500 g¥188.00',
        '501–1,000 g¥232.00',
        '1,001–1,500 g · this parcel¥276.00',
        '1,501–2,000 g¥320.00',
        '2,001–2,500 g¥364.00',
      ])
    await line.selectOption({ label: 'Yanwen registered packet' })
    await curve(page).getByText('About ¥5.25 per extra 100 g on this line.').waitFor()
    await line.selectOption({ label: 'ePacket (EUB)' })
    await curve(page).getByText('About ¥7.80 per extra 100 g on this line.').waitFor()
    await curve(page).getByText('up to 2,000 g').waitFor()
    await curve(page).getByLabel('Show the other lines').check()
    await expect.poll(() => curve(page).locator('.curve__other').count()).toBe(8)
  })
})

describe('volumetric or real', () => {
  test('shows the cost of the shoe box on the opened line, and an estimate without it', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(shoes)
    await hydrated()
    await summary(card(page, '4PX Direct (general goods)')).click()
    await volume(page)
      .getByText("Without the shoe box it's 1,240 g, which saves ¥10.87.", { exact: true })
      .waitFor()
    await volume(page).getByText('Volumetric, 34 x 22 x 12 / 6000').waitFor()
    await expect
      .poll(() => volume(page).locator('.weight-bars__top b').allTextContents())
      .toEqual(['1,240 g', '1,496 g'])
    await summary(card(page, 'ePacket (EUB)')).click()
    await volume(page).getByText('not used').waitFor()

    await volume(page).getByRole('button', { name: 'Estimate without the box' }).click()
    await results(page)
      .locator('.estimate-notes')
      .getByText('Add the size to include volumetric weight.')
      .waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?destination=DE&weight=1240&features=202')
    await expect.poll(() => volume(page).count()).toBe(0)
    const line = card(page, '4PX Direct (general goods)')
    await line.locator('summary .price').getByText('¥143.13').waitFor()
  })
})

describe('the shown currency', () => {
  test('is the charged currency when the stored one is invalid, is stored on the device, and shows the day of its rates', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    for (const currency of ['usd', 'XYZ', '<b>', '']) {
      await setStorage(page, { stored: { currency } })
      await page.goto(shoes)
      await hydrated()
      await curve(page).getByRole('img').waitFor()
      const heading = page.getByRole('heading', { name: '9 lines ¥101.96–382.13' })
      await expect.poll(() => heading.count(), { message: `stored: '${currency}'` }).toBe(1)
    }
    await results(page).getByText('Charged in yuan.', { exact: true }).waitFor()
    await page.getByLabel('Prices in').selectOption('JPY')
    const heading = page.getByRole('heading', { name: '9 lines JPY 2407–9024' })
    await heading.waitFor()
    await results(page).getByText('Exchange rates: ECB, 21 Aug 2026. Charged in yuan.').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('currency'))).toBe('JPY')
    await page.reload()
    await heading.waitFor()
    await page.getByLabel('Prices in').selectOption('CNY')
    await page.getByRole('heading', { name: '9 lines ¥101.96–382.13' }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('currency'))).toBe('CNY')
  })

  test('shows the amounts of the API', async ({ asVisitor, origin }) => {
    const body = { destination: 'DE', weight: 1240, length: 34, width: 22, height: 12, features: '202' }
    const data = await apiOf({ origin })<ShippingOption[]>('POST /get_estimation', {
      body: { ...body, currency: 'USD' },
    })
    const { page } = await asVisitor({ stored: { currency: 'USD' } })
    await page.goto(shoes)
    await page.getByRole('heading', { name: '9 lines $' }).waitFor()
    for (const { name, feeDetail } of data.filter(({ available }) => available)) {
      const visible = card(page, name).locator('summary .price > span[aria-hidden]')
      await expect.poll(() => visible.first().textContent()).toBe(`$${feeDetail.total?.toFixed(2)}`)
    }
  })
})
