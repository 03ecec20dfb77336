import { describe, expect } from 'vitest'
import { testOnOwnSite as test } from '../support/accounts.ts'
import { adminApi } from '../support/admin-api.ts'
import { hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { getBox } from '../support/box.ts'
import { abortCall, fulfillCall, holdCall, rejectCall } from '../support/calls.ts'
import { logOut } from '../support/header-menu.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { items } from '../support/product-page.ts'
import { widths } from '../support/test.ts'
import {
  call,
  comment,
  form,
  isEmpty,
  logIn,
  open,
  ownReview,
  photoInput,
  posts,
  star,
  submit,
  write,
} from './review-page.ts'

describe('a review', () => {
  test('is sent once, clears the form, is shown on top as pending, and is public after approval', async ({
    site,
    asMember,
    asVisitor,
  }) => {
    const visit = await asMember({ name: 'Kit Writer' })
    const page = await open(visit)
    const request = await holdCall(page, call)
    const text = 'The suede is softer than it looks.'
    await write(page, { text, stars: '4 stars' })
    await form(page).getByText("Your review appears here once it's approved.", { exact: true }).waitFor()
    await submit(page).click()
    await form(page).getByText('Submitting…', { exact: true }).waitFor()
    await expect.poll(() => submit(page).getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => submit(page).getAttribute('title')).toBe('Submitting…')
    await submit(page).press('Enter')
    request.go()
    const toast = visit.toast('Review Submitted!')
    await toast.waitFor()
    await expect.poll(async () => (await getBox(toast.locator('.toast'))).middle).toBeCloseTo(640, -1)
    await isEmpty(page)
    expect(posts(visit)).toHaveLength(1)
    await expect.poll(() => submit(page).getAttribute('aria-disabled')).toBe(null)

    const mine = ownReview(page)
    await mine.getByText(text).waitFor()
    await hasFocus(mine)
    await page.reload()
    await mine.getByText('Waiting for approval', { exact: true }).waitFor()
    await mine.getByText('Only you see it until then.', { exact: true }).waitFor()
    await mine.getByText('4 out of 5').waitFor({ state: 'attached' })
    await expect.poll(() => mine.getByRole('time').innerText()).toMatch(/^(\d+ s ago|1 m ago|just now)$/)
    await expect.poll(() => page.locator('#reviews').getByText(text).count()).toBe(1)
    const api = await adminApi(site)
    const [pending] = await api<{ _id: string; comment: string }[]>('GET /review/findReview', {
      query: { product_code: '9900661650', status: 'pending', limit: '1' },
    })
    expect(pending?.comment).toBe(text)
    const query = { review_id: pending?._id ?? '', status: 'approved' }
    await api('PATCH /review/approveOrDenyReview', { query })
    await page.reload()
    await mine.getByText(text).waitFor()
    await expect.poll(() => mine.getByText('Waiting for approval').count()).toBe(0)
    await expect.poll(() => page.locator('#reviews').getByText(text).count()).toBe(1)
    const visitor = await asVisitor({ origin: site.origin })
    await open(visitor)
    const published = visitor.page.locator('#reviews').getByRole('listitem').filter({ hasText: text })
    await published.getByText('Kit Writer', { exact: true }).waitFor()
  })

  test('needs a rating and a comment, focuses the missing field, and can be written by keyboard', async ({
    asMember,
  }) => {
    const visit = await asMember()
    const page = await open(visit)
    const message = 'Please enter a comment and select a rating.'
    const error = form(page).getByText(message, { exact: true })
    await expect.poll(() => error.count()).toBe(0)
    await submit(page).click()
    await form(page)
      .getByRole('alert')
      .filter({ has: page.getByText(message) })
      .waitFor()
    await hasFocus(star(page, '1 star'))
    await comment(page).fill('   ')
    await star(page, '2 stars').check()
    await submit(page).click()
    await hasFocus(comment(page))
    await expect.poll(() => comment(page).getAttribute('aria-invalid')).toBe('true')
    await comment(page).fill('Good.')
    await error.waitFor({ state: 'detached' })
    expect(posts(visit)).toEqual([])

    // By keyboard only.
    await star(page, '2 stars').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => star(page, '3 stars').isChecked()).toBe(true)
    await hasFocus(star(page, '3 stars'))
    await page.keyboard.press('Tab')
    await hasFocus(comment(page))
    await page.keyboard.type(' Fits.')
    await page.keyboard.press('Tab')
    await hasFocus(photoInput(page))
    await page.keyboard.press('Tab')
    await hasFocus(form(page).getByLabel('Show my photos with the QC photos too'))
    await page.keyboard.press('Tab')
    await hasFocus(submit(page))
    await page.keyboard.press('Enter')
    await visit.toast('Review Submitted!').waitFor()
  })
})

test('keeps the typed review when the information of the item arrives', async ({ asMember }) => {
  const visit = await asMember()
  const page = await open(visit, '/popular')
  const info = await holdCall(page, '/product-info')
  await page.locator(`a[href^="${items.jacket}"]`).first().click()
  await form(page).scrollIntoViewIfNeeded()
  await comment(page).pressSequentially('The zip ')
  info.go()
  await page.getByRole('button', { name: 'Description' }).waitFor()
  await page.keyboard.type('runs.')
  await expect.poll(() => comment(page).inputValue()).toBe('The zip runs.')
})

describe('a failure', () => {
  test("is shown with the server's or our own message, and the input is kept", async ({ asMember }) => {
    const visit = await asMember({ allow: [/409/, /net::ERR_FAILED/] })
    const page = await open(visit)
    await rejectCall(page, call, 'Another version of this review is already pending.')
    await write(page, { text: 'Runs small.', stars: '3 stars' })
    await submit(page).click()
    await visit.toast('Another version of this review is already pending.').waitFor()
    await form(page)
      .getByText('Another version of this review is already pending.', { exact: true })
      .waitFor()
    await expect.poll(() => comment(page).inputValue()).toBe('Runs small.')
    await expect.poll(() => star(page, '3 stars').isChecked()).toBe(true)

    await page.unroute(`**/api/v1${call}*`)
    await abortCall(page, call)
    await submit(page).click()
    await visit.toast('Failed to fetch data!').waitFor()

    await page.unroute(`**/api/v1${call}*`)
    await fulfillCall(page, call, 202, {})
    await submit(page).click()
    await visit.toast('Something went wrong!').waitFor()
    await expect.poll(() => comment(page).inputValue()).toBe('Runs small.')
  })
})

describe('the review form by role', () => {
  test('tells admins that they cannot add a review', async ({ asMember }) => {
    const visit = await asMember({ role: 'admin' })
    const page = await open(visit)
    await form(page).getByText('Admin cannot add review', { exact: true }).waitFor()
    await expect.poll(() => submit(page).getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => submit(page).getAttribute('title')).toBe('Admin cannot add review')
    await expect.poll(() => form(page).getByText('Please login to add a review').count()).toBe(0)
    await submit(page).press('Enter')
    await expect.poll(() => comment(page).count()).toBe(0)
    expect(posts(visit)).toEqual([])
  })

  test('does not show the text of a user to the next one', async ({ asMember, site }) => {
    const visit = await asMember()
    const page = await open(visit)
    await write(page, { text: 'Between us.', stars: '1 star' })
    await logOut(page)
    await form(page).getByText('Please login to add a review', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Between us.').count()).toBe(0)
    await logIn(visit, site)
    await open(visit)
    await isEmpty(page)
  })

  test.for(['user', 'admin'] as const)(
    'causes no layout shift when the session is loaded: %s',
    async (role, { asMember }) => {
      const visit = await asMember({ role, width: 360 })
      const page = await open(visit)
      await form(page).scrollIntoViewIfNeeded()
      await page.reload()
      await visit.hydrated()
      await form(page).getByText('Please login to add a review').waitFor({ state: 'detached' })
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    },
  )
})

describe('the rating bars', () => {
  test('filter by keyboard and expose their state', async ({ asVisitor, site }) => {
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit)
    const bars = page.getByRole('group', { name: 'Show reviews with' })
    const two = bars.getByRole('button', { name: /^2 stars/ })
    await expect.poll(() => two.getAttribute('aria-pressed')).toBe('false')
    await two.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => two.getAttribute('aria-pressed')).toBe('true')
    const list = page.locator('#reviews').getByRole('listitem')
    await expect.poll(() => list.count()).toBe(2)
    await page.keyboard.press('Space')
    await expect.poll(() => two.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => list.count()).toBeGreaterThan(2)
  })
})

test('has a form without axe findings at 360 and 1280 px in both themes', async ({ asMember }) => {
  const visit = await asMember({ width: 360, reducedMotion: true })
  const page = await open(visit)
  await form(page).getByRole('button', { name: 'Add a Review' }).click()
  await submit(page).click()
  await form(page).getByRole('alert').waitFor()
  for (const width of widths) {
    await setWidth(page, width)
    expect(await axeFindings(page), `${width} px`).toEqual([])
    for (const label of await form(page).locator('.rating-input label').all())
      await expect.poll(() => label.boundingBox()).toMatchObject({ width: 44, height: 44 })
  }
})
