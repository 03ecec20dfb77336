import { eq } from 'drizzle-orm'
import { failures, RequestError } from '#shared/failure.ts'
import type { Db } from '../db.ts'
import { users } from '../schema.ts'

/** Reads the name of an account and locks its row until the transaction ends. 'no key update' also blocks other writes. */
export async function readAuthor(
  tx: Db,
  userId: string,
  lock: 'key share' | 'no key update',
): Promise<string> {
  const [account] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId)).for(lock)
  if (!account) throw new RequestError(failures.unauthorized)
  return account.name
}
