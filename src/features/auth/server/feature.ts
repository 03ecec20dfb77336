import type { Platform } from '#platform/platform.ts'
import { createAccountService } from './accounts.ts'
import { createCookieJar } from './cookies.ts'
import { deleteExpiredRows } from './expired-rows.ts'
import { createFirstAdmin } from './first-admin.ts'
import { createGoogle } from './google/google.ts'
import { createGoogleLogin } from './google/google-login.ts'
import { createLoginService, type LoginServiceDeps } from './login.ts'
import { createLoginLimits } from './login-limits.ts'
import { monitorMailTransport } from './mail/mail-monitor.ts'
import { createMailQueue } from './mail/mail-queue.ts'
import { createMailTransport, type MailTransport } from './mail/mail-transport.ts'
import { createMailWorker, type MailWorkerDeps } from './mail/mail-worker.ts'
import { createPasswords } from './passwords/passwords.ts'
import { authHandlers } from './routes.ts'
import { createSessionService } from './sessions.ts'

type AuthNeeds = Pick<LoginServiceDeps, 'loginFailed'> & Required<Pick<MailWorkerDeps, 'readWatched'>>

export function createAuthFeature(platform: Platform, { loginFailed, readWatched }: AuthNeeds) {
  const { config, secret, db, outbound, log } = platform
  const { publicUrl } = config
  const { mails, mailStatus } = createMails(platform, { readWatched })
  const passwords = createPasswords({ minLength: config.passwordMin })
  const sessions = createSessionService({ db, mails })
  const cookies = createCookieJar({ publicUrl, secret })
  const limits = createLoginLimits({
    limits: platform.limits,
    offerUnlock: (email) => mails.add(db, { kind: 'unlock', email }),
  })
  const google = createGoogleLogin({
    db,
    google: config.google && createGoogle({ ...config.google, outbound, db, publicUrl, log }),
    passwords,
    limits,
    mails,
  })
  const isRegistrationPrivate = config.registrationPrivacy === 'uniform'
  const common = { db, passwords, mails, limits, google, isRegistrationPrivate }
  const firstAdmin = createFirstAdmin({ db, passwords })
  return {
    mails,
    mailStatus,
    sessions,
    firstAdmin,
    handlers: authHandlers({
      db,
      accounts: createAccountService(common),
      cookies,
      firstAdmin,
      google,
      login: createLoginService({ ...common, sessions, cookies, loginFailed }),
      sessions,
    }),
    hourly: { 'expired-rows': () => deleteExpiredRows(db) },
  }
}

/** Emails are queued in callers' transactions, and rendered and sent by a job. */
function createMails(platform: Platform, { readWatched }: Pick<AuthNeeds, 'readWatched'>) {
  const { config, db, jobs, outbound, log } = platform
  const { smtpUrl, mailFrom, publicUrl, dataDir } = config
  const plain = createMailTransport({ smtpUrl, mailFrom, publicUrl, dataDir, log })
  // The queue has its own backoff for a failing mail server.
  const measured: MailTransport = { send: (mail) => outbound.watch('mail', () => plain.send(mail)) }
  const { transport, status } = monitorMailTransport(smtpUrl ? measured : plain)
  const send = createMailWorker({ db, transport, publicUrl, readWatched })
  return { mails: createMailQueue({ jobs, send }), mailStatus: status }
}
