import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { adminApi } from '../support/admin-api.ts'
import { hasFocus } from '../support/admin-page.ts'
import { abortCall } from '../support/calls.ts'
import { only, path, placeIn, rowOf, searchOf, test } from './manage-products-page.ts'

const removal = '/products/dleteProduct'
const update = '/products/updateProduct'

describe('deleting', () => {
  test('asks for confirmation, restores the row after a failure, and reports success', async ({
    aProduct,
    anAdmin,
  }) => {
    const cap = await aProduct({ name: 'Cap to go' })
    const { page, toast, dialog } = await anAdmin(only(cap), { allow: [/net::ERR_FAILED/] })
    const button = page.getByRole('button', { name: 'Delete Cap to go' })
    await button.click()
    const question = dialog('Are you sure?')
    await question.getByText("You won't be able to revert this!", { exact: true }).waitFor()
    await question.getByText('Cap to go', { exact: true }).waitFor()
    await hasFocus(question.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await rowOf(page, cap).waitFor()
    await hasFocus(button)
    await abortCall(page, removal)
    await button.click()
    await question.getByRole('button', { name: 'Yes, delete it!' }).click()
    await toast('Network response was not ok').waitFor()
    await rowOf(page, cap).waitFor()
    await hasFocus(placeIn(rowOf(page, cap)))

    await page.unroute(`**/api/v1${removal}*`)
    await button.click()
    await question.getByRole('button', { name: 'Yes, delete it!' }).click()
    const done = dialog('Deleted!')
    await done.getByText('Product has been deleted.', { exact: true }).waitFor()
    await done.getByRole('button', { name: 'OK' }).click()
    await page.getByText('No Product Found', { exact: true }).waitFor()
    await page.goto(only(cap))
    await page.getByText('No Product Found', { exact: true }).waitFor()
  })
})

describe('editing', () => {
  const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true })
  const save = (page: Page) => page.getByRole('button', { name: 'Update Details' })

  test('offers the guessed kind of goods, and sets another one or none', async ({ aProduct, anAdmin }) => {
    const cap = await aProduct({ name: 'Cap of a kind' })
    const { page, toast, dialog } = await anAdmin(only(cap))
    const edit = page.getByRole('button', { name: 'Edit Cap of a kind' })
    const kind = field(page, 'Kind of goods')
    const chosen = () => kind.locator('option:checked').textContent()
    await edit.click()
    await expect.poll(chosen).toBe('Guessed: Cap')
    await field(page, 'Name').fill('Hoodie for dogs')
    await expect.poll(chosen).toBe('Guessed: no kind')
    await field(page, 'Name').fill('Cap of a kind')
    await kind.selectOption('Bucket hat')
    const sent = page.waitForRequest((request) => request.url().includes(update))
    await save(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ ownKind: 'bucket-hat', version: 1 })
    await toast('Product updated successfully!').waitFor()
    await dialog('Edit product').waitFor({ state: 'detached' })
    await edit.click()
    await expect.poll(chosen).toBe('Bucket hat')
    await kind.selectOption('Guessed: Cap')
    const cleared = page.waitForRequest((request) => request.url().includes(update))
    await save(page).click()
    expect((await cleared).postDataJSON()).toMatchObject({ ownKind: null, version: 2 })
  })

  test('sends filled fields, and null for cleared ones', async ({ aProduct, anAdmin }) => {
    const details = { weight: 280, shippingTime: 5, dimensions: '30x20x10' }
    const cap = await aProduct({ name: 'Cap of old', ...details })
    const { page, toast, dialog } = await anAdmin(only(cap))
    const button = page.getByRole('button', { name: 'Edit Cap of old' })
    await button.click()
    await dialog('Edit product').waitFor()
    await expect.poll(() => searchOf(page)).toBe(`?search=${cap.productCode}&edit=${cap._id}`)
    await hasFocus(field(page, 'Name'))
    await expect.poll(() => field(page, 'Weight (g)').inputValue()).toBe('280')
    await expect.poll(() => field(page, 'Dimensions (cm)').inputValue()).toBe('30x20x10')
    await field(page, 'Name').fill('Cap of new')
    await field(page, 'Weight (g)').fill('')
    await field(page, 'Shipping time (days)').fill('7')
    const sent = page.waitForRequest((request) => request.url().includes(update))
    await save(page).click()
    expect((await sent).postDataJSON()).toEqual({
      name: 'Cap of new',
      weight: null,
      shippingTime: 7,
      dimensions: '30x20x10',
      version: 1,
    })
    await toast('Product updated successfully!').waitFor()
    await dialog('Edit product').waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe(`?search=${cap.productCode}`)
    await rowOf(page, cap).getByRole('cell', { name: 'Cap of new', exact: true }).waitFor()
  })

  test('opens from a link and reports an invalid field', async ({ aProduct, anAdmin }) => {
    const cap = await aProduct()
    const { page, dialog } = await anAdmin(`${path}?edit=${cap._id}`)
    await dialog('Edit product').waitFor()
    await field(page, 'Weight (g)').fill('1.5')
    await field(page, 'Dimensions (cm)').fill('4.5x4.5')
    await save(page).click()
    await page.getByText('Check these two fields').waitFor()
    await page.getByText('Dimensions must look like 4.5x4.5x1', { exact: true }).first().waitFor()
    await page
      .getByText('Enter the weight in whole grams, 1 to 1,000,000.', { exact: true })
      .first()
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await dialog('Edit product').waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe('')
  })

  test('reports a link to an unknown product', async ({ anAdmin }) => {
    const { dialog } = await anAdmin(`${path}?edit=gone`)
    await dialog('Edit product').getByText('This product no longer exists.', { exact: true }).waitFor()
  })

  test('keeps the typed values when it is closed outside, and without a response', async ({
    aProduct,
    anAdmin,
  }) => {
    const cap = await aProduct({ name: 'Cap half done' })
    const { page, dialog } = await anAdmin(only(cap), { allow: [/net::ERR_FAILED/] })
    const button = page.getByRole('button', { name: 'Edit Cap half done' })
    await button.click()
    await field(page, 'Weight (g)').fill('95')
    await expect.poll(() => page.getByText(/^Unsaved changes from \d\d:\d\d$/).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog('Edit product').waitFor({ state: 'detached' })
    await hasFocus(button)
    await button.click()
    await page.getByText(/^Unsaved changes from \d\d:\d\d$/).waitFor()
    await expect.poll(() => field(page, 'Weight (g)').inputValue()).toBe('95')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => field(page, 'Weight (g)').inputValue()).toBe('')

    await abortCall(page, update)
    await field(page, 'Weight (g)').fill('95')
    await save(page).click()
    await page.getByRole('alert').getByText('Network response was not ok', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'Weight (g)').inputValue()).toBe('95')
  })

  const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

  test('names invalid and too large pictures with the reason; others are added, sorted and removed by keys, and the price is changed', async ({
    aProduct,
    anAdmin,
  }) => {
    const cap = await aProduct({ name: 'Cap without a picture' })
    const { page, toast } = await anAdmin(only(cap))
    await page.getByRole('button', { name: `Edit ${cap.name}` }).click()
    const dialog = page.getByRole('dialog')
    const files = ['teal', 'red'].map(async (background) => ({
      name: `${background}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    }))
    const wrong = [
      { name: 'words.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
      {
        name: 'big.png',
        mimeType: 'image/png',
        buffer: Buffer.concat([pngSignature, Buffer.alloc(5 * 2 ** 20)]),
      },
    ]
    await dialog.locator('input[type=file]').setInputFiles(wrong)
    const alert = dialog.getByRole('alert')
    await alert.getByText('big.png: The image can be up to 5 MB.').waitFor()
    await alert.getByText('words.jpg: Please select an image file').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(await Promise.all(files))
    await dialog.getByText('2 of 12', { exact: true }).waitFor()
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
    const tiles = dialog.locator('[data-picture]')
    const listed = () => tiles.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-picture')))
    const [teal, red] = await listed()
    await dialog.getByRole('button', { name: 'Move photo 2 back' }).press('Enter')
    await expect.poll(listed).toEqual([red, teal])
    await hasFocus(dialog.getByRole('button', { name: 'Move photo 1 back' }))
    await expect.poll(() => dialog.getByRole('status').last().innerText()).toBe('Photo 1 of 2')
    await field(page, 'Price (¥)').fill('19.90')
    const sent = page.waitForRequest((request) => request.url().includes(update))
    await save(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ price: 19.9, pictures: [red, teal] })
    await toast('Product updated successfully!').waitFor()
    await rowOf(page, cap).getByText('¥19.90', { exact: true }).waitFor()
    await expect.poll(() => rowOf(page, cap).locator('img').getAttribute('src')).toBe(red)

    await page.getByRole('button', { name: `Edit ${cap.name}` }).click()
    await dialog.getByRole('button', { name: 'Remove photo 1' }).press('Enter')
    await hasFocus(dialog.getByRole('button', { name: 'Remove photo 1' }))
    await expect.poll(listed).toEqual([teal])
  })

  test('reports that another admin was faster, and loads again', async ({ site, aProduct, anAdmin }) => {
    const cap = await aProduct({ name: 'Cap of two', weight: 90 })
    const { page, toast, dialog } = await anAdmin(only(cap), { allow: [/409/] })
    await page.getByRole('button', { name: 'Edit Cap of two' }).click()
    await dialog('Edit product').waitFor()
    const api = await adminApi(site)
    await api('PATCH /products/updateProduct', { query: { product_id: cap._id }, body: { weight: 95 } })
    await field(page, 'Shipping time (days)').fill('7')
    await save(page).click()
    await page
      .getByText('This product was changed by someone else. Please reload.', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => field(page, 'Weight (g)').inputValue()).toBe('95')
    await field(page, 'Shipping time (days)').fill('8')
    await save(page).click()
    await toast('Product updated successfully!').waitFor()
  })
})
