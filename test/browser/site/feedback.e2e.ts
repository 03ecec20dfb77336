import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { test } from '../support/test.ts'

test('shows the progress of a page that loads slowly', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor()
  await page.goto('/')
  await hydrated()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/review/findReview**', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: 'Weidian sneaker' }).click()
  const bar = page.getByRole('progressbar', { name: 'Loading page' })
  await bar.waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  release()
  await page.waitForURL('**/product/weidian/9900661650')
  await bar.waitFor({ state: 'detached' })
})

test('shows that there is no connection', async ({ asVisitor }) => {
  const { page, context, hydrated, reports } = await asVisitor()
  await page.goto('/tools')
  await hydrated()
  await expect.poll(() => reports).toHaveLength(1) // the page's view, which is told when there is nothing else to do
  await context.setOffline(true)
  const message = page.getByText("You're offline. You can keep reading this page.", { exact: true })
  await message.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await context.setOffline(false)
  await message.waitFor({ state: 'detached' })
})

const link = 'https://weidian.com/item.html?itemID=9900661650'
const doors = [
  { address: '/popular', field: 'Product link' },
  { address: '/', field: 'Product link' },
  { address: '/tools', field: 'Product link for QC Lookup' },
]
const boxIn = (page: Page, field: string) =>
  page.getByLabel(field, { exact: true }).locator('visible=true').first()

describe.for(doors)('the link box of $address', ({ address, field }) => {
  test('responds in the same frame, and keeps the text until the item is open', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(address)
    await hydrated()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/review/findReview**', async (route) => {
      await released
      await route.continue()
    })
    const box = boxIn(page, field)
    await box.fill(link)
    const button = await box.evaluate(async ({ form }: HTMLInputElement) => {
      form?.requestSubmit()
      await new Promise(requestAnimationFrame)
      return form?.querySelector('[type=submit]')?.textContent
    })
    expect(button).toBe('Opening…')
    await page.getByRole('progressbar', { name: 'Loading page' }).waitFor()
    await expect.poll(() => box.inputValue()).toBe(link)
    release()
    await page.waitForURL('**/product/weidian/9900661650*')
    const inputs = page.getByLabel('Product link', { exact: true }).locator('visible=true')
    await expect.poll(() => inputs.first().inputValue()).toBe('')
    await expect.poll(() => page.getByRole('button', { name: 'Opening…' }).count()).toBe(0)
  })

  test('reports at once that there is no connection, and continues when there is one', async ({
    asVisitor,
  }) => {
    const { page, context, hydrated } = await asVisitor({ allow: [/ERR_INTERNET_DISCONNECTED/], width: 360 })
    await page.goto(address)
    await hydrated()
    await context.setOffline(true)
    const box = boxIn(page, field)
    await box.fill(link)
    await box.press('Enter')
    const message = "You're offline. Your link opens when you are back online."
    await page.getByText(message, { exact: true }).waitFor()
    await expect.poll(() => box.inputValue()).toBe(link)
    expect(await axeFindings(page)).toEqual([])
    await context.setOffline(false)
    await page.waitForURL('**/product/weidian/9900661650*')
  })
})

test('shows a message in the browser’s own dialog when its code fails to load', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ allow: [/ERR_FAILED/] })
  await page.goto('/popular')
  await hydrated()
  await page.route(/Toasts-|headless-/, (route) => route.abort())
  const add = page.getByRole('button', { name: /^Add to haul: Low court/ })
  await add.click()
  await expect.poll(() => add.getAttribute('aria-pressed')).toBe('true')
  const { promise: dialogText, resolve } = Promise.withResolvers<string>()
  page.once('dialog', async (alert) => {
    resolve(`${alert.type()}: ${alert.message()}`)
    await alert.dismiss()
  })
  await add.click()
  expect(await dialogText).toMatch(/^alert: Removed: Low court sneaker/)
})
