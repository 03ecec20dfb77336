import type { Browser } from 'playwright-core'
import { type InspectedPage, inspectAs, openInspector, type PageInspector } from './page-inspector.ts'
import type { Stage } from './stage.ts'

const perPage = 100

/** Inspects the dashboard's pages with texts of others. `maxOpened` limits what is opened one by one. */
export async function inspectAsAdmin(
  browser: Browser,
  stage: Stage,
  maxOpened: number,
): Promise<InspectedPage[]> {
  const { site, strings, admin } = stage
  const few = strings.slice(0, maxOpened)
  return inspectAs('an admin', await openInspector(browser, site.origin, admin), async function* (inspector) {
    const { page, inspectTexts, takeProblems } = inspector
    await page.goto('/dashboard/admin-home')
    for (const name of ['Pending reviews', 'Security']) await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('listitem').first().waitFor()
    yield takeProblems('admin home', strings.length)
    await page.goto('/dashboard/manage-products')
    yield inspectTexts('Manage Products', strings)
    yield* openEach(inspector, few, 'Edit', 'a product being edited')
    yield* openEach(inspector, few, 'Delete', 'the confirmation before a product is deleted')
    await page.goto('/dashboard/manage-agent')
    yield inspectTexts('Manage Agent', strings)
    yield* openEach(inspector, few, 'Edit', 'an agent being edited')
    yield* openEach(inspector, few, 'Delete', 'the confirmation before an agent is deleted')
    yield inspectReviews(inspector, strings)
    for (const { id, comment } of stage.waiting.slice(0, maxOpened)) {
      await page.goto(`/dashboard/manage-review?review=${id}`)
      await page.getByRole('dialog').waitFor()
      yield inspectTexts('a comment in its dialog', [comment])
    }
    yield* inspectUsers(inspector, strings, few)
  })
}

/** Opens a dialog from each row and closes it again. */
async function* openEach(
  { page, inspectTexts }: PageInspector,
  texts: readonly string[],
  action: string,
  location: string,
): AsyncGenerator<InspectedPage> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  for (const text of texts) {
    // The browser treats names as equal when they differ only in the kind of spaces.
    await page
      .getByRole('button', { name: `${action} ${text}`, exact: true })
      .first()
      .click()
    await dialog.waitFor()
    yield inspectTexts(location, [text])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}

async function inspectReviews(
  { page, inspectTexts }: PageInspector,
  strings: readonly string[],
): Promise<InspectedPage> {
  await page.goto('/dashboard/manage-review')
  const more = page.getByRole('button', { name: 'Load more' })
  await page.getByRole('table', { name: /reviews/i }).waitFor()
  while (await more.isVisible()) {
    const rows = await page.getByRole('row').count()
    await more.click()
    // After the rows arrive, the button is gone or ready for the next ones.
    await page.waitForFunction((before) => document.querySelectorAll('tr').length > before, rows)
  }
  return inspectTexts('Manage Review', strings)
}

/** Inspects the table in pages of 100, the confirmation before a promotion, and the toast after it. */
async function* inspectUsers(
  { page, inspectTexts }: PageInspector,
  strings: readonly string[],
  few: readonly string[],
): AsyncGenerator<InspectedPage> {
  for (let from = 0, index = 1; from < strings.length + 1; from += perPage, index += 1) {
    await page.goto(`/dashboard/users?page=${index}`)
    // The site's own admin is the oldest account; the others came a few at a time.
    yield inspectTexts('All Users', index === 1 ? strings.slice(0, perPage - 10) : [])
  }
  await page.goto('/dashboard/users')
  for (const text of few.slice(0, perPage - 10)) {
    await page.getByLabel(`Role of ${text}`, { exact: true }).first().selectOption('admin')
    const yes = page.getByRole('button', { name: 'Yes, make admin' })
    await yes.waitFor()
    yield inspectTexts('the confirmation of a role', [text])
    await yes.click()
    await page.getByRole('status').filter({ hasText: text }).first().waitFor()
    yield inspectTexts('the toast about a role', [text])
  }
}
