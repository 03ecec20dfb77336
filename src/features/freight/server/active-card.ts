import { eq } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { rateCards } from '#db/schema.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import { builtInCard, builtInCardId } from '../built-in-card.ts'
import { type CurrentCard, cardQueries } from '../current-card.ts'
import { compileCard } from '../engine/compile-card.ts'

type ActiveCardDeps = {
  db: Db
  invalidation?: Invalidation
  clock?: () => number
  /** The maximum delay until this process uses a card that another process activated. */
  checkEveryMs?: number
}
/** `version` is unique for each activation, even of the same card, and each year, because prices age. */
type CachedActiveCard = { version: string; current: CurrentCard }

/**
 * The active card in memory, compiled once. An activation by this process takes effect at its commit; one
 * by another process with the next check. The last card stays in use while the database does not respond to a check.
 */
export function createActiveCard({
  db,
  invalidation,
  clock = Date.now,
  checkEveryMs = 3000,
}: ActiveCardDeps) {
  let cached: CachedActiveCard | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  /** Counts invalidations: a card that was read before the last one is stale. */
  let changeCount = 0
  let checkedChangeCount = -1
  let pendingCheck: Promise<CurrentCard> | undefined

  const isChecked = () => checkedChangeCount === changeCount
  const isFresh = () => isChecked() && clock() - checkedAt < checkEveryMs

  async function check(): Promise<CurrentCard> {
    const changeCountBefore = changeCount
    const year = new Date(clock()).getUTCFullYear()
    const next = await readActiveCard(db, year, cached)
    const hasChanged = cached !== undefined && cached.version !== next.version
    const isMissedChange = isChecked() && hasChanged
    cached = next
    checkedAt = clock()
    checkedChangeCount = changeCountBefore
    if (isMissedChange) await invalidation?.publish(cardQueries)
    return next.current
  }

  async function checkUntilCurrent(): Promise<CurrentCard> {
    try {
      let current = await check()
      while (!isChecked()) current = await check()
      return current
    } catch (error) {
      if (!cached || !isChecked()) throw error
      checkedAt = clock()
      return cached.current
    } finally {
      pendingCheck = undefined
    }
  }

  invalidation?.subscribe((keys) => {
    if (keys.some(([call]) => call === undefined || call === 'getTariffs')) changeCount += 1
  })

  return {
    /** The active card; without a query within `checkEveryMs` of the last check. */
    async current(): Promise<CurrentCard> {
      if (cached && isFresh()) return cached.current
      pendingCheck ??= checkUntilCurrent()
      return pendingCheck
    },
  }
}

async function readActiveCard(
  db: Db,
  year: number,
  cached: CachedActiveCard | undefined,
): Promise<CachedActiveCard> {
  const isActive = eq(rateCards.isActive, true)
  const [active] = await db
    .select({ id: rateCards.id, activatedAt: rateCards.activatedAt })
    .from(rateCards)
    .where(isActive)
  const activation = active ? `${active.id} ${active.activatedAt?.toISOString()}` : builtInCardId
  const version = `${activation} ${year}`
  if (cached?.version === version) return cached
  if (!active) return { version, current: getBuiltInCurrent(year) }
  const [row] = await db.select().from(rateCards).where(eq(rateCards.id, active.id))
  // Versions are never deleted; without any the built-in card is active.
  if (!row) return { version: `${builtInCardId} ${year}`, current: getBuiltInCurrent(year) }
  const { id, card, exchangeRates } = row
  const compiled = compileCard(card, categories, year)
  return { version, current: { id, card, compiled, year, exchangeRates: exchangeRates ?? undefined } }
}

let builtInCurrent: CurrentCard | undefined

function getBuiltInCurrent(year: number): CurrentCard {
  if (builtInCurrent?.year !== year) {
    const compiled = compileCard(builtInCard, categories, year)
    builtInCurrent = { id: builtInCardId, card: builtInCard, compiled, year, exchangeRates: undefined }
  }
  return builtInCurrent
}
