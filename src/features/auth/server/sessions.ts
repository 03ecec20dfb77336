import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { databaseTime } from '#db/clock.ts'
import type { Db } from '#db/db.ts'
import { deleteSessions } from '#db/queries/end-sessions.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { accessTokens, refreshTokens, sessions, users } from '#db/schema.ts'
import type { Caller, Session, SessionRef } from '#shared/contract.ts'
import { parseToken } from '#shared/server/access/caller.ts'
import type { SessionEntry } from '../contract.ts'
import { evaluateRefreshToken } from '../refresh-token-rules.ts'
import { tokenLifetimesMs } from '../texts-and-limits.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import { generateSecret, hashSecret } from './secrets.ts'

export type SessionService = ReturnType<typeof createSessionService>
/** The tokens of a login or a refresh. `refreshToken` is missing when the old cookie stays valid. */
export type SessionTokens = { approvalToken: string; refreshToken?: string }
/** With the session's user, because all accounts of a browser share one cookie. */
export type RenewedSession = SessionTokens & { userId: string }

const maxUserAgentLength = 300
/** Maximum sessions of an account; a new one replaces the least recently used one. */
const maxSessions = 100

/** Sessions: opened by a login, renewed by a refresh token, found by an access token. */
export function createSessionService({ db, mails }: { db: Db; mails: MailQueue }) {
  return {
    /** Opens a session in the caller's transaction. */
    open: openSession,

    /**
     * §4 Token refresh. Undefined when the token is unknown, was used by two parties, or its session has ended.
     */
    async renew(refreshToken: string, caller: Caller): Promise<RenewedSession | undefined> {
      return db.transaction((tx) => renewSession(tx, { hash: hashSecret(refreshToken), mails, caller }))
    },

    /** The session of an Authorization header. The account's status is read on each call. */
    find: (authorization: string | undefined): Promise<Session | undefined> => findSession(db, authorization),

    list: (current: SessionRef): Promise<SessionEntry[]> => listSessions(db, current),

    /** Ends one of the user's sessions. Returns false when it belongs to another user or has ended. */
    async end(userId: string, id: string): Promise<boolean> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
        .returning({ id: sessions.id })
      return ended.length > 0
    },

    /** Ends all sessions of a user except the current one; returns how many. */
    endOthers: ({ userId, id }: SessionRef): Promise<number> => deleteSessions(db, userId, { except: id }),

    /** Ends the session of a refresh token, used or not; returns its user. */
    async endByRefreshToken(refreshToken: string): Promise<string | undefined> {
      const family = db
        .select({ id: refreshTokens.sessionId })
        .from(refreshTokens)
        .where(eq(refreshTokens.hash, hashSecret(refreshToken)))
      const [ended] = await db
        .delete(sessions)
        .where(eq(sessions.id, sql`(${family})`))
        .returning({ userId: sessions.userId })
      return ended?.userId
    },
  }
}

async function openSession(tx: Db, userId: string, caller: Caller): Promise<Required<SessionTokens>> {
  const [session] = await tx
    .insert(sessions)
    .values({
      userId,
      userAgent: caller.userAgent.slice(0, maxUserAgentLength),
      ipAddress: caller.address,
      idleUntil: databaseTime(tokenLifetimesMs.idle),
      expiresAt: databaseTime(tokenLifetimesMs.absolute),
    })
    .returning({ id: sessions.id })
  if (!session) throw new Error('The database returned no session.')
  await endOldestSessions(tx, userId)
  return {
    approvalToken: await issueAccessToken(tx, session.id),
    refreshToken: await issueRefreshToken(tx, session.id),
  }
}

async function findSession(db: Db, authorization: string | undefined): Promise<Session | undefined> {
  const token = parseToken(authorization)
  if (!token) return undefined
  const [session] = await db
    .select({ id: sessions.id, userId: users.id, role: users.role })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(accessTokens.hash, hashSecret(token)),
        gt(accessTokens.expiresAt, sql`now()`),
        gt(sessions.expiresAt, sql`now()`),
        eq(users.status, 'active'),
        isNotNull(users.verifiedAt),
      ),
    )
  return session
}

async function listSessions(db: Db, { userId, id: currentId }: SessionRef): Promise<SessionEntry[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.idleUntil, sql`now()`)))
    .orderBy(desc(sessions.usedAt), desc(sessions.id))
  return rows.map(({ id, userAgent, ipAddress, createdAt, usedAt }) => ({
    id,
    userAgent,
    address: ipAddress,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    isCurrent: id === currentId,
  }))
}

async function endOldestSessions(tx: Db, userId: string): Promise<void> {
  const sessionsAboveLimit = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.usedAt), desc(sessions.id))
    .offset(maxSessions)
  await tx.delete(sessions).where(inArray(sessions.id, sessionsAboveLimit))
}

async function issueAccessToken(tx: Db, sessionId: string): Promise<string> {
  const token = generateSecret()
  const expiresAt = databaseTime(tokenLifetimesMs.access)
  await tx.insert(accessTokens).values({ hash: hashSecret(token), sessionId, expiresAt })
  return token
}

async function issueRefreshToken(tx: Db, sessionId: string): Promise<string> {
  const token = generateSecret()
  await tx.insert(refreshTokens).values({ hash: hashSecret(token), sessionId })
  return token
}

type SessionRenewal = { hash: string; mails: MailQueue; caller: Caller }

async function renewSession(
  tx: Db,
  { hash, mails, caller }: SessionRenewal,
): Promise<RenewedSession | undefined> {
  const session = await lockTokenFamily(tx, hash)
  if (!session) return undefined
  const { id, userId } = session
  const state = await readTokenState(tx, hash)
  switch (evaluateRefreshToken(state)) {
    case 'reused':
      await tx.delete(sessions).where(eq(sessions.id, id))
      await recordEvent(tx, { type: 'refresh-reused', subjectId: userId, caller })
      await mails.add(tx, { kind: 'refresh-reused', userId })
      return undefined
    case 'access':
      return { userId, approvalToken: await issueAccessToken(tx, id) }
    case 'rotate-afresh':
      await tx
        .update(refreshTokens)
        .set({ voidedAt: sql`now()` })
        .where(eq(refreshTokens.hash, state.successorHash ?? ''))
      return { userId, ...(await rotateRefreshToken(tx, id, hash)) }
    case 'rotate':
      return { userId, ...(await rotateRefreshToken(tx, id, hash)) }
  }
}

/** Locks a session and its tokens, so that they are refreshed one call at a time and stay unchanged until the end. */
async function lockTokenFamily(tx: Db, hash: string): Promise<{ id: string; userId: string } | undefined> {
  const family = tx
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hash))
  const [session] = await tx
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sql`(${family})`),
        gt(sessions.idleUntil, sql`now()`),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .for('update')
  return session
}

async function readTokenState(tx: Db, hash: string) {
  const { replacedAt, voidedAt, successorHash } = refreshTokens
  const replacedMsAgo = sql<number | null>`(extract(epoch from now() - ${replacedAt}) * 1000)::float8`
  const [token] = await tx
    .select({ replacedMsAgo, voidedAt, successorHash })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hash))
  if (!token) throw new Error('The refresh token of a locked session is missing.')
  const [successor] = token.successorHash
    ? await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, token.successorHash))
    : []
  return { ...token, isSuccessorUsed: successor?.replacedAt != null }
}

async function rotateRefreshToken(tx: Db, sessionId: string, hash: string): Promise<Required<SessionTokens>> {
  const refreshToken = await issueRefreshToken(tx, sessionId)
  await tx
    .update(refreshTokens)
    .set({ replacedAt: sql`now()`, successorHash: hashSecret(refreshToken) })
    .where(eq(refreshTokens.hash, hash))
  await tx
    .update(sessions)
    .set({
      usedAt: sql`now()`,
      idleUntil: sql`least(${sessions.expiresAt}, ${databaseTime(tokenLifetimesMs.idle)})`,
    })
    .where(eq(sessions.id, sessionId))
  return { approvalToken: await issueAccessToken(tx, sessionId), refreshToken }
}
