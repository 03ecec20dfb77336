import type { Browser } from 'playwright-core'
import { type Eye, openEye, type Sight } from './eye.ts'
import type { Stage } from './stage.ts'

/** What an admin sees of what others wrote. `most` limits what has to be opened one by one. */
export async function seeAsAdmin(browser: Browser, stage: Stage, most: number): Promise<Sight[]> {
  const { site, strings, admin } = stage
  const eye = await openEye(browser, site.origin, admin)
  const { page } = eye
  const few = strings.slice(0, most)
  const sights: Sight[] = []
  await page.goto('/dashboard/admin-home')
  await page.getByRole('heading', { name: 'Reviews waiting' }).waitFor()
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  sights.push(await eye.see('admin home, the newest that waits', []))
  await page.goto('/dashboard/manage-products')
  sights.push(await eye.see('Manage Products', strings))
  sights.push(...(await openEach(eye, few, 'Edit', 'a product being edited')))
  sights.push(...(await openEach(eye, few, 'Delete', 'the question before a product is deleted')))
  await page.goto('/dashboard/manage-agent')
  sights.push(await eye.see('Manage Agent', strings))
  sights.push(...(await openEach(eye, few, 'Edit', 'an agent being edited')))
  sights.push(...(await openEach(eye, few, 'Delete', 'the question before an agent is deleted')))
  sights.push(await seeReviews(eye, strings))
  sights.push(...(await seeUsers(eye, strings, few)))
  await eye.close()
  return sights
}

/** Opens a dialog from each row and closes it again. */
async function openEach(
  { page, see }: Eye,
  texts: readonly string[],
  act: string,
  place: string,
): Promise<Sight[]> {
  const sights: Sight[] = []
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  for (const text of texts) {
    await page.getByRole('button', { name: `${act} ${text}`, exact: true }).click()
    await dialog.waitFor()
    sights.push(await see(place, [text]))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return sights
}

async function seeReviews({ page, see }: Eye, strings: readonly string[]): Promise<Sight> {
  await page.goto('/dashboard/manage-review')
  const more = page.getByRole('button', { name: 'Load more' })
  await page.getByRole('table', { name: /reviews/i }).waitFor()
  while (await more.isVisible()) {
    await more.click()
    await page.waitForLoadState('networkidle')
  }
  return see('Manage Review', strings)
}

/** The table in pages of a hundred, and the toast that names whose role was changed. */
async function seeUsers(eye: Eye, strings: readonly string[], few: readonly string[]): Promise<Sight[]> {
  const { page, see } = eye
  const sights: Sight[] = []
  const perPage = 100
  for (let from = 0, at = 1; from < strings.length + 1; from += perPage, at += 1) {
    await page.goto(`/dashboard/users?page=${at}`)
    // The site's own admin is the oldest account.
    sights.push(await see('All Users', strings.slice(Math.max(0, from - 1), from + perPage - 1)))
  }
  await page.goto('/dashboard/users')
  for (const text of few) {
    const role = page.getByLabel(`Role of ${text}`, { exact: true })
    await role.selectOption('admin')
    await page.getByRole('status').filter({ hasText: text }).waitFor()
    sights.push(await see('the toast about a role', [text]))
  }
  return sights
}
