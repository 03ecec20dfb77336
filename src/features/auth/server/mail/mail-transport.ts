import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailKind } from './mail-queue.ts'

export type OutgoingMail = {
  /** The same at every attempt, so that duplicates can be recognized. */
  id: string
  kind: MailKind
  queuedAt: Date
  to: string
  subject: string
  html: string
  text: string
  /** The unsubscribe URL (RFC 8058), for emails that the recipient may not want any more. */
  offUrl?: string | undefined
}

export type MailTransport = {
  /**
   * Throws when the server cannot be used at all; otherwise returns whether this email was accepted, deferred
   * (`put-off`) or permanently rejected (`refused`).
   */
  send(mail: OutgoingMail): Promise<'sent' | 'put-off' | 'refused'>
}

type MailSender = { mailFrom: string; publicUrl: string }
type MailTransportDeps = MailSender & {
  /** If undefined, emails are saved as files in the data folder. */
  smtpUrl: string | undefined
  dataDir: string
  log: Record<'info' | 'warn', (details: Record<string, unknown>, message: string) => void>
}

const smtpTimeoutMs = 20_000

/**
 * An email address as accounts have it: without characters that are separators in a header or an SMTP command.
 */
const plainAddress = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u

/** Sends email by the operator's mail server; if there is none, writes files that a developer can open. */
export function createMailTransport(deps: MailTransportDeps): MailTransport {
  const transport = deps.smtpUrl ? createSmtpTransport(deps, deps.smtpUrl) : createFileTransport(deps)
  return {
    async send(mail) {
      if (plainAddress.test(mail.to)) return transport.send(mail)
      deps.log.warn(
        { mail: mail.kind, job: mail.id },
        'An email was not sent: its address is not a plain email address.',
      )
      return 'refused'
    },
  }
}

function createSmtpTransport({ log, ...sender }: MailTransportDeps, url: string): MailTransport {
  const timeouts = {
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  }
  const transport = createTransport({ url, requireTLS: needsTls(url), ...timeouts })
  return {
    async send(mail) {
      const logDetails = { mail: mail.kind, job: mail.id }
      try {
        const signal = AbortSignal.timeout(smtpTimeoutMs) // because a server may send only one byte per second
        await transport.sendMail({ ...composeMessage(mail, sender), signal })
        log.info(logDetails, 'An email was sent.')
        return 'sent'
      } catch (error) {
        const { isAboutMail, isFinal, summary } = classifyMailError(error)
        if (!isAboutMail) throw new MailServerError(summary, describeTlsFailure(error))
        if (!isFinal) return 'put-off'
        log.warn({ ...logDetails, reason: summary }, 'The mail server rejected an email.')
        return 'refused'
      }
    },
  }
}

/** The mail server cannot be used at all. `advice`: why and what to do, if the cause is known. */
export class MailServerError extends Error {
  readonly advice: string | undefined
  constructor(summary: string, advice: string | undefined) {
    super(`The mail server cannot be used${advice ? `: ${advice}` : ` (${summary}).`}`)
    this.advice = advice
  }
}

function createFileTransport({ log, dataDir, ...sender }: MailTransportDeps): MailTransport {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      const timestamp = mail.queuedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')
      const file = join(folder, `${timestamp}-${mail.kind}-${mail.id.slice(0, 8)}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, composeFile(mail, sender), { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ mail: mail.kind, file }, 'An email was saved to the outbox folder.')
      return 'sent'
    },
  }
}

/**
 * The email as a file that email programs open. It has no transfer encoding, which would break links across
 * lines.
 */
function composeFile(
  { id, queuedAt, to, subject, text, html, offUrl }: OutgoingMail,
  sender: MailSender,
): string {
  const part = (type: string, content: string) => [
    `--${id}`,
    `Content-Type: text/${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    content.replaceAll('\n', '\r\n'),
  ]
  return [
    `From: ${sender.mailFrom}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${queuedAt.toUTCString()}`,
    `Message-ID: ${buildMessageId(id, sender)}`,
    ...Object.entries(getUnsubscribeHeaders(offUrl)).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${id}"`,
    '',
    ...part('plain', text),
    ...part('html', html),
    `--${id}--`,
    '',
  ].join('\r\n')
}

/** The message for one recipient; nothing in it is read from files or fetched. */
function composeMessage({ id, to, subject, html, text, offUrl }: OutgoingMail, sender: MailSender) {
  return {
    from: sender.mailFrom,
    to: { name: '', address: to },
    messageId: buildMessageId(id, sender),
    // Suppresses automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...getUnsubscribeHeaders(offUrl),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    subject,
    html,
    text,
  }
}

/** Headers for an unsubscribe button in email programs. */
function getUnsubscribeHeaders(offUrl: string | undefined): Record<string, string> {
  if (offUrl === undefined) return {}
  return { 'List-Unsubscribe': `<${offUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function buildMessageId(id: string, { publicUrl }: MailSender): string {
  return `<${id}@${new URL(publicUrl).hostname}>`
}

/**
 * Whether a failure is about this email or about the server. The error contains email addresses; the summary
 * does not.
 */
function classifyMailError(error: unknown) {
  // The fields of nodemailer's errors; other errors have none of them.
  const { code = 'no code', command, responseCode, permanent } = error as Partial<MailError>
  return {
    isAboutMail: responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA'),
    isFinal: permanent === true,
    summary: [code, command, responseCode].filter(Boolean).join(' '),
  }
}
type MailError = {
  code: string
  originalCode: string
  command: string
  responseCode: number
  permanent: boolean
}

/** Requires TLS when a password is sent to another machine, whatever the server offers. */
function needsTls(url: string): boolean {
  const { protocol, username, hostname } = new URL(url)
  return protocol === 'smtp:' && username !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

const trustAdvice =
  'Name the file with its authority in NODE_EXTRA_CA_CERTS, or add ?tls.rejectUnauthorized=false to SMTP_URL, or ?ignoreTLS=true for a server on this machine.'
const tlsFailures: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed. ${trustAdvice}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is signed by a self-signed authority. ${trustAdvice}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is signed by an unknown authority. ${trustAdvice}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is signed by an unknown authority. ${trustAdvice}`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is signed by an unknown authority. ${trustAdvice}`,
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it on the mail server.',
  CERT_NOT_YET_VALID:
    'its certificate is not valid yet. Correct the clock of this machine, or the certificate on the mail server.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name. Set the host in SMTP_URL to a name in the certificate, or add ?tls.servername=NAME.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'it does not speak TLS from the start on this port. Set SMTP_URL to smtp:// instead of smtps://, or to port 465.',
}

/** What is wrong with the server's certificate or TLS and what to do; undefined for any other error. */
function describeTlsFailure(error: unknown): string | undefined {
  const { originalCode = '' } = error as Partial<MailError> // what nodemailer throws
  return Object.hasOwn(tlsFailures, originalCode) ? tlsFailures[originalCode] : undefined
}
