import { MailServerError, type MailTransport } from './mail-transport.ts'

/** The status of sending email since the process started. Times are in ms. */
export type MailStatus = {
  /** When the mail server last accepted, deferred or rejected an email. */
  sentAt: number | undefined
  /** Failures since then, and the time of the first one. */
  failures: number
  failingSince: number | undefined
  /** Why the last attempt failed and what to do, if the cause is known. */
  advice: string | undefined
}

/** The transport, with a status that is updated by every email. */
export function monitorMailTransport(transport: MailTransport, clock: () => number = Date.now) {
  const status: MailStatus = { sentAt: undefined, failures: 0, failingSince: undefined, advice: undefined }
  const monitored: MailTransport = {
    async send(mail) {
      try {
        const result = await transport.send(mail)
        Object.assign(status, { sentAt: clock(), failures: 0, failingSince: undefined, advice: undefined })
        return result
      } catch (error) {
        status.failures += 1
        status.failingSince ??= clock()
        status.advice = error instanceof MailServerError ? error.advice : undefined
        throw error
      }
    },
  }
  return { transport: monitored, status: (): MailStatus => ({ ...status }) }
}
