import type { Page } from 'playwright-core'
import { owner } from '#support/users.ts'
import { test as base } from '../support/admin-page.ts'

export const listPath = '/dashboard/manage-agent'

/** `test` with `theOwner(path, options)`: the site's own admin with a page of the dashboard open. */
export const test = base.extend('theOwner', ({ anAdmin }) => {
  return (path: string, options: Parameters<typeof anAdmin>[1] = {}) =>
    anAdmin(path, { account: owner, ...options })
})

/** A picture of one pixel. */
export const png = {
  name: 'mark.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
    'base64',
  ),
}
export const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') }
/** Calls itself a picture. */
export const disguised = { ...text, name: 'notes.png', mimeType: 'image/png' }
export const large = {
  ...png,
  name: 'large.png',
  buffer: Buffer.concat([png.buffer, Buffer.alloc(5 * 1024 * 1024)]),
}

/** Chooses a file as a person does, by the button and the browser's own dialog. */
export async function chooseFile(page: Page, button: string, file: typeof png): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await opened).setFiles(file)
}

export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
export const placeOf = (page: Page, name: string) => page.getByLabel(`Position of ${name}`, { exact: true })
export const stateOf = (page: Page, name: string) => page.getByLabel(`State of ${name}`, { exact: true })
export const selectionOf = (page: Page, name: string) =>
  page.getByLabel(`Selection of ${name}`, { exact: true })
export const namesIn = (page: Page) => page.locator('tbody .cell--lead').allInnerTexts()
