import type { Page } from 'playwright-core'
import type { SharedSite } from '#support/site.ts'
import { type Api, adminApi, apiOf } from '../support/admin-api.ts'
import { test as base } from './agent-page.ts'

export const path = '/dashboard/rate-cards'
export const embedded = 'default-2026-11b'

export type Tier = { upTo?: number | null; feeFirst: number; feeContinue?: number }
export type Row = { countries: string[]; tiers: Tier[]; check?: object }
export type Line = { id: string; name: string; fees?: { fuelPercent?: number }; rates: Row[] }
export type Card = { id: string; lines: Line[] }
type Stored = { card: { id: string; active: boolean } }

/** `test` with `aDraft(change, at)`: an inactive version of the built-in card with that change and an id of its own. */
export const test = base.extend('aDraft', ({ site }) => {
  return async (change: (card: Card) => void = dearerEms, at = site): Promise<string> => {
    const api = await adminApi(at)
    const card = await aCard(api, change)
    const stored = await api<Stored>('POST /shipping/rateCards', { body: { card } })
    return stored.card.id
  }
})

let count = 0

/** The built-in card with a change and an unused id. */
export async function aCard(api: Api, change: (card: Card) => void = dearerEms): Promise<Card> {
  const card = await api<Card>('GET /shipping/rateCard', { query: { card_id: embedded } })
  change(card)
  count += 1
  return { ...card, id: `winter-${count}` }
}

/** Raises the first fee of EMS to Germany by 20 yuan, and removes the quote that no longer fits. */
function dearerEms(card: Card): void {
  const row = rowIn(card, 'ems', 'DE')
  const [tier] = row.tiers
  if (tier) tier.feeFirst += 20
  delete row.check
}

export function rowIn({ lines }: Card, line: string, country: string): Row {
  const row = lines.find(({ id }) => id === line)?.rates.find(({ countries }) => countries.includes(country))
  if (!row) throw new Error(`The card has no ${line} to ${country}.`)
  return row
}

type Option = { id: string; feeDetail: { total: number | null } }

/** The public price of a parcel of a kilogram to Germany by EMS. */
export async function priceOf(site: SharedSite): Promise<number | null | undefined> {
  const options = await apiOf(site)<Option[]>('POST /get_estimation', {
    body: { destination: 'DE', weight: 1000 },
  })
  return options.find(({ id }) => id === 'ems')?.feeDetail.total
}

/** The ids of all stored versions. */
export async function versionsOf(site: SharedSite): Promise<string[]> {
  const api = await adminApi(site)
  const cards = await api<{ id: string }[]>('GET /shipping/rateCards')
  return cards.map(({ id }) => id)
}

export const addressOf = (card: string) => `${path}?card=${card}`
export const versionOf = (page: Page, card: string) =>
  page.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: card })
export const comparisonOf = (page: Page, card: string, against = embedded) =>
  page.getByRole('heading', { level: 2, name: `${card} against ${against}`, exact: true })

export function jsonFile(content: unknown, name = 'card.json') {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) }
}
