import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { logInHere } from '../account/login-page.ts'
import { testOnOwnSite as test } from '../support/accounts.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { abortCall, holdCall } from '../support/calls.ts'
import { addLine, aPhoto, gallery, item, names, openDialog, tiles, uploads } from '../support/qc-fixture.ts'
import { widths } from '../support/test.ts'

const product = `/product/${item.shopType}/${item.productCode}`
const thanks = 'Thank you. Your photos will appear once approved.'

describe("a member's photos", () => {
  test('send a visitor to the registration or the login, and back to the item', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await page.goto(product)
    await addLine(page).scrollIntoViewIfNeeded()
    await addLine(page).getByRole('link', { name: 'Log in to add photos' }).click()
    await page.waitForURL('**/register')
    await page.getByText(/^Create an account to add photos of \S/).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await logInHere(visit, await putAccount(site))
    await page.waitForURL(`**${product}#add-photos`)
    await addLine(page).getByRole('button', { name: 'Add your photos' }).waitFor()
  })

  test('are submitted in their order and wait for approval', async ({ asMember }) => {
    const { page, toast, dialog: findDialog } = await asMember()
    const dialog = await openDialog(page, 'Add your photos')
    await dialog.getByText('We remove location and other metadata.').waitFor()
    await dialog.getByText('Add a photo.', { exact: true }).waitFor()
    const send = dialog.getByRole('button', { name: /^Submit/ })
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
    await gallery(page).setInputFiles([
      await aPhoto('label.jpg'),
      await aPhoto('stitching.jpg', { colour: 'olive' }),
      await aPhoto('ruler.jpg', { colour: 'plum' }),
    ])
    await dialog.getByText('3 of 12').waitFor()
    await dialog.getByRole('button', { name: 'Move later photo 1' }).click()
    await expect.poll(() => names(page)).toEqual(['stitching.jpg', 'label.jpg', 'ruler.jpg'])
    await dialog.getByRole('button', { name: 'Remove photo 3' }).press('Enter')
    await hasFocus(dialog.getByRole('button', { name: 'Remove photo 2' }))
    await dialog.getByLabel('Agent', { exact: true }).selectOption('Another')
    await dialog.getByLabel('Another agent').fill('A friend')
    await dialog.getByLabel('Variant', { exact: true }).selectOption({ index: 1 })
    await dialog.getByLabel('Date of the photos').fill('2026-11-02')
    await dialog.getByRole('button', { name: 'Submit 2 photos' }).click()
    await toast(thanks).waitFor()
    await dialog.waitFor({ state: 'detached' })
    const own = page.getByRole('region', { name: 'Your photos' })
    await own.getByText('Waiting for approval', { exact: true }).waitFor()
    await own.getByText(/kept until \d{1,2} \w{3} \d{4}$/).waitFor()
    await expect.poll(() => own.getByRole('link').count()).toBe(2)
    const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
    for (const photo of await own.locator('img').all())
      await expect.poll(() => photo.evaluate(isDrawn)).toBe(true)
    await own.getByRole('link', { name: 'Photo 1 of 2' }).click()
    await findDialog('Your photos').waitFor()
    await page.keyboard.press('Escape')
    await findDialog('Your photos').waitFor({ state: 'detached' })
    await page.reload()
    await addLine(page).scrollIntoViewIfNeeded()
    await own.getByText('Waiting for approval', { exact: true }).waitFor()
  })

  test('of an admin are public at once', async ({ asMember, asVisitor, site }) => {
    const { page, toast } = await asMember({ role: 'admin' })
    const dialog = await openDialog(page, 'Add photos')
    await gallery(page).setInputFiles([await aPhoto('label.jpg')])
    await dialog.getByRole('button', { name: 'Add photo' }).click({ trial: true })
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Add photo' }).getAttribute('aria-disabled'))
      .toBeNull()
    await dialog.getByRole('button', { name: 'Add photo' }).click()
    await toast('Your photos are public now.').waitFor()
    await page.getByRole('heading', { name: 'Photos by Ann Lee' }).waitFor()
    const visitor = await asVisitor({ origin: site.origin, javaScript: false })
    await visitor.page.goto(product)
    await visitor.page.getByRole('heading', { name: 'Photos by Ann Lee' }).waitFor()
    await expect.poll(() => addLine(visitor.page).isVisible()).toBe(false)
  })

  test('show an error for an invalid file without affecting others, and are limited to twelve', async ({
    asMember,
  }) => {
    const { page } = await asMember()
    const dialog = await openDialog(page, 'Add your photos')
    const damaged = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5 * 1024 * 1024)])
    await gallery(page).setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') },
      { name: 'damaged.jpg', mimeType: 'image/jpeg', buffer: damaged },
      await aPhoto('label.jpg'),
    ])
    await tiles(page).nth(0).getByText('Please select an image file').waitFor()
    await tiles(page).nth(1).getByText('Choose an image of 5 MB or less.').waitFor()
    await dialog.getByText('Remove what failed, or try it again.', { exact: true }).waitFor()
    for (let remaining = 2; remaining > 0; remaining -= 1)
      await dialog.getByRole('button', { name: 'Remove photo 1' }).click()
    await hasFocus(dialog.getByRole('button', { name: 'Remove photo 1' }))
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Submit photo' }).getAttribute('aria-disabled'))
      .toBeNull()

    const photo = await aPhoto('label.jpg')
    await gallery(page).setInputFiles(
      Array.from({ length: 12 }, (_none, index) => ({ ...photo, name: `${index}.jpg` })),
    )
    await dialog.getByText('You can submit up to 12 photos at once.', { exact: true }).waitFor()
    await expect.poll(() => tiles(page).count()).toBe(12)
    const choose = dialog.getByRole('button', { name: 'Choose photos' })
    await expect.poll(() => choose.getAttribute('aria-disabled')).toBe('true')
  })

  test('are reduced in size before the upload', async ({ asMember }) => {
    const { page } = await asMember()
    await openDialog(page, 'Add your photos')
    const raw = { width: 2100, height: 1400, channels: 3 } as const
    const noise = sharp(randomBytes(2100 * 1400 * 3), { raw })
    const buffer = await noise.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024)
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(uploads)),
      gallery(page).setInputFiles([{ name: 'large.jpg', mimeType: 'image/jpeg', buffer }]),
    ])
    expect((await reply.json()).data).toMatchObject({ width: 1600, height: 1067 })
  })

  test('can be uploaded again after a failure', async ({ asMember }) => {
    const { page } = await asMember({ allow: [/Failed to load resource/] })
    const dialog = await openDialog(page, 'Add your photos')
    await abortCall(page, uploads)
    await gallery(page).setInputFiles([await aPhoto('label.jpg')])
    await tiles(page).getByText("We couldn't add the photo. Please try again.").waitFor()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Try Again with photo 1' }).click()
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Submit photo' }).getAttribute('aria-disabled'))
      .toBeNull()
  })

  test('continue uploading while the dialog is closed, and only uploads ask before leaving the page', async ({
    asMember,
  }) => {
    const { page } = await asMember()
    const dialog = await openDialog(page, 'Add your photos')
    const upload = await holdCall(page, uploads)
    await gallery(page).setInputFiles([await aPhoto('label.jpg')])
    await page.getByRole('progressbar', { name: 'Upload of photo 1' }).waitFor()
    const asksBeforeLeaving = () =>
      page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await expect.poll(() => asksBeforeLeaving()).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    upload.go()
    await addLine(page).getByRole('button', { name: 'Add your photos' }).click()
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Submit photo' }).getAttribute('aria-disabled'))
      .toBeNull()
    await expect.poll(() => asksBeforeLeaving()).toBe(false)
    await expect.poll(() => names(page)).toEqual(['label.jpg'])
  })

  test('have a dialog without axe findings at 360 and 1280 px that fits every width', async ({
    asMember,
  }) => {
    const { page } = await asMember({ width: 360 })
    await openDialog(page, 'Add your photos')
    await gallery(page).setInputFiles([
      await aPhoto('label.jpg'),
      { name: `${'long-name'.repeat(12)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('no photo') },
    ])
    await tiles(page).nth(1).getByText('Please select an image file').waitFor()
    for (const width of widths) {
      await setWidth(page, width)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
    await fitsEveryWidth(page)
  })
})
