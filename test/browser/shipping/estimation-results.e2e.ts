import { describe, expect } from 'vitest'
import { test } from '../support/test.ts'
import {
  card,
  cards,
  curve,
  names,
  parseMinorUnits,
  readCharges,
  results,
  shoes,
  summary,
} from './results-page.ts'

describe('the charges of a known parcel', () => {
  test('by the scale: 11.84 and 1.24 times 52.52, and 25 of fees; by volume: 1,796 g, in the price up to 2 kg, and 24.5 % of fuel', async ({
    asVisitor,
  }) => {
    const { page } = await asVisitor()
    await page.goto(shoes)
    const line = card(page, 'Yanwen registered packet') // the cheapest, which is open
    await expect
      .poll(() => readCharges(line))
      .toEqual([
        ['Base fee', '¥11.84'],
        ['1.240 kg at ¥52.52', '¥65.12'],
        ['Fuel surcharge', '¥0.00'],
        ['Air surcharge', '¥0.00'],
        ['Customs fee', '¥0.00'],
        ['Operation fee', '¥15.00'],
        ['Service fee', '¥10.00'],
        ['Total', '¥101.96'],
      ])
    await line.getByText('This line charges actual weight, whatever the box size.').waitFor()

    const byVolume = card(page, 'UPS Expedited')
    await summary(byVolume).click()
    await expect
      .poll(() => readCharges(byVolume))
      .toEqual([
        ['First 2,000 g', '¥286.85'],
        ['Fuel surcharge, 24.5%', '¥70.28'],
        ['Air surcharge', '¥0.00'],
        ['Customs fee', '¥0.00'],
        ['Operation fee', '¥15.00'],
        ['Service fee', '¥10.00'],
        ['Total', '¥382.13'],
      ])
    await byVolume.getByText('Charged as 1,796 g.').waitFor()
    await byVolume.getByText('The size sets this price: 34 x 22 x 12 cm, divided by 5000').waitFor()
    await expect
      .poll(() => byVolume.locator('.weight-summary > div').allTextContents())
      .toEqual(['Actual1,240 g', 'Volumetric1,796 g', 'Chargeable1,796 g'])
  })

  test.for(['CNY', 'USD', 'JPY', 'KRW'])(
    'add up to the total on every line, in %s',
    async (currency, { asVisitor }) => {
      const { page } = await asVisitor({ stored: { currency } })
      await page.goto(shoes)
      const sign = { CNY: '¥', USD: '$' }[currency] ?? `${currency} `
      await results(page)
        .getByRole('heading', { level: 2 })
        .filter({ hasText: `9 lines ${sign}` })
        .waitFor()
      await expect.poll(() => cards(page).count()).toBe(9)
      for (const line of await cards(page).all()) {
        const rows = await readCharges(line)
        const total = rows.pop()
        expect(total?.[0]).toBe('Total')
        expect(rows.reduce((sum, [, amount]) => sum + parseMinorUnits(amount), 0)).toBe(
          parseMinorUnits(total?.[1] ?? ''),
        )
        await expect
          .poll(() => line.locator('summary .price > span[aria-hidden]').first().textContent())
          .toBe(total?.[1])
        for (const [, amount] of rows) expect(amount.startsWith(sign)).toBe(true)
      }
    },
  )
})

describe('the list', () => {
  test('marks the cheapest and the fastest line, can be sorted by price, days and price per kilogram, and filtered by accepted goods', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(shoes)
    await hydrated()
    await page.getByRole('heading', { name: '9 lines ¥101.96–382.13' }).waitFor()
    await card(page, 'Yanwen registered packet').getByText('Cheapest', { exact: true }).waitFor()
    await card(page, 'EMS (China Post)').getByText('Fastest', { exact: true }).waitFor()
    await expect
      .poll(() =>
        results(page)
          .getByText(/^(Cheapest|Fastest)$/)
          .count(),
      )
      .toBe(2)
    const byPrice = [
      'Yanwen registered packet',
      'China Post registered packet',
      'China-Europe rail line (tax included)',
      'ePacket (EUB)',
      '4PX Direct (general goods)',
      'EU tax-included line (general goods)',
      'EU tax-included line (sensitive goods)',
      'EMS (China Post)',
      'UPS Expedited',
    ]
    await expect.poll(() => names(page)).toEqual(byPrice)
    await page.getByRole('button', { name: 'Days' }).click()
    await expect
      .poll(() => names(page))
      .toEqual([
        'EMS (China Post)',
        'UPS Expedited',
        'ePacket (EUB)',
        'EU tax-included line (general goods)',
        'EU tax-included line (sensitive goods)',
        '4PX Direct (general goods)',
        'Yanwen registered packet',
        'China-Europe rail line (tax included)',
        'China Post registered packet',
      ])
    await page.getByRole('button', { name: 'Per kg' }).click()
    // 154 / 1.496 = 102.94 stands before 140.72 / 1.24 = 113.48
    await expect
      .poll(async () => (await names(page)).slice(0, 5))
      .toEqual([
        'Yanwen registered packet',
        'China Post registered packet',
        'China-Europe rail line (tax included)',
        '4PX Direct (general goods)',
        'ePacket (EUB)',
      ])
    await card(page, '4PX Direct').getByText('¥102.94 per kg').first().waitFor()
    await page.getByRole('button', { name: 'Price' }).click()
    await expect.poll(() => names(page)).toEqual(byPrice)

    const taxes = page.getByRole('button', { name: 'Tax included' })
    await taxes.click()
    await expect
      .poll(() => names(page))
      .toEqual([
        'China-Europe rail line (tax included)',
        'EU tax-included line (general goods)',
        'EU tax-included line (sensitive goods)',
      ])
    await page.getByRole('button', { name: 'Battery' }).click()
    await page.getByRole('heading', { name: '2 of 9 lines ¥116.99–219.59' }).waitFor()
    await page.getByRole('status').filter({ hasText: '2 of 9 lines ¥116.99–219.59' }).waitFor()
    await expect.poll(() => taxes.getAttribute('aria-pressed')).toBe('true')
    const colors = () =>
      taxes.evaluate((node) => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor])
    await page.emulateMedia({ reducedMotion: 'reduce' }) // no color on its way to another
    const underPointer = await colors()
    await page.mouse.move(0, 0)
    await expect.poll(colors).toEqual(underPointer)
    await taxes.click()
    await expect.poll(() => taxes.getAttribute('aria-pressed')).toBe('false')
    await page.getByRole('heading', { name: '2 of 9 lines ¥116.99–219.59' }).waitFor()
  })

  test('opens one or several lines by keyboard, and shows the accepted goods and the sources of the prices', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(shoes)
    await hydrated()
    const [rail, post] = [card(page, 'China-Europe rail line'), card(page, 'ePacket (EUB)')]
    await summary(rail).focus()
    await page.keyboard.press('Enter')
    await rail.getByText('Customs fee').waitFor()
    await summary(post).focus()
    await page.keyboard.press('Space')
    await post.getByText('Base fee').waitFor()
    await summary(rail).focus()
    await page.keyboard.press('Enter')
    await rail.getByText('Customs fee').waitFor({ state: 'hidden' })
    await expect.poll(() => post.getByText('Base fee').isVisible()).toBe(true)
    const rules = post.locator('.line-rules')
    for (const text of [
      '1–2,000 g',
      'Length + width + height <= 90 cm and the longest side <= 60 cm',
      'Actual weight only',
      'China Post',
      'Not accepted',
    ])
      await rules.getByText(text, { exact: true }).waitFor()
    await rules.getByText('Show all').click()
    await rules
      .getByText('Not accepted: Devices packed with a spare battery, Power banks & loose batteries')
      .waitFor()
    await rules.getByText('Source', { exact: true }).click()
    await rules.getByText(/^China Post's list for ePacket, without a date/).waitFor()
  })
})

describe('a rough estimate', () => {
  test('is stated once above the lines when it applies to all, otherwise on each row', async ({
    asVisitor,
  }) => {
    const { page } = await asVisitor()
    const count = () => results(page).getByText('Rough estimate').count()
    await page.goto('/estimation?destination=DE&weight=1200&features=504')
    await results(page)
      .getByText('Rough estimate: no published price for this country.', { exact: true })
      .waitFor()
    expect(await count()).toBe(1)
    await page.goto('/estimation?destination=US&weight=1200')
    await page.getByRole('heading', { name: /^\d+ lines/ }).waitFor()
    const rows = cards(page).filter({ hasText: 'Rough estimate · ' })
    await expect.poll(() => rows.count()).toBeGreaterThan(0)
    const all = await cards(page).count()
    await expect.poll(() => rows.count()).toBeLessThan(all)
    await expect.poll(() => results(page).locator('.results__rough').count()).toBe(0)
  })
})

describe('lines that do not take the parcel', () => {
  test('are below the divider with their reason and no badge, when no category was chosen and they accept some goods only', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/estimation?destination=GB&weight=1200')
    await hydrated()
    await page.getByRole('heading', { name: '13 lines ¥100.20–382.13' }).waitFor()
    await expect.poll(async () => (await names(page)).at(0)).toBe('4PX Direct (general goods)')
    await expect
      .poll(() => cards(page).first().locator('.option__badge').allTextContents())
      .toEqual(['Cheapest'])
    await expect.poll(() => cards(page).first().getAttribute('open')).toBe('')
    const some = page.getByRole('region', { name: 'For some goods only' })
    await some.getByText('Accepts only Clothing. Pick a category to see if it takes yours.').waitFor()
    await some.getByText('¥89.40').first().waitFor()
    await expect.poll(() => some.locator('.option__badge').count()).toBe(0)
    await expect.poll(() => curve(page).getByLabel('Line', { exact: true }).inputValue()).toBe('4px-general')

    await page.getByRole('button', { name: 'Hide lines' }).click()
    await expect.poll(() => cards(page).first().isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Show lines' }).click()
    await some.waitFor()
    await page.getByRole('link', { name: 'No size · add' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('estimate-length')
  })

  test('are below the rule with their reason, without details', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(shoes.replace('DE', 'GB'))
    await page.getByRole('heading', { name: 'Not for shoes' }).waitFor()
    const refused = page.locator('.option--off')
    await expect.poll(() => refused.count()).toBe(1)
    await refused.getByText('Accepts only Clothing; Shoes/Sneakers (with shoe box) not accepted.').waitFor()
    await expect.poll(() => refused.locator('summary, details, button, a').count()).toBe(0)
    await expect.poll(() => refused.getByText('¥').count()).toBe(0)
  })

  test('are the whole list for a parcel that no line takes', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/estimation?destination=DE&weight=90000')
    await page.getByRole('heading', { name: 'No Shipping data available' }).waitFor()
    await page
      .getByText('No shipping line takes this parcel. Try changing its weight; the reasons are below.')
      .waitFor()
    await expect.poll(() => page.locator('.option--off').count()).toBe(9)
    await page.getByText('Up to 70,000 g; your parcel weighs 90,000 g.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'What more weight costs' }).count()).toBe(0)
  })

  test('are not shown when no line goes to the country', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/estimation?destination=AQ&weight=500')
    await page.getByRole('heading', { name: 'No Shipping data available' }).waitFor()
    await page.getByText('No shipping line goes to this country yet. Try another destination.').waitFor()
    await expect.poll(() => page.locator('.option').count()).toBe(0)
  })
})

describe('what an estimate leaves out', () => {
  test('is stated below it, with the note on duty, its date and its source', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/estimation?destination=DE&weight=1240')
    for (const text of [
      'The final price depends on the parcel your agent packs and weighs. Packed parcels usually weigh 5–15% more than the item.',
      'Add the size to include volumetric weight.',
      "Pick a category to hide lines that won't carry it.",
      'Insurance is not included.',
    ])
      await results(page).locator('.estimate-notes').getByText(text, { exact: true }).waitFor()
    await page.goto(shoes)
    await results(page).getByText('Insurance is not included.').waitFor()
    await expect.poll(() => results(page).getByText('Pick a category').count()).toBe(0)
    await expect.poll(() => results(page).getByText('Add the size').count()).toBe(0)
    const note = page.locator('.duty-note')
    await note.getByText('Duty and tax: VAT applies to every parcel. Read more').click()
    await note.getByText('flat duty of EUR 3').waitFor()
    await note
      .getByText(
        "Checked Jun 2026. Source: A tax service on the Commission's guidance, and tax press. For information only.",
      )
      .waitFor()
    await page.goto('/estimation?destination=UA&weight=500')
    await page.getByRole('heading', { name: /lines/ }).waitFor()
    await expect.poll(() => note.count()).toBe(0)
  })
})
