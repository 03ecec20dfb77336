import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { rateCards } from '#db/schema.ts'
import { validateRateCard } from '../parse-rate-card.ts'
import { describePath } from './card-problems.ts'

/** Lists stored versions that an import would reject, each with its first error. */
export async function findInvalidCards(db: Db): Promise<string[]> {
  const ids = await db.select({ id: rateCards.id }).from(rateCards).orderBy(asc(rateCards.id))
  const invalidCards: string[] = []
  for (const { id } of ids) {
    const [row] = await db.select({ card: rateCards.card }).from(rateCards).where(eq(rateCards.id, id))
    const [problem] = row ? (await validateRateCard(row.card)).problems : []
    if (row && problem)
      invalidCards.push(`${id}: ${describePath(problem.path, row.card)}: ${problem.message}`)
    else if (row && row.card.id !== id) invalidCards.push(`${id}: its card has the id ${row.card.id}`)
  }
  return invalidCards
}
