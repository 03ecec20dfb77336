import { MailServerError, type MailTransport } from './mail-transport.ts'

/** The state of sending email since the process started. Moments are in ms. */
export type MailStatus = {
  /** When the mail server last accepted, deferred or rejected an email. */
  sentAt: number | undefined
  /** Failures since then, and when the first of them was. */
  failures: number
  failingSince: number | undefined
  /** Why the newest try failed and what to do, where that is known. */
  advice: string | undefined
}

/** The same transport, with its status. */
export function monitorMailTransport(transport: MailTransport, clock: () => number = Date.now) {
  const status: MailStatus = { sentAt: undefined, failures: 0, failingSince: undefined, advice: undefined }
  const watched: MailTransport = {
    async send(mail) {
      try {
        const outcome = await transport.send(mail)
        Object.assign(status, { sentAt: clock(), failures: 0, failingSince: undefined, advice: undefined })
        return outcome
      } catch (error) {
        status.failures += 1
        status.failingSince ??= clock()
        status.advice = error instanceof MailServerError ? error.advice : undefined
        throw error
      }
    },
  }
  return { transport: watched, status: (): MailStatus => ({ ...status }) }
}
