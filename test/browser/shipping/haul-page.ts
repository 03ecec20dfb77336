import type { Page } from 'playwright-core'
import type { HaulItem } from '#features/haul/haul.ts'
import { type HaulPlan, planHaul } from '#features/haul/haul-plan.ts'
import { serializeHaul } from '#features/haul/haul-url.ts'
import type { Visit } from '#support/visit.ts'
import { compileCard } from '../../../src/features/freight/engine/compile-card.ts'
import { getLinesForCountry } from '../../../src/features/freight/engine/estimate.ts'
import { createIdentityExchange } from '../../../src/features/freight/engine/exchange.ts'

const nothing = {
  sidesMm: null,
  category: null,
  quantity: 1,
  priceFen: null,
  offer: null,
  sku: null,
  variant: '',
  picture: '',
}

/** Five kinds of goods, seven pieces: to Brazil they go best in three parcels. */
export const goods: HaulItem[] = [
  {
    ...nothing,
    id: 0,
    name: 'Court sneakers',
    grams: 860,
    sidesMm: [330, 210, 120],
    category: '202',
    priceFen: 18_900,
  },
  {
    ...nothing,
    id: 1,
    name: 'Plain T-shirt',
    grams: 245,
    sidesMm: [350, 280, 30],
    category: '101',
    quantity: 3,
  },
  { ...nothing, id: 2, name: 'Knit sweater', grams: 690, sidesMm: [380, 320, 80], category: '102' },
  { ...nothing, id: 3, name: 'Down jacket', grams: 680, sidesMm: [400, 340, 140], category: '105' },
  { ...nothing, id: 4, name: 'Plush bear', grams: 260, sidesMm: [340, 220, 140], category: '901' },
]

/** What a browser keeps of a haul. */
export function createStoredHaul(
  destination: string,
  items: HaulItem[] = goods,
  withinDays: number | null = null,
) {
  return { haul: serializeHaul({ destination, packingPercent: 8, withinDays, items }) }
}

/** Opens the planner with its list, which is folded where it is ready to be bought. */
export async function openHaul(visit: Visit, address = '/haul'): Promise<Page> {
  const { page } = visit
  await page.goto(address)
  const fold = editFold(page)
  await addField(page).or(fold).first().waitFor()
  if (!(await addField(page).isVisible())) await fold.click()
  await addField(page).waitFor()
  return page
}

export const main = (page: Page) => page.getByRole('main')
export const editFold = (page: Page) => page.getByRole('button', { name: /^Edit \d+ items?$/ })
export const waysFold = (page: Page) => page.getByRole('button', { name: 'Ways to send it' })
export const addField = (page: Page) => page.getByLabel('Link or name of an item')
export const row = (page: Page, name: string) =>
  main(page).getByRole('listitem').filter({ hasText: name }).first()
/** The answer in the band, by its first words. */
export const planStatus = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first()

export async function addItem(page: Page, text: string): Promise<void> {
  await addField(page).fill(text)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

/** The same haul planned here, with the card that the site serves. */
export async function planned(page: Page, destination: string, items: HaulItem[] = goods): Promise<HaulPlan> {
  const [tariffs, categories] = await Promise.all([
    page.request.get(`/api/v1/shipping/tariffs?destination=${destination}`),
    page.request.get('/category.json'),
  ])
  const { card, year } = (await tariffs.json()).data
  const lines = getLinesForCountry(compileCard(card, await categories.json(), year), destination)
  return planHaul({
    haul: { items, packingPercent: 8, withinDays: null },
    lines,
    exchange: createIdentityExchange('CNY'),
  })
}

export function totalOf({ split }: HaulPlan): string {
  const fen = split.reduce((sum, { option }) => sum + Math.round((option.feeDetail.total ?? 0) * 100), 0)
  return (fen / 100).toFixed(2)
}
