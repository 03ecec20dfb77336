import type { Locator, Page } from 'playwright-core'

/** Shoes in their box to Germany; by volume they are 1,796 g at 5000. */
export const shoes = '/estimation?destination=DE&weight=1240&length=34&width=22&height=12&features=202'

export const results = (page: Page) => page.locator('.results__list')
export const cards = (page: Page) => results(page).locator('details.option')
export const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.locator('.option__name', { hasText: name }) })
export const names = (page: Page) =>
  cards(page)
    .locator('.option__name')
    .evaluateAll((all) => all.map((name) => name.firstChild?.textContent ?? ''))
export const summary = (line: Locator) => line.locator('> summary')
export const curve = (page: Page) => page.getByRole('region', { name: 'What more weight costs' })
export const volume = (page: Page) => page.getByRole('region', { name: 'Actual or volumetric weight?' })

/** The rows of a card's charge table, as label and amount. */
export async function readCharges(line: Locator): Promise<[label: string, amount: string][]> {
  return line
    .locator('.receipt dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('dt')?.textContent ?? '',
        row.querySelector('dd')?.textContent ?? '',
      ]),
    )
}

/** An amount as whole smallest units: '¥386.11' is 38611, 'JPY 9117' is 9117. */
export function parseMinorUnits(amount: string): number {
  return Number(amount.replace(/[^\d]/g, ''))
}
