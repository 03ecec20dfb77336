import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockNumbers } from '#db/queries/lock-numbers.ts'
import { rateCards, users } from '#db/schema.ts'
import { builtInCard, builtInCardId, type NamedCard } from '#features/freight/built-in-card.ts'
import { RequestError } from '#shared/failure.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { RateCardSummary } from '../contract.ts'
import { cardLimits, rateCardText } from '../texts-and-limits.ts'

/** Locks the cards for the rest of the transaction. */
export async function lockCards(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.rateCards})`)
}

/** Columns that the database computes, so that a list of versions does not load all cards into memory. */
const computedColumns = {
  lines: sql<number>`jsonb_array_length(${rateCards.card}->'lines')`.mapWith(Number),
  rows: sql<number>`(
    select coalesce(sum(jsonb_array_length(line->'rates')), 0)
    from jsonb_array_elements(${rateCards.card}->'lines') line)`.mapWith(Number),
  countries: sql<number>`(
    select count(distinct country)
    from jsonb_array_elements(${rateCards.card}->'lines') line,
      jsonb_array_elements(line->'rates') rate,
      jsonb_array_elements_text(rate->'countries') country)`.mapWith(Number),
  name: sql<string>`${rateCards.card}->>'name'`,
  currency: sql<string>`${rateCards.card}->>'currency'`,
  effectiveFrom: sql<string | null>`${rateCards.card}->>'effectiveFrom'`,
  createdBy: users.name,
}
const {
  card: _card,
  exchangeRates: _exchangeRates,
  createdBy: _createdBy,
  ...ownColumns
} = getTableColumns(rateCards)

/** All versions, newest first, then the built-in one. */
export async function listCards(db: Db): Promise<RateCardSummary[]> {
  const rows = await selectSummaries(db).orderBy(desc(rateCards.createdAt), desc(rateCards.id))
  const cards = rows.map(serializeSummary)
  return [...cards, createBuiltInSummary(!cards.some(({ active }) => active))]
}

function selectSummaries(db: Db) {
  return db
    .select({ ...ownColumns, ...computedColumns })
    .from(rateCards)
    .leftJoin(users, eq(users.id, rateCards.createdBy))
}
type SummaryRow = Awaited<ReturnType<typeof selectSummaries>>[number]

/** A version without its lines. Throws a RequestError (404) for an unknown version. */
export async function findSummary(db: Db, id: string): Promise<RateCardSummary> {
  if (id === builtInCardId) return createBuiltInSummary((await readActiveId(db)) === builtInCardId)
  const [row] = isCardId(id) ? await selectSummaries(db).where(eq(rateCards.id, id)) : []
  if (!row) throw rateCardNotFound()
  return serializeSummary(row)
}

export type CardVersion = { card: NamedCard; exchangeRates: ExchangeRates | null }

/** A version with its lines. Throws a RequestError (404) for an unknown version. */
export async function findCard(db: Db, id: string): Promise<CardVersion> {
  if (id === builtInCardId) return { card: builtInCard, exchangeRates: null }
  const [row] = isCardId(id) ? await db.select().from(rateCards).where(eq(rateCards.id, id)) : []
  if (!row) throw rateCardNotFound()
  return { card: addName(row.card, id), exchangeRates: row.exchangeRates }
}

/** The id of the active version. */
export async function readActiveId(db: Db): Promise<string> {
  const [row] = await db.select({ id: rateCards.id }).from(rateCards).where(eq(rateCards.isActive, true))
  return row?.id ?? builtInCardId
}

type NewCard = { card: RateCard; exchangeRates: ExchangeRates | null; createdBy: string | null }

/** Stores a version under a unique id, made from the card's own; returns the id. The caller must hold the lock. */
export async function insertCard(tx: Db, { card, exchangeRates, createdBy }: NewCard): Promise<string> {
  const id = await findFreeId(tx, toSlug(card.id) || `card-${formatUtcDay(Date.now())}`)
  await tx.insert(rateCards).values({
    id,
    card: addName(card, id),
    exchangeRates,
    createdBy,
    createdAt: sql`clock_timestamp()`, // now() is the start of the transaction, before it had the lock
  })
  return id
}

function addName(card: RateCard, id: string): NamedCard {
  return { ...card, id, name: card.name?.trim() || id }
}

function toSlug(id = ''): string {
  return id
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .slice(0, cardLimits.id)
    .replaceAll(/^[.-]+|[.-]+$/g, '')
}

/** The id itself, or with the first free number after it. */
async function findFreeId(tx: Db, id: string): Promise<string> {
  const prefix = id.slice(0, cardLimits.id - 8)
  const rows = await tx
    .select({ id: rateCards.id })
    .from(rateCards)
    .where(sql`starts_with(${rateCards.id}, ${prefix})`)
  const usedIds = new Set([builtInCardId, ...rows.map((row) => row.id)])
  let freeId = id
  for (let number = 2; usedIds.has(freeId); number += 1) {
    const suffix = `-${number}`
    freeId = id.slice(0, cardLimits.id - suffix.length) + suffix
  }
  return freeId
}

function isCardId(id: string): boolean {
  return id.length <= cardLimits.id && /^[a-z0-9.-]+$/.test(id)
}

function rateCardNotFound(): RequestError {
  return new RequestError({ status: 404, message: rateCardText.unknown, code: 'RATE_CARD_NOT_FOUND' })
}

function serializeSummary(row: SummaryRow): RateCardSummary {
  const { id, isActive, createdAt, activatedAt, retiredAt, ...columns } = row
  return {
    ...columns,
    _id: id,
    id,
    active: isActive,
    state: isActive ? 'active' : activatedAt ? 'former' : 'draft',
    createdAt: createdAt.toISOString(),
    activatedAt: activatedAt?.toISOString() ?? null,
    retiredAt: retiredAt?.toISOString() ?? null,
  }
}

function createBuiltInSummary(active: boolean): RateCardSummary {
  const { lines, name, currency, effectiveFrom = null } = builtInCard
  const rates = lines.flatMap((line) => line.rates)
  return {
    _id: builtInCardId,
    id: builtInCardId,
    name,
    currency,
    effectiveFrom,
    lines: lines.length,
    rows: rates.length,
    countries: new Set(rates.flatMap(({ countries }) => countries)).size,
    active,
    state: active ? 'active' : 'embedded',
    createdAt: null,
    createdBy: null,
    activatedAt: null,
    retiredAt: null,
  }
}
