import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { userStatuses } from '#shared/column-values.ts'
import { roles } from '#shared/contract.ts'
import { createdAt, id, moment, updatedAt } from './columns.ts'

/** Accounts. `emailKey` is the email address in the one spelling by which accounts are compared. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    /** As registered; email is sent here and nowhere else. */
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    /** Argon2id; null for an account that has only a Google login. */
    passwordHash: text('password_hash'),
    role: text({ enum: roles }).notNull().default('user'),
    status: text({ enum: userStatuses }).notNull().default('active'),
    verifiedAt: moment('verified_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.emailKey),
    index('users_order').on(table.createdAt, table.id),
    index('users_role').on(table.role).where(sql`${table.role} = 'admin'`),
  ],
)

export type UserRow = typeof users.$inferSelect

/** The owner of a row, which is deleted with the account. */
export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** External accounts that log in to one here, by issuer and subject; an email address is no key. */
export const identities = pgTable(
  'identities',
  { issuer: text().notNull(), subject: text().notNull(), userId: userId(), createdAt: createdAt() },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex('identities_user').on(table.userId, table.issuer),
  ],
)

/** One login: the family of all its tokens, which end together when the row is deleted. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: userId(),
    userAgent: text('user_agent').notNull(),
    ipAddress: text('ip_address').notNull(),
    createdAt: createdAt(),
    /** When its tokens were last renewed. */
    usedAt: moment('used_at').notNull().defaultNow(),
    /** When it expires unless it is used, and when it expires in any case. */
    idleUntil: moment('idle_until').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_end').on(table.idleUntil)],
)

const sessionId = () =>
  uuid('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' })

/** Tokens that authorize calls, for minutes. Of every token only its SHA-256 is stored. */
export const accessTokens = pgTable(
  'access_tokens',
  { hash: text().primaryKey(), sessionId: sessionId(), expiresAt: moment('expires_at').notNull() },
  (table) => [
    index('access_tokens_session').on(table.sessionId),
    index('access_tokens_end').on(table.expiresAt),
  ],
)

/**
 * Tokens that renew a session, each for one use. `replacedAt` is that use; `voidedAt` is set when the client
 * came back with the previous token because the response with this one was lost.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: sessionId(),
    createdAt: createdAt(),
    replacedAt: moment('replaced_at'),
    successorHash: text('successor_hash'),
    voidedAt: moment('voided_at'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/**
 * One-time tokens: verifying an email address, setting a password, logging in on a new device while it is locked, an
 * external login, the first admin.
 */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['verify', 'reset', 'unlock', 'google', 'setup'] }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /**
     * The token is valid only while this is unchanged: a digest of the password hash, or of the credential that it
     * came with.
     */
    boundTo: text('bound_to'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('one_time_tokens_user').on(table.userId, table.purpose),
    index('one_time_tokens_end').on(table.expiresAt),
  ],
)

/**
 * Events of accounts and of the site: who, what, when, from where, in which request. Events that need no
 * account are counted: one row for each kind, network and hour, with the time of the last.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    type: text().notNull(),
    /** Who acted and whom it concerned; kept unchanged when the account was deleted. */
    actorId: uuid('actor_id'),
    subjectId: uuid('subject_id'),
    ipAddress: text('ip_address'),
    requestId: text('request_id'),
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    count: integer().notNull().default(1),
    /** Start of the hour that a row counts, and the network; null for a single event. */
    hour: moment('hour'),
    network: text(),
  },
  (table) => [
    index('security_events_time').on(table.createdAt),
    uniqueIndex('security_events_counted')
      .on(table.hour, table.type, table.network, table.details)
      .where(sql`${table.hour} is not null`),
    index('security_events_subject').on(table.subjectId, table.createdAt),
  ],
)

/** Counted attempts, by rule and by the client or account. */
export const limitCounters = pgTable('limit_counters', {
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }).notNull(),
})
