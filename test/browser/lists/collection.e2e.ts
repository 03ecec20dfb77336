import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { logInHere } from '../account/login-page.ts'
import { createStoredHaul } from '../shipping/haul-page.ts'
import { type Member, test } from '../support/accounts.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { getBox } from '../support/box.ts'
import { abortCall, holdCall, rejectCall } from '../support/calls.ts'
import { cards, listSentCalls, open, remove, saveItems, titles, view } from '../support/collection-page.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { items, title } from '../support/product-page.ts'

const sneaker = { productCode: '9900661650', storeName: 'weidian' }
const jacket = { productCode: '990000605666', storeName: 'ali_1688' }
const cap = { productCode: '9900280375', storeName: 'weidian' }
const unknown = { productCode: '652874751412', storeName: 'taobao' }

async function deleteFirst({ page, dialog }: Visit): Promise<void> {
  await cards(page)
    .first()
    .getByRole('button', { name: /^Delete: / })
    .click()
  await dialog('Are you sure?').getByRole('button', { name: 'Yes, delete it!' }).click()
}

describe('My Collection', () => {
  test('shows picture, title, price in yen and a link to the details', async ({ asMember }) => {
    const visit = await asMember()
    await saveItems(visit, sneaker, jacket)
    const page = await open(visit, '/collection')
    await expect.poll(() => cards(page).count()).toBe(2)
    const card = cards(page).filter({ hasText: title })
    await expect.poll(() => card.locator('.price').innerText()).toContain('¥189.00')
    await expect.poll(() => card.locator('img').first().getAttribute('src')).toMatch(/^\/img\//)
    const topOf = async (index: number) => (await getBox(cards(page).nth(index))).top
    await expect.poll(async () => (await topOf(0)) - (await topOf(1))).toBe(0) // two columns
    await card.getByRole('link', { name: /^Details ?: Low court/ }).click()
    await page.waitForURL(`**${items.sneaker}?sku=*`)
  })

  test('shows QC photos instead of the seller’s photos after Reality is chosen, and stores the choice', async ({
    asMember,
  }) => {
    const visit = await asMember()
    await saveItems(visit, sneaker, unknown)
    const page = await open(visit, '/collection')
    const saved = cards(page).filter({ hasText: title })
    const getImageUrl = () => saved.locator('.collection-item__picture img:visible').getAttribute('src')
    const listing = await getImageUrl()
    await page.getByRole('link', { name: 'Reality', exact: true }).click()
    await expect.poll(getImageUrl).not.toBe(listing)
    const reality = await getImageUrl()
    await cards(page).getByText('No QC photo yet', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(getImageUrl).toBe(reality)
    expect(await axeFindings(page)).toEqual([])
  })

  test('shows the change of a price since it was saved, if it is at least one yuan', async ({ asMember }) => {
    const visit = await asMember()
    await saveItems(visit, sneaker, jacket, cap)
    await visit.page.route(`**/api/v1${view}`, async (route) => {
      const body = await (await route.fetch()).json()
      const [one, two, three] = body.data.productCollection
      const productCollection = [
        { ...one, price: 259 },
        { ...two, price: 1.5 },
        { ...three, price: three.priceNow + 0.5 },
      ]
      await route.fulfill({ json: { ...body, productCollection, data: { productCollection } } })
    })
    const page = await open(visit, '/collection')
    const down = cards(page).nth(0).locator('.collection-item__change--down')
    await down.getByText(/^¥\d+\.\d\d less than when you saved it$/).waitFor()
    await cards(page)
      .nth(1)
      .getByText(/^¥\d+\.\d\d more than when you saved it$/)
      .waitFor()
    await expect.poll(() => cards(page).nth(2).getByText('when you saved it').count()).toBe(0) // under one yuan

    await expect.poll(() => titles(page).count()).toBe(3)
    const before = await titles(page).allInnerTexts()
    await page.getByLabel('Sort by', { exact: true }).selectOption('Biggest price drop')
    await page.waitForURL('**/collection?order=price-drop')
    await expect.poll(() => titles(page).allInnerTexts()).toEqual([before[0], before[2], before[1]])
  })

  test('asks for confirmation before deleting, reports success, and focuses the next card', async ({
    asMember,
  }) => {
    const visit = await asMember()
    await saveItems(visit, cap, jacket, sneaker)
    const page = await open(visit, '/collection')
    await expect.poll(() => titles(page).count()).toBe(3)
    const [, second] = await titles(page).allInnerTexts()
    const icon = page.getByRole('button', { name: `Delete: ${title}` })
    await icon.click()
    const question = visit.dialog('Are you sure?')
    await question.getByText("You won't be able to revert this!", { exact: true }).waitFor()
    await hasFocus(question.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await hasFocus(icon)
    expect(listSentCalls(visit, remove)).toEqual([])

    await deleteFirst(visit)
    const done = visit.dialog('Deleted!')
    await done.getByText('Varient has been deleted.', { exact: true }).waitFor()
    await done.getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => cards(page).count()).toBe(2)
    await hasFocus(cards(page).first().getByRole('heading').getByRole('link'))
    await expect.poll(async () => (await titles(page).allInnerTexts())[0]).toBe(second)
    await page.getByRole('heading', { level: 1, name: 'My Collection 2' }).waitFor()
  })

  test('keeps the card when a removal fails, and undoes a removal', async ({ asMember }) => {
    const visit = await asMember({ allow: [/409/, /net::ERR_FAILED/] })
    await saveItems(visit, sneaker)
    const page = await open(visit, '/collection')
    await rejectCall(page, remove, 'Please specify the store.')
    await deleteFirst(visit)
    await visit.toast('Please specify the store.').waitFor()
    await page.unroute(`**/api/v1${remove}*`)
    await abortCall(page, remove)
    await deleteFirst(visit)
    await visit.toast('Something went wrong!').waitFor()
    await expect.poll(() => cards(page).count()).toBe(1)
    await page.unroute(`**/api/v1${remove}*`)

    await deleteFirst(visit)
    await visit.dialog('Deleted!').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => titles(page).allInnerTexts()).toEqual([title])
    await page.reload()
    await expect.poll(() => titles(page).allInnerTexts()).toEqual([title])
  })

  test('reserves the space of an item without details', async ({ asMember }) => {
    const visit = await asMember()
    await saveItems(visit, unknown)
    const page = await open(visit, '/collection')
    const card = cards(page).first()
    await card.getByRole('heading', { name: 'Taobao item 652874751412' }).waitFor()
    await card.getByText('We have no details of this item yet.', { exact: true }).waitFor()
    await expect.poll(() => card.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
    await deleteFirst(visit)
    await visit.dialog('Deleted!').getByRole('button', { name: 'OK' }).click()
    await page.getByText('No collections found', { exact: true }).waitFor()
    await hasFocus(page.getByRole('heading', { level: 1 }))
  })

  test('tries again to load the details where a source can be asked', async ({ asMember }) => {
    const visit = await asMember()
    await saveItems(visit, unknown)
    await visit.page.route('**/users/viewCollection*', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replaceAll('"hasSource":false', '"hasSource":true') })
    })
    const page = await open(visit, '/collection')
    const card = cards(page).first()
    await card.getByText("We couldn't load the details.", { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Try Again' }).click()
    await visit.toast("We couldn't load the details.").waitFor()
  })

  test('has a link to products when it is empty', async ({ asMember }) => {
    const visit = await asMember()
    const page = await open(visit, '/collection')
    await page.getByRole('heading', { name: 'No collections found' }).waitFor()
    const onward = page.getByRole('main').getByRole('link', { name: 'Popular', exact: true })
    await onward.click()
    await page.waitForURL('**/popular')
  })

  test('shows a skeleton while loading, and a retry after a failure', async ({ asMember }) => {
    const visit = await asMember({ allow: [/409/] })
    await saveItems(visit, sneaker)
    const delayed = await holdCall(visit.page, view)
    await visit.page.goto('/collection')
    await visit.page.getByText('Loading your collection').waitFor({ state: 'attached' })
    delayed.go()
    await expect.poll(() => titles(visit.page).allInnerTexts()).toEqual([title])
    await expect.poll(() => visit.page.getByText('Loading your collection').count()).toBe(0)
    await visit.page.unroute(`**/api/v1${view}*`)
    await rejectCall(visit.page, view, 'Not now.')
    const page = await open(visit, '/collection')
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load your collection" })
    await note.waitFor()
    await page.unroute(`**/api/v1${view}*`)
    await note.getByRole('button', { name: 'Try Again' }).click()
    await expect.poll(() => titles(page).allInnerTexts()).toEqual([title])
  })

  test('shows the same count in the heading, the header and the phone’s menu', async ({ asMember }) => {
    const visit = await asMember({ width: 390, stored: createStoredHaul('DE') })
    await saveItems(visit, sneaker, jacket)
    const page = await open(visit, '/collection')
    await page.getByRole('heading', { level: 1, name: 'My Collection 7', exact: true }).waitFor()
    await setWidth(page, 1280)
    await page.getByRole('banner').getByRole('link', { name: 'My Collection 7', exact: true }).waitFor()
    await setWidth(page, 390)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /your menu$/ })
      .click()
    await visit
      .dialog('Menu')
      .getByRole('link', { name: /^My Collection ?7$/ })
      .waitFor()
  })

  test('redirects a logged-out user to the login and back', async ({ asVisitor, site }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    await visit.page.goto('/collection')
    await logInHere(visit, account)
    await visit.page.waitForURL('**/collection')
    await visit.page.getByText('No collections found', { exact: true }).waitFor()
  })

  const isSound = async (visit: Member) => {
    await saveItems(visit, unknown, jacket, sneaker)
    const page = await open(visit, '/collection')
    await expect.poll(() => cards(page).count()).toBe(3)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    expect(await axeFindings(page)).toEqual([])
  }

  test('is clean for axe on a phone, and does not move', async ({ asMember }) => {
    await isSound(await asMember({ width: 360, touch: true, reducedMotion: true }))
  })

  test('is clean for axe at 1280 px, does not move, and fits every width', async ({ asMember }) => {
    const visit = await asMember({ reducedMotion: true })
    await isSound(visit)
    await fitsEveryWidth(visit.page)
  })
})
