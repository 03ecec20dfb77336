import { readDatabaseTime } from '#db/clock.ts'
import type { Db } from '#db/db.ts'
import type { Job, Jobs } from '#db/jobs.ts'
import { getEmailKey } from '#features/users/email-key.ts'

export type QueuedMail =
  | { kind: 'verify' | 'reset' | 'unlock'; email: string }
  | {
      kind:
        | 'password-changed'
        | 'refresh-reused'
        | 'google-linked'
        | 'account-exists'
        | 'role-raised'
        | 'watched'
      userId: string
    }
export type MailKind = QueuedMail['kind']
/** A queued job: the account, and the time by the database's clock as ISO text. It contains nothing secret. */
export type MailJob = QueuedMail & { askedAt: string }

export type MailQueue = {
  /**
   * Queues an email in the caller's transaction. It is sent to the stored email address if the account exists;
   * the caller does not wait and cannot find out. At most one email of a kind is queued per account.
   */
  add(tx: Db, mail: QueuedMail): Promise<void>
}

type MailQueueDeps = { jobs: Jobs; send: (job: Job<MailJob>) => Promise<void> }

export function createMailQueue({ jobs, send }: MailQueueDeps): MailQueue {
  const queue = jobs.queue<MailJob>('mail', send)
  return {
    async add(tx, mail) {
      const askedAt = (await readDatabaseTime(tx)).toISOString()
      if ('userId' in mail) return queue.send(tx, `${mail.kind} ${mail.userId}`, { ...mail, askedAt })
      const email = getEmailKey(mail.email)
      return queue.send(tx, `${mail.kind} ${email}`, { ...mail, email, askedAt })
    },
  }
}
