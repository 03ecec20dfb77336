import { expect } from 'vitest'
import { test } from '../support/accounts.ts'
import { hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { items } from '../support/product-page.ts'
import { aPhoto } from '../support/qc-fixture.ts'
import { widths } from '../support/test.ts'
import { comment, form, isEmpty, open, ownReview, photoInput, submit, write } from './review-page.ts'

test('shows a review with two photos on top as pending, edits it and deletes it', async ({ asMember }) => {
  const visit = await asMember({ reducedMotion: true })
  const page = await open(visit, items.jacket)
  const tiles = form(page).getByRole('list', { name: 'Photos to submit' })
  const names = () =>
    tiles.getByRole('img').evaluateAll((all) => all.map((image) => image.getAttribute('alt')))
  await photoInput(page).setInputFiles([
    await aPhoto('label.jpg'),
    await aPhoto('ruler.jpg', { colour: 'plum' }),
  ])
  await tiles.getByRole('button', { name: 'Move later photo 1' }).click()
  await expect.poll(names).toEqual(['ruler.jpg', 'label.jpg'])
  await write(page, { text: 'The zip runs.', stars: '5 stars' })
  await expect.poll(() => submit(page).getAttribute('aria-disabled')).toBe(null)
  await submit(page).click()
  await visit.toast('Review Submitted!').waitFor()

  const mine = ownReview(page)
  await mine.getByText('Waiting for approval', { exact: true }).waitFor()
  await hasFocus(mine)
  await isEmpty(page)
  const photos = mine.getByRole('link', { name: /^Photo/ })
  await expect.poll(() => photos.count()).toBe(2)
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  for (const image of await mine.locator('img').all())
    await expect.poll(() => image.evaluate(isDrawn)).toBe(true)
  await photos.first().click()
  await page.getByRole('dialog', { name: 'Photos in the review by You' }).waitFor()
  await page.keyboard.press('Escape')
  await hasFocus(photos.first())

  await mine.getByRole('button', { name: 'Edit your review' }).click()
  await hasFocus(comment(page))
  await expect.poll(() => comment(page).inputValue()).toBe('The zip runs.')
  for (const width of widths) {
    await setWidth(page, width)
    expect(await axeFindings(page), `${width} px`).toEqual([])
  }
  await tiles.getByRole('button', { name: 'Remove photo 1' }).click()
  await comment(page).fill('The zip jams.')
  await submit(page).click()
  await mine.getByText('The zip jams.').waitFor()
  await expect.poll(() => photos.count()).toBe(1)

  // The approval of the review includes its photos, so the admin sees them.
  const admin = await asMember({ role: 'admin' })
  await admin.page.goto('/dashboard/manage-review')
  const row = admin.page.getByRole('row').filter({ hasText: 'The zip jams.' })
  await row.getByRole('link', { name: 'Photo 1 of 1' }).waitFor()

  await mine.getByRole('button', { name: 'Delete your review' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await visit.toast('Your review was deleted.').waitFor()
  await mine.waitFor({ state: 'detached' })
  await hasFocus(page.getByRole('heading', { name: 'Reviews', exact: true }))
})

test('opens the form by its button on a phone', async ({ asMember }) => {
  const visit = await asMember({ width: 360 })
  const page = await open(visit, items.sneaker)
  await expect.poll(() => submit(page).isVisible()).toBe(false)
  await form(page).getByRole('button', { name: 'Add a Review' }).click()
  await submit(page).waitFor()
  await hasFocus(form(page).getByRole('radio').first())
})
