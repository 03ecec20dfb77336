import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { expectNoOverflow } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'
import { readToast } from '../support/toast.ts'
import {
  calculate,
  choose,
  destination,
  focused,
  lines,
  requestSummary,
  side,
  texts,
  weight,
} from './estimation-form.ts'

const call = '**/api/v1/get_estimation'
const main = (page: Page) => page.getByRole('main')
const errors = (page: Page) => page.locator('.estimate-form .err').allInnerTexts()

describe('the calculator', () => {
  test('shows results at their own URL, empties the form and describes the request', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/estimation')
    await hydrated()
    await expect.poll(() => page.title()).toBe('Shipping Calculator · Chopmark')
    await page.getByText('Your shipping options will appear here.').waitFor()
    await choose(page, 'ger', /^Germany/)
    await weight(page).fill('1240')
    await side(page, 'Length').fill('34')
    await side(page, 'Width').fill('22')
    await side(page, 'Height').fill('12')
    await calculate(page).click()
    await lines(page).waitFor()
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe('?destination=DE&weight=1240&length=34&width=22&height=12')
    await expect.poll(() => focused(page)).toBe('1,240 g, 34 x 22 x 12 cm to Germany')
    await expect.poll(() => texts(page)).toEqual(['', '', '', '', ''])
    await expect.poll(() => calculate(page).isVisible()).toBe(false)
    await expect.poll(() => errors(page)).toEqual([])
    await page.goBack()
    await page.getByText('Your shipping options will appear here.').waitFor()
    await page.goForward()
    await lines(page).waitFor()
  })

  test('Edit fills the form with the request', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/estimation?destination=DE&weight=1240&length=34&width=22&height=12&features=202')
    await hydrated()
    await expect
      .poll(() => requestSummary(page).innerText())
      .toBe('1,240 g, 34 x 22 x 12 cm, Shoes/Sneakers (with shoe box) to Germany')
    await expect.poll(() => texts(page)).toEqual(['', '', '', '', ''])
    await main(page).getByRole('link', { name: 'Edit', exact: true }).click()
    await expect.poll(() => texts(page)).toEqual(['Germany', '1240', '34', '22', '12'])
    await expect.poll(() => focused(page)).toBe('Destination')
    await main(page)
      .getByRole('button', { name: 'Remove Shoes/Sneakers (with shoe box)', exact: true })
      .waitFor()
    await weight(page).fill('900')
    await calculate(page).click()
    await expect.poll(() => requestSummary(page).innerText()).toMatch(/^900 g, 34 x 22 x 12 cm, Shoes/)
    await expect.poll(() => calculate(page).isVisible()).toBe(false)
    for (let turn = 0; turn < 2; turn += 1) {
      await main(page).getByRole('link', { name: 'Edit', exact: true }).click()
      await calculate(page).click() // the same once more
      await calculate(page).waitFor({ state: 'hidden' })
    }
  })

  test('fills the form with the values of the URL', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/estimation?weight=800&length=30')
    await hydrated()
    await expect.poll(() => texts(page)).toEqual(['', '800', '30', '', ''])
    await expect.poll(() => errors(page)).toEqual([])
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  })

  test('shows an error beside each field and focuses the first; a typed text that was not chosen is no country', async ({
    asVisitor,
  }) => {
    const { page, hydrated, apiCalls } = await asVisitor()
    await page.goto('/estimation')
    await hydrated()
    await calculate(page).click()
    await expect.poll(() => errors(page)).toEqual(['Country is required', 'Weight is required'])
    await expect.poll(() => focused(page)).toBe('Destination')
    await destination(page).pressSequentially('Germ')
    await page.getByRole('option').first().waitFor()
    await weight(page).fill('500')
    await calculate(page).click()
    await expect.poll(() => errors(page)).toEqual(['Country is required'])
    await main(page).getByText('Pick one from the list.', { exact: true }).waitFor()
    await expect.poll(() => destination(page).inputValue()).toBe('Germ')
    await destination(page).fill('Germany') // in full, and still not chosen
    await weight(page).fill('500')
    await calculate(page).click()
    await expect.poll(() => errors(page)).toEqual(['Country is required'])
    await choose(page, 'de', /^Germany/)
    await expect.poll(() => errors(page)).toEqual([])

    await weight(page).fill('0')
    await side(page, 'Length').fill('1,5,5')
    await side(page, 'Width').fill('-1')
    await side(page, 'Height').fill('1e309')
    await calculate(page).click()
    await expect
      .poll(() => errors(page))
      .toEqual([
        'Weight must be a number from 1 to 1,000,000 g.',
        'Length must be a number from 0.1 to 1,000 cm.',
        'Width must be a number from 0.1 to 1,000 cm.',
        'Height must be a number from 0.1 to 1,000 cm.',
      ])
    await expect.poll(() => focused(page)).toBe('Weight(g)')
    await weight(page).fill('500')
    await expect.poll(async () => (await errors(page))[0]).toMatch(/^Length/)
    expect(apiCalls.filter((line) => line.includes('get_estimation'))).toEqual([])
  })

  test('fills the weight by quick weights, and suggests one for the chosen goods', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/estimation?features=202,102')
    await hydrated()
    for (const [name, grams] of [
      ['T-shirt 250 g', '250'],
      ['Hoodie 800 g', '800'],
      ['Shoes 1,200 g', '1200'],
      ['Jacket 1,500 g', '1500'],
      ['One of each 2,100 g', '2100'],
    ] as const) {
      await main(page).getByRole('button', { name, exact: true }).click()
      await expect.poll(() => weight(page).inputValue()).toBe(grams)
    }
    await main(page)
      .getByText('"One of each" is our guess for one piece of each category you chose.')
      .waitFor()
  })

  test('starts with the last country, and suggests it again after it was deleted', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'PE' } })
    await page.goto('/estimation')
    await hydrated()
    await expect.poll(() => destination(page).inputValue()).toBe('Peru')
    await main(page).getByRole('button', { name: 'Change destination', exact: true }).waitFor()
    await destination(page).fill('')
    await main(page).getByRole('button', { name: 'Use Peru again', exact: true }).click()
    await expect.poll(() => destination(page).inputValue()).toBe('Peru')
    await weight(page).fill('500')
    await choose(page, 'ger', /^Germany/)
    await calculate(page).click()
    await lines(page).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('DE')
  })

  test('starts with the country guessed from the device, says so, and does not store the guess', async ({
    asVisitor,
  }) => {
    for (const width of widths) {
      const home = { locale: 'en-US', timeZone: 'Europe/Berlin' }
      const { page, hydrated, dialog } = await asVisitor({ width, home })
      await page.goto('/estimation')
      await hydrated()
      await page.waitForLoadState('networkidle')
      const change = main(page).getByRole('button', { name: 'Guessed, change (from your time zone)' })
      await change.waitFor()
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      await weight(page).fill('500')
      await calculate(page).click()
      await expect.poll(() => requestSummary(page).innerText()).toBe('500 g to Germany')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBeNull()

      await page.goto('/estimation')
      await hydrated()
      await change.click()
      await dialog('Ship to').getByLabel('Country', { exact: true }).fill('fran')
      await page.keyboard.press('Enter')
      await main(page).getByRole('button', { name: 'Change destination', exact: true }).waitFor()
      await weight(page).fill('500')
      await calculate(page).click()
      await expect.poll(() => requestSummary(page).innerText()).toBe('500 g to France')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('FR')
    }
  })

  test('shows the request below the sticky header after calculate', async ({ asVisitor }) => {
    for (const width of [390, 1280]) {
      const { page, hydrated } = await asVisitor({ width, stored: { country: 'DE' } })
      await page.goto('/estimation')
      await hydrated()
      await weight(page).fill('1,5 kg')
      await side(page, 'Length').fill('340 mm')
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await calculate(page).press('Enter')
      await lines(page).waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('?destination=DE&weight=1500&length=34')
      const getGap = () =>
        page.evaluate(() => {
          const header = [...document.querySelectorAll('.header, .header .url-box')]
          const bottoms = header.map((part) => part.getBoundingClientRect().bottom)
          const summary = document.querySelector('.estimate-summary')?.getBoundingClientRect()
          return (summary?.top ?? 0) - Math.max(...bottoms)
        })
      await expect.poll(getGap).toBeGreaterThanOrEqual(0)
    }
  })

  test('ignores an unknown stored country', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: '<b>' } })
    await page.goto('/estimation')
    await hydrated()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => destination(page).inputValue()).toBe('')
    await choose(page, 'ger', /^Germany/)
    await expect.poll(() => main(page).locator('.country__last').count()).toBe(0)
  })
})

describe('a response', () => {
  test('to a later request replaces an earlier pending one', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ allow: [/ERR_ABORTED/] })
    const hold: Route[] = []
    await page.route(call, (route) =>
      route.request().postData()?.includes('"1111"') ? void hold.push(route) : route.continue(),
    )
    await page.goto('/estimation')
    await hydrated()
    await choose(page, 'ger', /^Germany/)
    await weight(page).fill('1111')
    await calculate(page).click()
    await expect.poll(() => hold.length).toBe(1)
    await main(page).getByText('Calculating…').waitFor()
    const aborted = page.waitForEvent('requestfailed')
    await weight(page).fill('2222')
    await calculate(page).click()
    await lines(page).waitFor()
    expect((await aborted).postData()).toContain('"1111"')
    await expect.poll(() => requestSummary(page).innerText()).toBe('2,222 g to Germany')
    await hold[0]?.abort().catch(() => undefined)
    await expect.poll(() => new URL(page.url()).search).toBe('?destination=DE&weight=2222')
  })

  test('that fails is reported and does not change the form', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ allow: [/Failed to load resource/] })
    for (const [body, status, text] of [
      [
        '{"message":"The site is busy. Please try again in a moment."}',
        503,
        'The site is busy. Please try again in a moment.',
      ],
      ['<html>', 502, 'Failed to fetch data!'],
      ['{"data":[]}', 202, 'Something went wrong!'],
      [undefined, 0, 'Failed to fetch data!'],
    ] as const) {
      await page.route(call, (route) =>
        body === undefined ? route.abort() : route.fulfill({ status, body, contentType: 'application/json' }),
      )
      await page.goto('/estimation')
      await hydrated()
      await choose(page, 'ger', /^Germany/)
      await weight(page).fill('1240')
      await side(page, 'Height').fill('12')
      await calculate(page).click()
      await readToast(page, text)
      const statusText = page.locator('.estimate-form').getByText(text, { exact: true })
      await statusText.waitFor()
      await expect
        .poll(() => texts(page), { message: `${status} ${body}` })
        .toEqual(['Germany', '1240', '', '', '12'])
      await page.unroute(call)
      await calculate(page).click()
      await lines(page).waitFor()
      await expect.poll(() => statusText.count()).toBe(0)
      await expect.poll(() => texts(page)).toEqual(['', '', '', '', ''])
    }
  })
})

describe('the screen', () => {
  test.for(widths)(
    'keeps its place while its parts arrive, and is clean for axe, at %s px',
    async (width, { asVisitor }) => {
      const { page, hydrated } = await asVisitor({ width, touch: width < 640, stored: { country: 'DE' } })
      await page.goto('/estimation')
      await hydrated()
      await page.waitForLoadState('networkidle')
      await page.getByRole('button', { name: 'Change destination' }).waitFor()
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Choose categories' }).click()
      await page.getByRole('checkbox', { name: 'All of Shoes' }).check()
      await calculate(page).click()
      await expect.poll(() => errors(page)).toEqual(['Weight is required'])
      expect(await axeFindings(page)).toEqual([])
    },
  )

  test('fits every width, with the list of categories open and with results', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    // Where there is no room beside a field, the page is another one.
    for (const sizes of [[320], [640, 999, 1000, 1920]] as const) {
      const fitsAll = async () => {
        for (const width of sizes) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoOverflow(page)
        }
      }
      await page.setViewportSize({ width: sizes[0], height: 800 })
      await page.goto('/estimation?features=202,502,603')
      await hydrated()
      await page.getByRole('button', { name: 'Choose categories' }).click()
      await page.getByRole('checkbox', { name: 'All of Clothing' }).waitFor()
      await fitsAll()
      await page.goto('/estimation?destination=DE&weight=1240&length=34&width=22&height=12&features=202')
      await hydrated()
      await fitsAll()
    }
  })
})
