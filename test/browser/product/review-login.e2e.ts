import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SharedSite } from '#support/site.ts'
import { putAccount } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { logInHere } from '../account/login-page.ts'
import { test } from '../support/accounts.ts'
import { hasFocus } from '../support/admin-page.ts'
import { held } from '../support/calls.ts'
import { items } from '../support/product-page.ts'
import { comment, form, isEmpty, login, open, posts, submit, write } from './review-page.ts'

/** Written whole by somebody who logs in only then. */
async function finished(visit: Visit, site: SharedSite): Promise<{ visit: Visit; page: Page }> {
  const page = await open(visit, items.jacket)
  await write(page, { text: 'The zip runs smoothly.', stars: '5 stars' })
  await login(page).click()
  await logInHere(visit, await putAccount(site))
  return { visit, page }
}

describe('a review without a login', () => {
  test('Submit says why it does nothing, and where to log in', async ({ asVisitor, site }) => {
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit)
    await form(page).getByText('Please login to add a review', { exact: true }).waitFor()
    await expect.poll(() => submit(page).getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => submit(page).getAttribute('title')).toBe('Please login to add a review')
    await write(page, { text: 'Not yet.', stars: '1 star' })
    await submit(page).press('Enter')
    await hasFocus(login(page))
    expect(posts(visit)).toEqual([])
  })

  test('the form can be read, but not sent', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    await page.goto(items.sneaker)
    await form(page).getByText('Please login to add a review', { exact: true }).waitFor()
    await expect.poll(() => submit(page).isVisible()).toBe(false)
  })

  test('what is begun comes back after it', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit, items.jacket)
    await comment(page).fill('The zip runs')
    await login(page).click()
    await logInHere(visit, account)
    await page.waitForURL(`**${items.jacket}#add-review`)
    await visit.toast('Your review was kept. Press Submit to send it.').waitFor()
    await expect.poll(() => comment(page).inputValue()).toBe('The zip runs')
    await expect.poll(() => form(page).getByText('Please login to add a review').count()).toBe(0)
    expect(posts(visit)).toEqual([])
    await page.reload()
    await expect.poll(() => comment(page).inputValue()).toBe('The zip runs')
  })

  test('what is finished is sent after it, although what is known of the item comes late', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    const info = await held(page, '/product-info')
    await finished(visit, site)
    await visit.toast('Your review was kept and is being sent.').waitFor()
    const waiting = page.getByText('Loading…', { exact: true })
    await waiting.waitFor()
    info.go()
    await waiting.waitFor({ state: 'detached' })
    await visit.toast('Review Submitted!').waitFor()
    await isEmpty(page)
    expect(posts(visit)).toHaveLength(1)
    await page.reload()
    await visit.hydrated()
    await isEmpty(page)
  })

  test('it is not sent when that is undone', async ({ site, asVisitor }) => {
    const { visit, page } = await finished(await asVisitor({ origin: site.origin }), site)
    const kept = visit.toast('Your review was kept and is being sent.')
    await kept.getByRole('button', { name: 'Undo' }).click()
    await kept.getByText('Your review was kept and is being sent.').waitFor({ state: 'detached' })
    await expect.poll(() => comment(page).inputValue()).toBe('The zip runs smoothly.')
    expect(posts(visit)).toEqual([])
  })
})
