import type { Db } from '#db/client.ts'
import type { Job, Jobs } from '#db/jobs.ts'
import { getEmailKey } from '#features/users/email-key.ts'

export type QueuedMail =
  | { kind: 'verify' | 'reset'; email: string }
  | {
      kind: 'password-changed' | 'refresh-reused' | 'google-linked' | 'account-exists' | 'watched'
      userId: string
    }
export type MailKind = QueuedMail['kind']
/** What lies in the queue: whom it concerns, as an ISO time when, and nothing secret. */
export type MailJob = QueuedMail & { askedAt: string }

export type MailQueue = {
  /**
   * Orders a mail, in the caller's transaction. It goes to the stored address, if there is such an account: nobody
   * waits for it, and nobody can tell. Of one kind to one account at most one waits.
   */
  add(tx: Db, mail: QueuedMail): Promise<void>
}

type MailQueueDeps = { jobs: Jobs; send: (job: Job<MailJob>) => Promise<void> }

export function createMailQueue({ jobs, send }: MailQueueDeps): MailQueue {
  const queue = jobs.queue<MailJob>('mail', send)
  return {
    async add(tx, mail) {
      const askedAt = new Date().toISOString()
      if ('userId' in mail) return queue.send(tx, `${mail.kind} ${mail.userId}`, { ...mail, askedAt })
      const email = getEmailKey(mail.email)
      return queue.send(tx, `${mail.kind} ${email}`, { ...mail, email, askedAt })
    },
  }
}
