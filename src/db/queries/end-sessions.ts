import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { sessions } from '../schema.ts'

/**
 * Ends all sessions of an account, or all but one; their tokens are deleted with them. Returns how many there
 * were.
 */
export async function deleteSessions(
  db: Db,
  userId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  const isOtherSession = except === undefined ? undefined : ne(sessions.id, except)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), isOtherSession))
    .returning({ id: sessions.id })
  return ended.length
}
