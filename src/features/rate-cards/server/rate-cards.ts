import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { rateCards } from '#db/schema.ts'
import { builtInCardId, type NamedCard } from '#features/freight/built-in-card.ts'
import type { RateCard, ShippingLine } from '#features/freight/rate-card.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import { RequestError } from '#shared/failure.ts'
import type { Actor } from '#shared/server/access/actor.ts'
import { yieldEventLoop } from '#shared/server/event-loop.ts'
import type { RateCardComparison, RateCardSummary } from '../contract.ts'
import { rateCardText } from '../spec.ts'
import { applyTiers } from './apply-tiers.ts'
import { createCardInputError } from './checks/card-problems.ts'
import { type CheckOutcome, runQuoteChecks } from './checks/quote-checks.ts'
import { parseCsvTiers, type TierRow } from './csv-tiers.ts'
import { diffRateCards, type RateCardDiff } from './diff-rate-cards.ts'
import { parseExchangeRates } from './parse-exchange-rates.ts'
import { parseRateCard } from './parse-rate-card.ts'
import {
  findCard,
  findSummary,
  insertCard,
  listCards,
  lockCards,
  readActiveId,
} from './rate-card-repository.ts'

export type RateCards = ReturnType<typeof createRateCards>
/** The acting admin, and the request; undefined for the operator's command. */
/** A card, or tiers as CSV for the active one; exchange rates may come with either. */
export type RateCardImport = { card?: unknown; csv?: string | undefined; fx?: unknown }
export type StoredRateCard = { card: RateCardSummary } & CheckOutcome
export type RateCardPreview = RateCardDiff & CheckOutcome & { against: string }

type RateCardsDeps = {
  db: Db
  /** Notified when another card becomes active. */
  activeCard?: { invalidate: () => void }
}

/** The versions of the rate card. They never change: an edit is a new one. One is active, else the embedded card is. */
export function createRateCards({ db, activeCard }: RateCardsDeps) {
  const changeCards = async <T>(change: (tx: Db) => Promise<T>): Promise<T> => {
    const result = await db.transaction(async (tx) => {
      await lockCards(tx)
      return change(tx)
    })
    activeCard?.invalidate()
    return result
  }

  return {
    list: (): Promise<RateCardSummary[]> => listCards(db),

    /** As it can be imported again. */
    read: async (id: string): Promise<NamedCard> => (await findCard(db, id)).card,

    /** Stores what was sent as a new version. Throws a RequestError (400) when it is broken; then nothing changes. */
    async import(
      sent: RateCardImport,
      { activate = false }: { activate?: boolean | undefined },
      actor: Partial<Actor>,
    ): Promise<StoredRateCard> {
      const draft = await parseImport(sent)
      return changeCards(async (tx) => storeCard(tx, await completeImport(tx, draft), activate, actor))
    },

    /** What an import would change against the active card, without storing it. */
    preview: (sent: RateCardImport): Promise<RateCardPreview> => previewImport(db, sent),

    /** Makes a version the active one, or ends that: then the embedded card takes its place. */
    setActive: (id: string, active: boolean, actor: Partial<Actor>): Promise<RateCardSummary> =>
      changeCards((tx) => setActiveCard(tx, id, active, actor)),

    /** A version's changes against another, by default the active one. */
    compare: (id: string, other?: string): Promise<RateCardComparison> => compareCards(db, id, other),

    /** Stores a new version in which one line is another. Throws a RequestError: 404, 400 when the line is broken. */
    editLine: (id: string, line: ShippingLine, actor: Partial<Actor>): Promise<StoredRateCard> =>
      changeCards((tx) => editLine(tx, id, line, actor)),
  }
}

async function previewImport(db: Db, sent: RateCardImport): Promise<RateCardPreview> {
  const { card, checks, failedChecks } = await completeImport(db, await parseImport(sent))
  const against = await readActiveId(db)
  const { card: before } = await findCard(db, against)
  return { against, checks, failedChecks, ...(await diffRateCards(before, card)) }
}

async function compareCards(db: Db, id: string, other?: string): Promise<RateCardComparison> {
  const after = await findCard(db, id)
  const against = other ?? (await readActiveId(db))
  const before = await findCard(db, against)
  return {
    card: await findSummary(db, id),
    against: await findSummary(db, against),
    ...(await diffRateCards(before.card, after.card)),
    failedChecks: (await runChecksInTurns(after.card)).failedChecks,
  }
}

async function editLine(
  tx: Db,
  id: string,
  line: ShippingLine,
  actor: Partial<Actor>,
): Promise<StoredRateCard> {
  const { card, exchangeRates } = await findCard(tx, id)
  if (!card.lines.some((one) => one.id === line.id))
    throw new RequestError({ status: 404, message: rateCardText.unknownLine, code: 'LINE_NOT_FOUND' })
  const lines = card.lines.map((one) => (one.id === line.id ? line : one))
  const changed = await parseRateCard({ ...card, lines })
  return storeCard(tx, { card: changed, exchangeRates, ...(await runChecksInTurns(changed)) }, false, actor)
}

type ImportDraft = { exchangeRates: ExchangeRates | undefined } & ({ card: RateCard } | { rows: TierRow[] })
type CompletedImport = CheckOutcome & { card: RateCard; exchangeRates: ExchangeRates | null }

async function parseImport({ card, csv, fx }: RateCardImport): Promise<ImportDraft> {
  if ((card === undefined) === (csv === undefined))
    throw createCardInputError([{ field: 'card', message: rateCardText.oneOfTwo }])
  const source = csv === undefined ? { card: await parseRateCard(card) } : { rows: await parseCsvTiers(csv) }
  return { ...source, exchangeRates: parseExchangeRates(fx) }
}

/** Tiers become a card based on the active one, whose exchange rates stay unless others came. */
async function completeImport(db: Db, draft: ImportDraft): Promise<CompletedImport> {
  if ('card' in draft) {
    const { card, exchangeRates = null } = draft
    return { card, exchangeRates, ...(await runChecksInTurns(card)) }
  }
  const base = await findCard(db, await readActiveId(db))
  const card = await parseRateCard(await applyTiers(base.card, draft.rows))
  return { card, exchangeRates: draft.exchangeRates ?? base.exchangeRates, ...(await runChecksInTurns(card)) }
}

/** What is read, checked and stored of a long card is a turn each. */
async function runChecksInTurns(card: RateCard): Promise<CheckOutcome> {
  await yieldEventLoop()
  const outcome = runQuoteChecks(card)
  await yieldEventLoop()
  return outcome
}

async function storeCard(
  tx: Db,
  complete: CompletedImport,
  activate: boolean,
  actor: Partial<Actor>,
): Promise<StoredRateCard> {
  const { card, exchangeRates, checks, failedChecks } = complete
  if (activate) assertChecksPass(complete)
  const createdBy = actor.session?.userId ?? null
  const id = await insertCard(tx, { card, exchangeRates, createdBy })
  await recordCardEvent(tx, 'rate-card-imported', { card: id, lines: String(card.lines.length) }, actor)
  const summary = activate ? await setActiveCard(tx, id, true, actor) : await findSummary(tx, id)
  return { card: summary, checks, failedChecks }
}

function assertChecksPass({ checks, failedChecks }: CompletedImport): void {
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
  const old = await readActiveId(tx)
  const next = active ? id : old === id ? builtInCardId : old
  if (next === old) return target
  const now = new Date()
  const isActive = eq(rateCards.isActive, true)
  await tx.update(rateCards).set({ isActive: false, retiredAt: now }).where(isActive)
  if (next !== builtInCardId)
    await tx
      .update(rateCards)
      .set({ isActive: true, activatedAt: now, retiredAt: null })
      .where(eq(rateCards.id, next))
  await recordCardEvent(tx, 'rate-card-activated', { card: next, old }, actor)
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
