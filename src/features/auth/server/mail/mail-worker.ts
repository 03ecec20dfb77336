import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { readDatabaseTime } from '#db/clock.ts'
import type { Job } from '#db/jobs.ts'
import { type UserRow, users } from '#db/schema.ts'
import type { WatchMail } from '#features/watches/watch-mail.ts'
import { paths } from '#shared/paths.ts'
import { HOUR_MS } from '#shared/time.ts'
import { tokenLifetimesMs } from '../../spec.ts'
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
  /** The notices due to an account about the items it watches. */
  readWatched?: ((tx: Db, userId: string) => Promise<WatchMail | undefined>) | undefined
}

/** How old the request for a short-lived link may be, in ms. */
const maxLinkAgeMs = HOUR_MS
const maxBackoffMs = 30_000

/**
 * Renders a queued email when its turn has come, and sends it; an error means that it is to be retried. A
 * failing mail server is tried less and less often, however many emails wait.
 */
export function createMailWorker({ db, transport, publicUrl, readWatched }: MailWorkerDeps) {
  let failures = 0
  let restUntil = 0

  async function send(mail: OutgoingMail): Promise<void> {
    const outcome = await transport.send(mail).catch((error: unknown) => {
      restUntil = performance.now() + Math.min(maxBackoffMs, 1_000 * 2 ** failures)
      failures += 1
      throw error
    })
    failures = 0
    if (outcome === 'put-off') throw new Error('The mail server takes this mail later.')
  }

  return async ({ id, data: order, signal }: Job<MailJob>): Promise<void> => {
    const rest = restUntil - performance.now()
    if (rest > 0) await delay(rest, undefined, { signal })
    const written = await db.transaction((tx) => composeMail(tx, order, { publicUrl, readWatched }))
    if (!written) return
    const { done, ...mail } = written
    await send({ id, kind: order.kind, at: new Date(order.askedAt), ...mail })
    await done?.()
  }
}

type MailWriteDeps = Pick<MailWorkerDeps, 'publicUrl' | 'readWatched'>

/** The email as it is due now; undefined when there is no recipient any more. */
async function composeMail(
  tx: Db,
  order: MailJob,
  { publicUrl, readWatched }: MailWriteDeps,
): Promise<ComposedMail | undefined> {
  const whose = 'userId' in order ? eq(users.id, order.userId) : eq(users.emailKey, order.email)
  const [account] = await tx.select().from(users).where(whose).for('no key update') // before its tokens
  if (!account || !isMailDue(order, account) || (await isLate(tx, order))) return undefined
  if (order.kind === 'watched') {
    const watched = await readWatched?.(tx, account.id)
    if (!watched) return undefined
    const { offCall, done } = watched
    return {
      ...addressMail(account, watchMailTemplate(watched, publicUrl)),
      offUrl: publicUrl + offCall,
      done,
    }
  }
  const url = publicUrl + (await createLinkPath(tx, order, account))
  return addressMail(account, mailTemplates[order.kind]({ url, at: new Date(order.askedAt) }))
}

type ComposedMail = Pick<OutgoingMail, 'to' | 'subject' | 'html' | 'text' | 'offUrl'> & {
  done?: () => Promise<void>
}

function addressMail({ email, name, verifiedAt }: UserRow, letter: MailContent): ComposedMail {
  // A name is whatever somebody typed who may not own the address, until the address is verified.
  return { to: email, subject: letter.subject, ...renderMail(letter, verifiedAt ? name : undefined) }
}

/** Nobody waits for the link any more. */
async function isLate(tx: Db, { kind, askedAt }: MailJob): Promise<boolean> {
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

/** The one link, with a secret made for this very mail where it needs one. */
async function createLinkPath(
  tx: Db,
  { kind }: MailJob,
  { id: userId, passwordHash }: UserRow,
): Promise<string> {
  if (kind === 'verify') {
    const token = await issueToken(tx, { purpose: 'verify', userId, life: tokenLifetimesMs.verify })
    return `${paths.verifyEmail()}?token=${token}`
  }
  const boundTo = hashSecret(passwordHash ?? '')
  if (kind === 'unlock') {
    const token = await issueToken(tx, { purpose: 'unlock', userId, boundTo, life: tokenLifetimesMs.unlock })
    return `${paths.unlock()}?token=${token}`
  }
  if (kind === 'reset') {
    const token = await issueToken(tx, { purpose: 'reset', userId, boundTo, life: tokenLifetimesMs.reset })
    return `${paths.resetPassword()}?id=${userId}&token=${token}`
  }
  return paths.login()
}
