import type { Page } from 'playwright-core'

/** The parts of the calculator's form, as people find them. */
export const destination = (page: Page) => page.getByRole('combobox', { name: 'Destination' })
export const weight = (page: Page) => page.getByLabel('Weight(g)')
export const side = (page: Page, name: 'Length' | 'Width' | 'Height') => page.getByLabel(`${name}(cm)`)
export const calculate = (page: Page) => page.getByRole('button', { name: 'calculate', exact: true })
export const requestSummary = (page: Page) =>
  page
    .getByRole('main')
    .locator('p')
    .filter({ hasText: / to \w/ })
    .first()
export const lines = (page: Page) => page.getByRole('heading', { level: 2, name: /^\d+ lines?/ })
export const option = (page: Page, name: RegExp) => page.getByRole('option', { name })

/** The label of what has the focus, or its words. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    return (label ?? element)?.textContent?.trim() ?? ''
  })
}

/** What stands in the form, field by field. */
export async function texts(page: Page): Promise<string[]> {
  const fields = [
    page.getByRole('combobox', { name: 'Destination', includeHidden: true }), // folded, once there is an answer
    weight(page),
    side(page, 'Length'),
    side(page, 'Width'),
    side(page, 'Height'),
  ]
  return Promise.all(fields.map((field) => field.inputValue()))
}

/** Types a country and takes the first suggestion. */
export async function choose(page: Page, typed: string, name: RegExp): Promise<void> {
  await destination(page).fill('')
  await destination(page).pressSequentially(typed)
  await option(page, name).first().click()
}
