import { expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { test } from '../support/test.ts'

test('a page that takes long shows that it is on its way', async ({ asVisitor }) => {
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

test('without a connection the page says so', async ({ asVisitor }) => {
  const { page, context, hydrated, reports } = await asVisitor()
  await page.goto('/tools')
  await hydrated()
  await expect.poll(() => reports).toHaveLength(1) // the page's view, which is told when there is nothing else to do
  await context.setOffline(true)
  const words = page.getByText("You're offline. You can keep reading this page.", { exact: true })
  await words.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await context.setOffline(false)
  await words.waitFor({ state: 'detached' })
})
