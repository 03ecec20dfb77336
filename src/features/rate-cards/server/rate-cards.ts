import { eq } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { rateCards } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import { builtInCardId } from '#features/freight/built-in-card.ts'
import { cardQueries } from '#features/freight/current-card.ts'
import { RequestError } from '#shared/failure.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import { yieldEventLoop } from '#shared/server/event-loop.ts'
import type { RateCardComparison, RateCardSummary } from '../contract.ts'
import { type CheckOutcome, runQuoteChecks } from './checks/quote-checks.ts'
import { diffRateCards, type RateCardDiff } from './diff-rate-cards.ts'
import { parseExchangeRates } from './parse-exchange-rates.ts'
import { parseRateCard } from './parse-rate-card.ts'
import {
  type CardVersion,
  findCard,
  findSummary,
  insertCard,
  listCards,
  lockCards,
  readActiveId,
} from './rate-card-repository.ts'

export type RateCards = ReturnType<typeof createRateCards>
/** A card with its exchange rates. */
export type RateCardImport = { card?: unknown; fx?: unknown }
export type StoredRateCard = { card: RateCardSummary } & CheckOutcome
export type RateCardPreview = RateCardDiff & CheckOutcome & { against: string }

/**
 * The versions of the rate card. A stored version never changes. One version is active, or the built-in card when no
 * version is. For a command the actor is empty.
 */
export function createRateCards({ db, now = Date.now }: { db: Db; now?: () => number }) {
  const getYear = () => new Date(now()).getUTCFullYear()

  const changeCards = <T>(change: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await lockCards(tx)
      markStale(cardQueries)
      return change(tx)
    })

  return {
    list: (): Promise<RateCardSummary[]> => listCards(db),

    /**
     * A version that can be imported again; the active one by default. Throws a RequestError (404) when it is unknown.
     */
    read: async (id?: string): Promise<CardVersion> => findCard(db, id ?? (await readActiveId(db))),

    /** Stores a card as a new version. Throws a RequestError (400) when it is invalid; then nothing changes. */
    async import(
      source: RateCardImport,
      { activate = false }: { activate?: boolean | undefined },
      actor: Partial<Actor>,
    ): Promise<StoredRateCard> {
      const checkedImport = await parseImport(source)
      return changeCards((tx) => storeCard(tx, checkedImport, activate, actor))
    },

    /** Compares an import with the active card without storing it. */
    preview: (source: RateCardImport): Promise<RateCardPreview> => previewImport(db, source, getYear()),

    /** Activates a version, or deactivates it: then the built-in card becomes active. */
    setActive: (id: string, active: boolean, actor: Partial<Actor>): Promise<RateCardSummary> =>
      changeCards((tx) => setActiveCard(tx, id, active, actor)),

    /** Compares a version with the active one. */
    compare: (id: string): Promise<RateCardComparison> => compareWithActive(db, id, getYear()),
  }
}

async function previewImport(db: Db, source: RateCardImport, year: number): Promise<RateCardPreview> {
  const { card, checks, failedChecks } = await parseImport(source)
  const against = await readActiveId(db)
  const { card: activeCard } = await findCard(db, against)
  return { against, checks, failedChecks, ...(await diffRateCards(activeCard, card, year)) }
}

async function compareWithActive(db: Db, id: string, year: number): Promise<RateCardComparison> {
  const { card } = await findCard(db, id)
  const activeId = await readActiveId(db)
  const { card: activeCard } = await findCard(db, activeId)
  return {
    card: await findSummary(db, id),
    against: await findSummary(db, activeId),
    ...(await diffRateCards(activeCard, card, year)),
    failedChecks: (await runChecksInTurns(card)).failedChecks,
  }
}

type CheckedImport = CheckOutcome & { card: RateCard; exchangeRates: ExchangeRates | null }

async function parseImport({ card: source, fx }: RateCardImport): Promise<CheckedImport> {
  const card = await parseRateCard(source)
  const exchangeRates = parseExchangeRates(fx) ?? null
  return { card, exchangeRates, ...(await runChecksInTurns(card)) }
}

/**
 * Runs the checks in a turn of the event loop of their own; parsing and storing a long card already take a turn each.
 */
async function runChecksInTurns(card: RateCard): Promise<CheckOutcome> {
  await yieldEventLoop()
  const outcome = runQuoteChecks(card)
  await yieldEventLoop()
  return outcome
}

async function storeCard(
  tx: Db,
  checkedImport: CheckedImport,
  activate: boolean,
  actor: Partial<Actor>,
): Promise<StoredRateCard> {
  const { card, exchangeRates, checks, failedChecks } = checkedImport
  if (activate) assertChecksPass(checkedImport)
  const createdBy = actor.session?.userId ?? null
  const id = await insertCard(tx, { card, exchangeRates, createdBy })
  await recordCardEvent(tx, 'rate-card-imported', { card: id, lines: String(card.lines.length) }, actor)
  const summary = activate ? await setActiveCard(tx, id, true, actor) : await findSummary(tx, id)
  return { card: summary, checks, failedChecks }
}

function assertChecksPass({ checks, failedChecks }: CheckedImport): void {
  if (failedChecks.length === 0) return
  const errors = failedChecks.slice(0, 20).map(({ line, countries, grams, expected, got }) => ({
    field: `${line}.${countries[0]}.check`,
    message: `${line} to ${countries[0]}, ${grams} g: ${expected} expected, ${got ?? 'no price'} found.`,
  }))
  const message = `${failedChecks.length} of ${checks} checks of this card failed. ${errors[0]?.message}`
  throw new RequestError({ status: 400, message, code: 'CHECKS_FAILED', errors })
}

async function setActiveCard(
  tx: Db,
  id: string,
  active: boolean,
  actor: Partial<Actor>,
): Promise<RateCardSummary> {
  const target = await findSummary(tx, id)
  const previousId = await readActiveId(tx)
  const nextId = active ? id : previousId === id ? builtInCardId : previousId
  if (nextId === previousId) return target
  const now = new Date()
  const isActive = eq(rateCards.isActive, true)
  await tx.update(rateCards).set({ isActive: false, retiredAt: now }).where(isActive)
  if (nextId !== builtInCardId)
    await tx
      .update(rateCards)
      .set({ isActive: true, activatedAt: now, retiredAt: null })
      .where(eq(rateCards.id, nextId))
  await recordCardEvent(tx, 'rate-card-activated', { card: nextId, old: previousId }, actor)
  return findSummary(tx, id)
}

type CardEvent = 'rate-card-imported' | 'rate-card-activated'

function recordCardEvent(
  tx: Db,
  type: CardEvent,
  details: Record<string, string>,
  actor: Partial<Actor>,
): Promise<void> {
  return recordEvent(tx, { type, actorId: actor.session?.userId, caller: actor.caller, details })
}
