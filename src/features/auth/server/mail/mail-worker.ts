import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { readDatabaseTime } from '#db/clock.ts'
import type { Db } from '#db/db.ts'
import type { Job } from '#db/jobs.ts'
import { type UserRow, users } from '#db/schema.ts'
import type { WatchMail } from '#features/watches/watch-mail.ts'
import { paths } from '#shared/paths.ts'
import { HOUR_MS } from '#shared/time.ts'
import { tokenLifetimesMs } from '../../texts-and-limits.ts'
import { issueToken } from '../one-time-tokens.ts'
import { hashSecret } from '../secrets.ts'
import type { MailJob } from './mail-queue.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { renderMail } from './templates/render-mail.ts'
import { type MailContent, mailTemplates } from './templates/templates.ts'
import { watchMailTemplate } from './templates/watch-template.ts'

export type MailWorkerDeps = {
  db: Db
  transport: MailTransport
  publicUrl: string
  /** Reads the due notices of an account about the items it watches. */
  readWatched?: ((tx: Db, userId: string) => Promise<WatchMail | undefined>) | undefined
}

/** Maximum age of the request for a short-lived link, in ms. */
const maxLinkAgeMs = HOUR_MS
const maxBackoffMs = 30_000

/**
 * Renders a queued email and sends it; an error means that the job is retried. A failing mail server is called
 * less and less often, however many emails are queued.
 */
export function createMailWorker({ db, transport, publicUrl, readWatched }: MailWorkerDeps) {
  let failures = 0
  let pausedUntilMs = 0

  async function send(mail: OutgoingMail): Promise<void> {
    const result = await transport.send(mail).catch((error: unknown) => {
      pausedUntilMs = performance.now() + Math.min(maxBackoffMs, 1_000 * 2 ** failures)
      failures += 1
      throw error
    })
    failures = 0
    if (result === 'put-off') throw new Error('The mail server deferred this email. It will be retried.')
  }

  return async ({ id, data: mailJob, signal }: Job<MailJob>): Promise<void> => {
    const delayMs = pausedUntilMs - performance.now()
    if (delayMs > 0) await delay(delayMs, undefined, { signal })
    const composed = await db.transaction((tx) => composeMail(tx, mailJob, { publicUrl, readWatched }))
    if (!composed) return
    const { done, ...mail } = composed
    await send({ id, kind: mailJob.kind, queuedAt: new Date(mailJob.askedAt), ...mail })
    await done?.()
  }
}

type MailWriteDeps = Pick<MailWorkerDeps, 'publicUrl' | 'readWatched'>

/** The email to send now; undefined when it is no longer due. */
async function composeMail(
  tx: Db,
  mailJob: MailJob,
  { publicUrl, readWatched }: MailWriteDeps,
): Promise<ComposedMail | undefined> {
  const filter = 'userId' in mailJob ? eq(users.id, mailJob.userId) : eq(users.emailKey, mailJob.email)
  const [account] = await tx.select().from(users).where(filter).for('no key update') // before its tokens
  if (!account || !isMailDue(mailJob, account) || (await isExpired(tx, mailJob))) return undefined
  if (mailJob.kind === 'watched') {
    const watchMail = await readWatched?.(tx, account.id)
    if (!watchMail) return undefined
    const { offCall, done } = watchMail
    return {
      ...addressMail(account, watchMailTemplate(watchMail, publicUrl)),
      offUrl: publicUrl + offCall,
      done,
    }
  }
  const url = publicUrl + (await createLinkPath(tx, mailJob, account))
  return addressMail(account, mailTemplates[mailJob.kind]({ url, at: new Date(mailJob.askedAt) }))
}

type ComposedMail = Pick<OutgoingMail, 'to' | 'subject' | 'html' | 'text' | 'offUrl'> & {
  done?: () => Promise<void>
}

function addressMail({ email, name, verifiedAt }: UserRow, content: MailContent): ComposedMail {
  // Until the address is verified, the name may have been typed by a user who does not own it.
  return { to: email, subject: content.subject, ...renderMail(content, verifiedAt ? name : undefined) }
}

/** The request is too old for a short-lived link. */
async function isExpired(tx: Db, { kind, askedAt }: MailJob): Promise<boolean> {
  if (kind !== 'reset' && kind !== 'unlock') return false
  return (await readDatabaseTime(tx)).getTime() - Date.parse(askedAt) > maxLinkAgeMs
}

function isMailDue({ kind }: MailJob, { status, verifiedAt }: UserRow): boolean {
  switch (kind) {
    case 'verify':
      return status === 'active' && !verifiedAt
    case 'watched':
    case 'unlock':
      return status === 'active' && verifiedAt !== null
    case 'reset':
    case 'account-exists':
      return status === 'active'
    default:
      return true
  }
}

/** The path of the email's link, with a new one-time token if it needs one. */
async function createLinkPath(
  tx: Db,
  { kind }: MailJob,
  { id: userId, passwordHash }: UserRow,
): Promise<string> {
  if (kind === 'verify') {
    const token = await issueToken(tx, { purpose: 'verify', userId, lifetimeMs: tokenLifetimesMs.verify })
    return `${paths.verifyEmail()}?token=${token}`
  }
  const boundTo = hashSecret(passwordHash ?? '')
  if (kind === 'unlock') {
    const token = await issueToken(tx, {
      purpose: 'unlock',
      userId,
      boundTo,
      lifetimeMs: tokenLifetimesMs.unlock,
    })
    return `${paths.unlock()}?token=${token}`
  }
  if (kind === 'reset') {
    const token = await issueToken(tx, {
      purpose: 'reset',
      userId,
      boundTo,
      lifetimeMs: tokenLifetimesMs.reset,
    })
    return `${paths.resetPassword()}?id=${userId}&token=${token}`
  }
  return paths.login()
}
