import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'

describe('the page of the extension', () => {
  test('explains how to install it, without JavaScript too, and offers the file', async ({
    asVisitor,
    origin,
  }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/tools')
    await page.getByRole('link', { name: 'Get the extension', exact: true }).click()
    await page.waitForURL('**/extension')
    await expect.poll(() => page.title()).toBe('Browser extension · Chopmark')
    await expect
      .poll(() => page.getByRole('list').first().getByRole('listitem').count())
      .toBeGreaterThanOrEqual(5)
    await page.getByText(origin, { exact: true }).waitFor()
    const file = page.getByRole('link', { name: 'Download the extension', exact: true })
    const response = await page.request.get(String(await file.getAttribute('href')))
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/zip'])
    expect((await response.body()).toString('latin1', 0, 2)).toBe('PK')
  })

  test('has no axe findings or layout shift, and fits at both widths', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    for (const width of widths) {
      await setWidth(page, width)
      await page.goto('/extension', { waitUntil: 'networkidle' })
      await hydrated()
      expect(await axeFindings(page), `${width} px`).toEqual([])
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      await expectNoOverflow(page)
    }
  })
})
