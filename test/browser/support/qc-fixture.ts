import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { aForm } from '#support/forms.ts'
import { assertData, createTestClient } from '#support/http-client.ts'
import type { SharedSite } from '#support/site.ts'
import { putSession, type TestAccount } from '#support/users.ts'

export const uploads = '/qc-photos/uploads'
export const item = { shopType: 'weidian', productCode: '9900661650' } as const

type FileOf = { name: string; mimeType: string; buffer: Buffer }

/** A photo as a camera takes it. */
export async function aPhoto(
  name: string,
  { width = 60, height = 45, colour = 'teal' } = {},
): Promise<FileOf> {
  const image = sharp({ create: { width, height, channels: 3, background: colour } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

export const addLine = (page: Page) => page.locator('#add-photos')
export const gallery = (page: Page) => page.locator('.add-dialog input[type=file][multiple]')
export const tiles = (page: Page) => page.locator('.add-dialog .photo-tile')
export const names = (page: Page) =>
  tiles(page)
    .getByRole('img')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('alt')))

/** Opens the dialog from the product's page. */
export async function openDialog(page: Page, button: string): Promise<Locator> {
  await page.goto(`/product/${item.shopType}/${item.productCode}`)
  await addLine(page).scrollIntoViewIfNeeded()
  await addLine(page).getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: button })
  await dialog.waitFor()
  return dialog
}

/** Sends a photo submission by the API. Returns its id. */
export async function handIn(site: SharedSite, account: TestAccount, count = 1): Promise<string> {
  const { token: authorization } = await putSession(site, account)
  const client = createTestClient(site.origin)
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const { buffer: bytes } = await aPhoto('photo.jpg', { width: 60 + at })
    const { headers, body } = await aForm({}, { bytes, type: 'image/jpeg', name: 'photo.jpg' })
    const call = { method: 'POST', headers: { ...headers, authorization }, body }
    ids.push(assertData<{ id: string }>(await client.send(`/api/v1${uploads}`, call)).id)
  }
  const about = { ...item, uploads: ids, agent: 'CNFans', variant: 'White / navy', takenAt: '2026-11-02' }
  const set = await client.call('POST /qc-photos/sets', about, { headers: { authorization } })
  client.close()
  return assertData<{ _id: string }>(set)._id
}
