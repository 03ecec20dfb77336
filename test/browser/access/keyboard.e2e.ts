import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { screens } from '#support/screens.ts'
import { test } from '../support/accounts.ts'
import { holdCall } from '../support/calls.ts'
import { items, title } from '../support/product-page.ts'

/** No task needs more Tab stops than this between two controls. */
const maxStops = 160

/** What is wrong with where the focus is: nowhere, out of sight, under something else, or not to be seen (WCAG 2.4.7, 2.4.11). */
function findFault(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: node } = document
    if (!node || node === document.body) return 'no focus'
    const name = `${node.tagName} ${node.className} ${node.textContent?.slice(0, 30)}`
    const box = (node.closest('label') ?? node).getBoundingClientRect()
    const [x, y] = [box.left + Math.min(box.width, innerWidth) / 2, box.top + Math.min(box.height, 40) / 2]
    if (box.bottom <= 0 || box.top >= innerHeight) return `out of sight: ${name}`
    const above = document.elementFromPoint(x, y)
    const isCovered =
      above && !node.contains(above) && !above.contains(node) && !node.closest('label')?.contains(above)
    if (isCovered && !node.matches('input')) return `under ${above.className}: ${name}`
    const isMarked = (one: Element) =>
      ['', '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
      })
    const { nextElementSibling: next, parentElement: parent } = node
    const marked = [node, node.closest('label'), next, parent, parent?.parentElement].filter(
      (one) => one != null,
    )
    return marked.some(isMarked) ? '' : `no ring: ${name}`
  })
}

/** Presses Tab until the target has the focus; every stop on the way must be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((node) => node === document.activeElement)
  const faults: string[] = []
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab')
    const fault = await findFault(page)
    if (fault) faults.push(fault)
    if (await isThere()) break
  }
  await expect.poll(isThere).toBe(true)
  expect(faults).toEqual([])
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('with the keyboard only', () => {
  test('a visitor pastes a link, compares the QC photo with the seller’s photo, and buys the item', async ({
    asVisitor,
    site,
  }) => {
    const { page, hydrated, departures } = await asVisitor({ origin: site.origin, stored: { country: 'DE' } })
    await page.goto('/')
    await hydrated()
    await tabTo(page, page.getByRole('textbox', { name: 'Product link', exact: true }))
    await page.keyboard.insertText('https://weidian.com/item.html?itemID=9900661650')
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true)
    const buy = page.getByRole('link', { name: /^Buy/ }).and(page.locator(':visible')).first()
    await tabTo(page, buy)
    await page.keyboard.press('Enter')
    await expect.poll(() => departures).toEqual([expect.stringContaining('9900661650')])
    const divider = page.getByRole('slider', { name: /^Divider/ })
    await tabTo(page, divider)
    const before = (await divider.getAttribute('aria-valuenow')) ?? (await divider.inputValue())
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(async () => (await divider.getAttribute('aria-valuenow')) ?? divider.inputValue())
      .not.toBe(before)
  })

  test('the heading keeps the focus when the item’s information arrives after the page', async ({
    asVisitor,
    site,
  }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/')
    await hydrated()
    const call = await holdCall(page, '/product-info')
    await tabTo(page, page.getByRole('textbox', { name: 'Product link', exact: true }))
    await page.keyboard.insertText('https://weidian.com/item.html?itemID=9900661650')
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: title })
    const isFocused = () => heading.evaluate((node) => node === document.activeElement)
    await expect.poll(isFocused).toBe(true)
    call.go()
    await page
      .getByText('In stock')
      .or(page.getByText(/\d in stock/))
      .first()
      .waitFor()
    await expect.poll(isFocused).toBe(true)
  })

  test('a visitor chooses a country beside the price', async ({ asVisitor, site }) => {
    const { page, hydrated, dialog } = await asVisitor({ origin: site.origin })
    await page.goto(items.sneaker)
    await hydrated()
    const slip = page.getByRole('region', { name: 'Price with shipping' })
    await tabTo(page, slip.getByRole('button'))
    await page.keyboard.press('Enter')
    await dialog('Ship to').waitFor()
    await page.keyboard.insertText('germ')
    await dialog('Ship to')
      .getByRole('button', { name: /^Germany/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => slip.innerText()).toContain('271.01')
    const chosen = slip.getByRole('button', { name: 'Shipping to Germany' })
    await expect.poll(() => chosen.evaluate((node) => node === document.activeElement)).toBe(true)
    await dialog().waitFor({ state: 'detached' })
    await tabTo(page, slip.getByRole('link'))
  })

  test('a visitor sorts the shipping lines and opens one', async ({ asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto(screens.estimation)
    await hydrated()
    await tabTo(page, button(page, 'Days'))
    await page.keyboard.press('Space')
    await expect.poll(() => button(page, 'Days').getAttribute('aria-pressed')).toBe('true')
    const second = page.locator('summary.option__sum').nth(1)
    await tabTo(page, second)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('details:has(> summary.option__sum)').nth(1).getAttribute('open'))
      .not.toBeNull()
  })

  test('a visitor adds an item to the haul and opens the haul', async ({ asVisitor, site }) => {
    const { page, hydrated, dialog } = await asVisitor({ origin: site.origin, stored: { country: 'DE' } })
    await page.goto('/popular')
    await hydrated()
    await tabTo(page, button(page, /^Add to haul: Low court/))
    await page.keyboard.press('Enter')
    const tray = page.getByRole('complementary', { name: 'Haul' })
    await tabTo(page, tray.getByRole('button', { name: /, open the haul$/ }))
    await page.keyboard.press('Enter')
    await dialog('Your haul').getByText('1 item to Germany').waitFor()
    await tabTo(page, dialog('Your haul').getByRole('link', { name: 'Plan the haul' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/haul')
  })

  test('a member saves an item, and removes it after a confirmation', async ({ asMember }) => {
    const { page, hydrated, dialog, toast } = await asMember()
    await page.goto(items.sneaker)
    await hydrated()
    await tabTo(page, button(page, 'Add to Collection').first())
    await page.keyboard.press('Enter')
    await toast('Added to your collection.').waitFor()
    const saved = button(page, 'In your collection').first()
    await expect.poll(() => saved.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog('In your collection').waitFor()
    await tabTo(page, dialog('In your collection').getByRole('button', { name: 'Remove' }))
    await page.keyboard.press('Enter')
    await tabTo(page, dialog('Are you sure?').getByRole('button', { name: 'Yes, delete it!' }))
    await page.keyboard.press('Enter')
    await button(page, 'Add to Collection').first().waitFor()
  })
})
