import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rateCards } from '#db/schema.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import { builtInCard, builtInCardId } from '../built-in-card.ts'
import type { CurrentCard } from '../current-card.ts'
import { compileCard } from '../engine/compile-card.ts'

type ActiveCardDeps = {
  db: Db
  invalidation?: Invalidation
  clock?: () => number
  /** For how long another process's activation may go unseen, in ms. */
  checkEveryMs?: number
}
/** `version` distinguishes an activation from every other, earlier ones of the same card included. */
type CachedActiveCard = { version: string; current: CurrentCard }

/**
 * The active card in memory, compiled once. This process's activations count at once, after `forget`; those
 * of others by the time of the next check. While the database does not answer a check, the last known card is
 * used.
 */
export function createActiveCard({
  db,
  invalidation,
  clock = Date.now,
  checkEveryMs = 3000,
}: ActiveCardDeps) {
  let kept: CachedActiveCard | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  /** Counts notifications of changes: what was read before the last of them is not fresh. */
  let changes = 0
  let checkedChanges = -1
  let flight: Promise<CurrentCard> | undefined

  const isChecked = () => checkedChanges === changes
  const isFresh = () => isChecked() && clock() - checkedAt < checkEveryMs

  async function check(): Promise<CurrentCard> {
    const seen = changes
    const read = await readActiveCard(db, kept)
    const isOther = kept !== undefined && kept.version !== read.version
    const wasUnheard = isChecked() && isOther
    kept = read
    checkedAt = clock()
    checkedChanges = seen
    if (wasUnheard) await invalidation?.publish(cardQueries)
    return read.current
  }

  async function checkAgain(): Promise<CurrentCard> {
    try {
      let current = await check()
      while (!isChecked()) current = await check()
      return current
    } catch (error) {
      if (!kept || !isChecked()) throw error
      checkedAt = clock()
      return kept.current
    } finally {
      flight = undefined
    }
  }

  function forget(): void {
    changes += 1
  }
  invalidation?.subscribe((keys) => {
    if (keys.some(([call]) => call === undefined || call === 'getTariffs')) forget()
  })

  return {
    /** The active card; without a query when it was checked a moment ago. */
    async current(): Promise<CurrentCard> {
      if (kept && isFresh()) return kept.current
      flight ??= checkAgain()
      return flight
    },
    /** To be called after an activation: the next `current` queries the database. */
    forget,
  }
}

/** Cached answers that depend on the active card. */
const cardQueries = [['getTariffs'], ['getDestinations'], ['get_estimation'], ['getAllProduct']]

async function readActiveCard(db: Db, kept: CachedActiveCard | undefined): Promise<CachedActiveCard> {
  const isActive = eq(rateCards.isActive, true)
  const [now] = await db
    .select({ id: rateCards.id, activatedAt: rateCards.activatedAt })
    .from(rateCards)
    .where(isActive)
  const version = now ? `${now.id} ${now.activatedAt?.toISOString()}` : builtInCardId
  if (kept?.version === version) return kept
  if (!now) return { version, current: getBuiltInCurrent() }
  const [row] = await db.select().from(rateCards).where(eq(rateCards.id, now.id))
  // Versions are never deleted; without any the built-in card is active.
  if (!row) return { version: builtInCardId, current: getBuiltInCurrent() }
  const { id, card, exchangeRates } = row
  const compiled = compileCard(card, categories)
  return { version, current: { id, card, compiled, exchangeRates: exchangeRates ?? undefined } }
}

let builtInCurrent: CurrentCard | undefined

function getBuiltInCurrent(): CurrentCard {
  const compiled = builtInCurrent?.compiled ?? compileCard(builtInCard, categories)
  builtInCurrent ??= { id: builtInCardId, card: builtInCard, compiled, exchangeRates: undefined }
  return builtInCurrent
}
