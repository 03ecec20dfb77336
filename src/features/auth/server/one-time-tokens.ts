import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { databaseTime } from '#db/clock.ts'
import type { Db } from '#db/db.ts'
import { oneTimeTokens } from '#db/schema.ts'
import { generateSecret, hashSecret } from './secrets.ts'

type TokenPurpose = (typeof oneTimeTokens.$inferSelect)['purpose']
type NewToken = {
  purpose: TokenPurpose
  userId?: string
  /** A value that must be unchanged when the token is used. */
  boundTo?: string
  lifetimeMs: number
}
export type OneTimeToken = typeof oneTimeTokens.$inferSelect

/** Creates a one-time token. Earlier tokens for the same purpose and account are revoked. */
export async function issueToken(
  db: Db,
  { purpose, userId, boundTo, lifetimeMs }: NewToken,
): Promise<string> {
  const secret = generateSecret()
  if (userId !== undefined) await revokeTokens(db, userId, purpose)
  await db
    .insert(oneTimeTokens)
    .values({ hash: hashSecret(secret), purpose, userId, boundTo, expiresAt: databaseTime(lifetimeMs) })
  return secret
}

/**
 * The account id of a token. To avoid deadlocks, accounts are always locked before their tokens: find the
 * owner, lock the account, then find the token.
 */
export async function findTokenOwner(
  tx: Db,
  purpose: TokenPurpose,
  secret: string,
): Promise<string | undefined> {
  const [token] = await tx
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.hash, hashSecret(secret)), eq(oneTimeTokens.purpose, purpose)))
  return token?.userId ?? undefined
}

/** The token of a secret, used or not, until it expires. In a transaction the row is locked. */
export async function findToken(
  tx: Db,
  purpose: TokenPurpose,
  secret: string,
): Promise<OneTimeToken | undefined> {
  const [token] = await tx
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
  return token
}

/** Marks a token as used. */
export async function consumeToken(tx: Db, { hash }: Pick<OneTimeToken, 'hash'>): Promise<void> {
  await tx.update(oneTimeTokens).set({ usedAt: sql`now()` }).where(eq(oneTimeTokens.hash, hash))
}

/** Deletes the unused tokens of an account: those for one purpose, or all. */
export async function revokeTokens(tx: Db, userId: string, purpose?: TokenPurpose): Promise<void> {
  const purposeFilter = purpose && eq(oneTimeTokens.purpose, purpose)
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), isNull(oneTimeTokens.usedAt), purposeFilter))
}
