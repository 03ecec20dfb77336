import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { databaseTime } from '#db/clock.ts'
import { oneTimeTokens } from '#db/schema.ts'
import { generateSecret, hashSecret } from './secrets.ts'

type TokenPurpose = (typeof oneTimeTokens.$inferSelect)['purpose']
type NewToken = {
  purpose: TokenPurpose
  userId?: string
  /** What must be unchanged when the token is used. */
  boundTo?: string
  /** In ms. */
  life: number
}
export type OneTimeToken = typeof oneTimeTokens.$inferSelect

/** Creates a one-time token; those issued before for the same purpose and account are void. */
export async function issueToken(db: Db, { purpose, userId, boundTo, life }: NewToken): Promise<string> {
  const secret = generateSecret()
  if (userId !== undefined) await revokeTokens(db, userId, purpose)
  await db
    .insert(oneTimeTokens)
    .values({ hash: hashSecret(secret), purpose, userId, boundTo, expiresAt: databaseTime(life) })
  return secret
}

/**
 * The account of a token. Accounts are locked before their tokens, everywhere, to avoid deadlocks: a caller
 * finds the owner first, locks the account, and then takes the token.
 */
export async function findTokenOwner(
  tx: Db,
  purpose: TokenPurpose,
  secret: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.hash, hashSecret(secret)), eq(oneTimeTokens.purpose, purpose)))
  return found?.userId ?? undefined
}

/** The token behind a secret until it expires, used or not; in a transaction it is locked. */
export async function findToken(
  tx: Db,
  purpose: TokenPurpose,
  secret: string,
): Promise<OneTimeToken | undefined> {
  const [found] = await tx
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.hash, hashSecret(secret)),
        eq(oneTimeTokens.purpose, purpose),
        gt(oneTimeTokens.expiresAt, sql`now()`),
      ),
    )
    .for('update')
  return found
}

export async function consumeToken(tx: Db, { hash }: Pick<OneTimeToken, 'hash'>): Promise<void> {
  await tx.update(oneTimeTokens).set({ usedAt: sql`now()` }).where(eq(oneTimeTokens.hash, hash))
}

/** Ends the unused tokens of an account: those for one purpose, or all. */
export async function revokeTokens(tx: Db, userId: string, purpose?: TokenPurpose): Promise<void> {
  const ofPurpose = purpose && eq(oneTimeTokens.purpose, purpose)
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), isNull(oneTimeTokens.usedAt), ofPurpose))
}
