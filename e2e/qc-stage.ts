import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Account } from './accounts.ts'
import type { Site } from './server.ts'

export const uploads = '/qc-photos/uploads'
export const item = { shopType: 'weidian', productCode: '9900661650' } as const

type FileOf = { name: string; mimeType: string; buffer: Buffer }

/** A photo as a camera makes it. */
export async function aPhoto(
  name: string,
  { width = 60, height = 45, colour = 'teal' } = {},
): Promise<FileOf> {
  const image = sharp({ create: { width, height, channels: 3, background: colour } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

export const addLine = (page: Page) => page.locator('#add-photos')
export const gallery = (page: Page) => page.locator('input[type=file][multiple]')
export const tiles = (page: Page) => page.locator('.photo-tile')
export const names = (page: Page) =>
  tiles(page)
    .getByRole('img')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('alt')))

/** The dialog, opened from the product's page. */
export async function openDialog(page: Page, button: string): Promise<Locator> {
  await page.goto(`/product/${item.shopType}/${item.productCode}`)
  await addLine(page).scrollIntoViewIfNeeded()
  await addLine(page).getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: button })
  await dialog.waitFor()
  return dialog
}

type Person = Pick<Account, 'email' | 'password'>

/** Somebody has handed in photos by the API; gives back the set's id. */
export async function handIn(site: Site, { email, password }: Person, count = 1): Promise<string> {
  const call = async (path: string, init: RequestInit, token = '') => {
    const headers = { ...init.headers, ...(token && { authorization: token }) }
    const reply = await fetch(`${site.origin}/api/v1${path}`, { method: 'POST', ...init, headers })
    expect(reply.status).toBe(200)
    return (await reply.json()).data
  }
  const json = (value: object) => ({
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  })
  const { approvalToken } = await call('/auth/login', json({ email, password }))
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const { buffer } = await aPhoto('photo.jpg', { width: 60 + at })
    const form = new FormData()
    form.set('data', '{}')
    form.set('file', new Blob([Uint8Array.from(buffer)], { type: 'image/jpeg' }), 'photo.jpg')
    ids.push((await call(uploads, { body: form }, approvalToken)).id)
  }
  const about = { ...item, uploads: ids, agent: 'CNFans', variant: 'White / navy', takenAt: '2026-11-02' }
  return (await call('/qc-photos/sets', json(about), approvalToken))._id
}
