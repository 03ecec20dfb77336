import type { Page } from 'playwright-core'

export const main = (page: Page) => page.getByRole('main')
export const cards = (page: Page) => main(page).getByRole('article')
export const count = (page: Page) => main(page).locator('.popular__count')
export const drop = (page: Page, what: string) =>
  main(page).getByRole('link', { name: `Remove ${what}`, exact: true })
export const searchOf = (page: Page) => new URL(page.url()).search
export const prices = (page: Page) =>
  cards(page)
    .locator('.price .visually-hidden')
    .evaluateAll((all) => all.map((price) => Number.parseFloat(price.textContent ?? '')))
