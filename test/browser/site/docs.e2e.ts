import { describe, expect } from 'vitest'
import { cleanAtBothWidths, setWidth } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { test, widths } from '../support/test.ts'

describe("the API's page", () => {
  test('needs no JavaScript, and links to the OpenAPI document', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/docs')
    await expect.poll(() => page.title()).toBe('Chopmark API')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Chopmark API')
    await page.getByRole('link', { name: 'POST /links/parse' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#post-links-parse')
    await page.getByText('Reads the item links in up to 500 texts, each on its own.').waitFor()
    await page.getByRole('link', { name: 'OpenAPI document' }).click()
    await expect.poll(() => page.locator('body').innerText()).toContain('"openapi":"3.1.0"')
  })

  test('lists exactly the calls of the document', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/docs')
    const documented = await page.evaluate(async () => {
      const api: { paths: Record<string, object> } = await (await fetch('/api/v1/openapi.json')).json()
      return Object.entries(api.paths).flatMap(([path, calls]) =>
        Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
      )
    })
    const listedCalls = await page
      .getByRole('main')
      .getByRole('article')
      .getByRole('heading', { level: 3 })
      .allInnerTexts()
    expect(listedCalls.map((text) => text.replaceAll(/\s+/g, ' ')).sort()).toEqual(documented.sort())
    expect(documented.length).toBeGreaterThan(8)
  })

  test('is linked from every page and links back', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Chopmark API' }).waitFor()
    await page.getByRole('link', { name: 'Back to Chopmark' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('has no axe findings and fits at both widths', async ({ asVisitor }) => {
    const { page } = await asVisitor({ width: 360, theme: 'dark' })
    await page.goto('/docs')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await cleanAtBothWidths(page)
    for (const width of widths) {
      await setWidth(page, width)
      await expectNoOverflow(page)
    }
  })
})
