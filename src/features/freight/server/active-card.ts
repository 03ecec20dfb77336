import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rateCards } from '#db/schema.ts'
import type { Invalidation } from '#shared/server/invalidation.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import type { CurrentCard } from '../current-card.ts'
import { embeddedCard, embeddedId } from '../embedded-card.ts'
import { compileCard } from '../engine/compile-card.ts'

type ActiveCardDeps = {
  db: Db
  invalidation?: Invalidation
  clock?: () => number
  /** For how long another process's activation may go unseen, in ms. */
  checkEveryMs?: number
}
/** `version` distinguishes an activation from every other, earlier ones of the same card included. */
type Kept = { version: string; current: CurrentCard }

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
  let kept: Kept | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  /** Counts notifications of changes: what was read before the last of them is not fresh. */
  let changes = 0
  let checkedChanges = -1
  let flight: Promise<CurrentCard> | undefined

  const isChecked = () => checkedChanges === changes
  const isFresh = () => isChecked() && clock() - checkedAt < checkEveryMs

  async function check(): Promise<CurrentCard> {
    const seen = changes
    const read = await readActive(db, kept)
    const isOther = kept !== undefined && kept.version !== read.version
    const wasUnheard = isChecked() && isOther
    kept = read
    checkedAt = clock()
    checkedChanges = seen
    if (wasUnheard) await invalidation?.publish(answersByCard)
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
const answersByCard = [['getTariffs'], ['get_estimation'], ['getAllProduct']]

async function readActive(db: Db, kept: Kept | undefined): Promise<Kept> {
  const isActive = eq(rateCards.isActive, true)
  const [now] = await db
    .select({ id: rateCards.id, activatedAt: rateCards.activatedAt })
    .from(rateCards)
    .where(isActive)
  const version = now ? `${now.id} ${now.activatedAt?.toISOString()}` : embeddedId
  if (kept?.version === version) return kept
  if (!now) return { version, current: embeddedCurrent() }
  const [row] = await db.select().from(rateCards).where(eq(rateCards.id, now.id))
  // Versions are never deleted; without any the built-in card is active.
  if (!row) return { version: embeddedId, current: embeddedCurrent() }
  const { id, card, exchangeRates } = row
  const compiled = compileCard(card, categories)
  return { version, current: { id, card, compiled, exchangeRates: exchangeRates ?? undefined } }
}

let embedded: CurrentCard | undefined

function embeddedCurrent(): CurrentCard {
  const compiled = embedded?.compiled ?? compileCard(embeddedCard, categories)
  embedded ??= { id: embeddedId, card: embeddedCard, compiled, exchangeRates: undefined }
  return embedded
}
