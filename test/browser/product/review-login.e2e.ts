import { describe, expect } from 'vitest'
import { test } from '../support/accounts.ts'
import { setWidth } from '../support/both-widths.ts'
import { items } from '../support/product-page.ts'
import { comment, form, logIn, login, open, posts, submit } from './review-page.ts'

describe('a review without a login', () => {
  test('shows one line with the reason and a link to the login instead of the form', async ({
    asVisitor,
    site,
  }) => {
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit)
    await form(page).getByText('Please login to add a review', { exact: true }).waitFor()
    await expect.poll(() => submit(page).getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => submit(page).getAttribute('title')).toBe('Please login to add a review')
    await submit(page).press('Enter')
    await expect.poll(() => comment(page).count()).toBe(0)
    expect(posts(visit)).toEqual([])
  })

  test('shows the reason without JavaScript too', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    await page.goto(items.sneaker)
    await form(page).getByText('Please login to add a review', { exact: true }).waitFor()
    await login(page).waitFor()
    await expect.poll(() => submit(page).isVisible()).toBe(false)
  })

  test('returns from the login to the open form, on phones too', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit, items.jacket)
    await setWidth(page, 360)
    await logIn(visit, site)
    expect(page.url()).toContain(items.jacket)
    await comment(page).fill('The zip runs')
    await page.reload()
    await expect.poll(() => comment(page).inputValue()).toBe('The zip runs')
    await expect.poll(() => form(page).getByText('Please login to add a review').count()).toBe(0)
    expect(posts(visit)).toEqual([])
  })
})
