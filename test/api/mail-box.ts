import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type Mail = {
  /** The envelope's recipients, whatever the headers say. */
  recipients: string[]
  sender: string
  subject: string
  text: string
  html: string
  /** Every address in the text part. */
  links: string[]
  messageId: string
  headers: Email['headers']
  attachments: Email['attachments']
  /** The email as it was received. */
  raw: string
}

const timeoutMs = 15_000

/**
 * A real mail server on its own port that stores all emails. `down` drops every connection until `up`. `hold` receives emails
 * completely but does not acknowledge them until `release`.
 */
export class MailBox {
  /** Every email since the last `clear`. */
  readonly mails: Mail[] = []
  /** Connections since the last `clear`, also while the server was down. */
  connections = 0
  /** The server's reply to an email: accepts it, asks to retry, or rejects it permanently. */
  response: 'take' | 'later' | 'never' = 'take'
  #isUp = true
  #heldMails: { count: number; release: PromiseWithResolvers<void> } | undefined
  #port = 0
  readonly #returned = new Set<Mail>()
  readonly #waiting = new Set<() => void>()
  readonly #sockets = new Set<Socket>()
  readonly #smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: (stream, { envelope }, done) => {
      this.#receive(stream, envelope).then(
        () => done(),
        (error) => done(error),
      )
    },
  })
  readonly #front = createServer((socket) => this.#accept(socket))

  /** For `SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  async open(): Promise<this> {
    this.#smtp.on('error', () => {}) // a client that hangs up early is not the server's fault
    this.#front.listen(0, '127.0.0.1')
    await once(this.#front, 'listening')
    const address = this.#front.address()
    this.#port = typeof address === 'object' && address ? address.port : 0
    return this
  }

  /** The oldest email to this address that was not returned yet; waits for it. */
  async next(address: string): Promise<Mail> {
    const isDue = (mail: Mail) => mail.recipients.includes(address) && !this.#returned.has(mail)
    await this.#until(() => this.mails.some(isDue), `No email to ${address} arrived.`)
    const mail = this.mails.find(isDue)
    if (!mail) throw new Error(`Another caller has already read the email to ${address}.`)
    this.#returned.add(mail)
    return mail
  }

  /** Waits until `count` emails have arrived, to any address. The timeout restarts with each email. */
  async count(count: number): Promise<Mail[]> {
    while (this.mails.length < count) {
      const { length } = this.mails
      await this.#until(() => this.mails.length > length, `Only ${length} of ${count} emails arrived.`)
    }
    return this.mails
  }

  /** Waits until there were `count` connections to the server. */
  async attempts(count: number): Promise<void> {
    await this.#until(() => this.connections >= count, `There were fewer than ${count} connections.`)
  }

  down(): void {
    this.#isUp = false
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  up(): void {
    this.#isUp = true
  }

  /** From now on emails are received, but not acknowledged; the result waits for the first such email. */
  hold(): Promise<void> {
    const heldMails = { count: 0, release: Promise.withResolvers<void>() }
    this.#heldMails = heldMails
    return this.#until(() => heldMails.count > 0, 'No email arrived after hold().')
  }

  release(): void {
    this.#heldMails?.release.resolve()
    this.#heldMails = undefined
  }

  /** Deletes all emails and accepts new ones again. */
  clear(): void {
    this.release()
    this.up()
    this.response = 'take'
    this.connections = 0
    this.mails.length = 0
    this.#returned.clear()
  }

  async close(): Promise<void> {
    this.down()
    this.release()
    await new Promise((resolve) => this.#front.close(resolve))
  }

  #accept(socket: Socket): void {
    this.connections += 1
    this.#sockets.add(socket)
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    if (this.#isUp) this.#smtp.server.emit('connection', socket)
    else socket.resetAndDestroy()
    this.#notifyWaiting()
  }

  async #receive(stream: SMTPServerDataStream, envelope: SMTPServerEnvelope): Promise<void> {
    const raw = Buffer.concat(await stream.toArray()).toString()
    if (this.response === 'later') throw createSmtpError(451, 'Come again later.')
    if (this.response === 'never') throw createSmtpError(550, 'No such mailbox.')
    const mail = await readMail(raw)
    const recipients = envelope.rcptTo.map(({ address }) => address)
    this.mails.push({ ...mail, recipients })
    if (this.#heldMails) this.#heldMails.count += 1
    this.#notifyWaiting()
    await this.#heldMails?.release.promise
  }

  #notifyWaiting(): void {
    for (const check of this.#waiting) check()
  }

  async #until(isDone: () => boolean, message: string): Promise<void> {
    if (isDone()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const check = () => isDone() && resolve()
    const timer = setTimeout(() => reject(new Error(message)), timeoutMs)
    this.#waiting.add(check)
    await promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(check)
    })
  }
}

/** Gives the surrounding `describe` (or file) a mail server, empty before each test. */
export function useMailBox(): MailBox {
  const box = new MailBox()
  beforeAll(() => box.open())
  beforeEach(() => box.clear())
  afterAll(() => box.close())
  return box
}

/** Parses an email from the outbox or as received; its recipients are those of the headers. */
export async function readMail(raw: string): Promise<Mail> {
  const {
    from,
    to = [],
    subject = '',
    text = '',
    html = '',
    messageId = '',
    ...rest
  } = await PostalMime.parse(raw)
  return {
    recipients: to.map(({ address }) => address ?? ''),
    sender: from?.address ?? '',
    subject,
    text,
    html,
    links: text.match(/https?:\/\/\S+/g) ?? [],
    messageId,
    headers: rest.headers,
    attachments: rest.attachments,
    raw,
  }
}

function createSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
