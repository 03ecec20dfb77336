import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/test.ts'
import { calculate, destination, lines, requestSummary, side, weight } from './estimation-form.ts'

const errors = (page: Page) => page.locator('.estimate-form .err').allInnerTexts()

describe('the calculator without JavaScript', () => {
  test('is a plain form whose results are a page', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/estimation')
    await destination(page).fill('germany')
    await page.locator('summary').filter({ hasText: 'Shoes' }).click()
    await page.getByLabel('Sneakers (with shoe box)').check()
    await page.locator('summary').filter({ hasText: 'Clothing' }).click()
    await page.getByLabel('Hoodies & sweaters').check()
    await weight(page).fill('1240')
    await side(page, 'Length').fill('34')
    await side(page, 'Width').fill('22')
    await side(page, 'Height').fill('12')
    await calculate(page).click()
    await lines(page).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, ...searchParams]).toEqual([
      '/estimation',
      ['destination', 'DE'],
      ['weight', '1240'],
      ['length', '34'],
      ['width', '22'],
      ['height', '12'],
      ['features', '102,202'],
    ])
    await expect
      .poll(() => requestSummary(page).innerText())
      .toBe(
        '1,240 g, 34 x 22 x 12 cm, Clothing/Hoodies & sweaters, Shoes/Sneakers (with shoe box) to Germany',
      )
    const first = page.locator('details').filter({ hasText: 'days' }).first()
    await first.getByText('Total', { exact: true }).waitFor()
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect.poll(() => weight(page).inputValue()).toBe('1240')
    await expect.poll(() => destination(page).inputValue()).toBe('Germany')
    await expect.poll(() => page.getByLabel('Hoodies & sweaters').isChecked()).toBe(true)
    await expect.poll(() => lines(page).count()).toBe(0)
  })

  test('keeps the typed values and reports errors beside the fields', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/estimation')
    await calculate(page).click()
    await expect.poll(() => errors(page)).toEqual(['Country is required', 'Weight is required'])
    await destination(page).fill('Atlantis')
    await weight(page).fill('0')
    await side(page, 'Length').fill('1,5,5')
    await calculate(page).click()
    await expect
      .poll(() => errors(page))
      .toEqual([
        'Unknown destination',
        'Weight must be a number from 1 to 1,000,000 g.',
        'Length must be a number from 0.1 to 1,000 cm.',
      ])
    await expect.poll(() => destination(page).inputValue()).toBe('Atlantis')
    await expect.poll(() => weight(page).inputValue()).toBe('0')
    await expect.poll(() => side(page, 'Length').inputValue()).toBe('1,5,5')
  })

  test('has no control that needs JavaScript', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/estimation?features=202')
    const buttons = await page.locator('main button').all()
    const visible = await Promise.all(
      buttons.map(async (one) => ((await one.isVisible()) ? one.innerText() : '')),
    )
    expect(visible.filter((text) => text !== '')).toEqual(['calculate'])
    await expect.poll(() => page.locator('datalist option').count()).toBeGreaterThan(200)
    await expect.poll(() => page.locator('datalist option[value="Germany"]').count()).toBe(1)
  })
})

test("the browser takes the server's errors over", async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor()
  await page.goto('/estimation?sent=1&weight=0')
  await hydrated()
  await expect
    .poll(() => errors(page))
    .toEqual(['Country is required', 'Weight must be a number from 1 to 1,000,000 g.'])
  await weight(page).fill('500')
  await expect.poll(() => errors(page)).toEqual(['Country is required'])
})
