import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailKind } from './mail-queue.ts'

export type OutgoingMail = {
  /** The same at every attempt, so that duplicates can be recognized. */
  id: string
  kind: MailKind
  /** When it was queued. */
  at: Date
  to: string
  subject: string
  html: string
  text: string
  /** The unsubscribe URL (RFC 8058), for emails that the recipient may not want any more. */
  offUrl?: string | undefined
}

export type MailTransport = {
  /**
   * Throws when no email can be sent at all; otherwise this one was accepted, deferred, or rejected for good.
   */
  send(mail: OutgoingMail): Promise<'sent' | 'put-off' | 'refused'>
}

type MailSender = { mailFrom: string; publicUrl: string }
type MailTransportDeps = MailSender & {
  /** Without it emails become files in the data folder. */
  smtpUrl: string | undefined
  dataDir: string
  log: Record<'info' | 'warn', (details: Record<string, unknown>, message: string) => void>
}

const smtpTimeoutMs = 20_000

/**
 * An email address as accounts have it: no character that a header or a command could take for a separator.
 */
const plainAddress = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u

/** Sends email by the operator's server, or without one writes files that a developer can open. */
export function createMailTransport(deps: MailTransportDeps): MailTransport {
  const transport = deps.smtpUrl ? createSmtpTransport(deps, deps.smtpUrl) : createFileTransport(deps)
  return {
    async send(mail) {
      if (plainAddress.test(mail.to)) return transport.send(mail)
      deps.log.warn({ mail: mail.kind, job: mail.id }, 'an email has no usable address')
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
      const about = { mail: mail.kind, job: mail.id }
      try {
        const signal = AbortSignal.timeout(smtpTimeoutMs) // for a server that sends one byte a second
        await transport.sendMail({ ...composeMessage(mail, sender), signal })
        log.info(about, 'an email was sent')
        return 'sent'
      } catch (error) {
        const { isAboutMail, isFinal, summary } = classifyMailError(error)
        if (!isAboutMail) throw new MailServerError(summary, describeTlsFailure(error))
        if (!isFinal) return 'put-off'
        log.warn({ ...about, reason: summary }, 'the mail server refused an email')
        return 'refused'
      }
    },
  }
}

/** The mail server cannot be used at all. `advice`: why and what to do, where that is known. */
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
      const moment = mail.at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
      const file = join(folder, `${moment}-${mail.kind}-${mail.id.slice(0, 8)}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, composeFile(mail, sender), { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ mail: mail.kind, file }, 'an email was put into the outbox')
      return 'sent'
    },
  }
}

/**
 * As an email program opens it, and without the encoding that mail servers need and that breaks a link across
 * lines.
 */
function composeFile({ id, at, to, subject, text, html, offUrl }: OutgoingMail, sender: MailSender): string {
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
    `Date: ${at.toUTCString()}`,
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

/** One recipient, and nothing that is read from files or fetched. */
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
 * Whether a failure is this email's or the server's; the error itself names email addresses, the summary does
 * not.
 */
function classifyMailError(error: unknown) {
  // What nodemailer throws; other errors have none of these.
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

/** A password is sent only through TLS, whatever a server offers. */
function needsTls(url: string): boolean {
  const { protocol, username, hostname } = new URL(url)
  return protocol === 'smtp:' && username !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

const untrusted =
  'Name the file with its authority in NODE_EXTRA_CA_CERTS, or add ?tls.rejectUnauthorized=false to SMTP_URL, or ?ignoreTLS=true for a server on this machine.'
const tlsFailures: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed. ${untrusted}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is signed by a self-signed authority. ${untrusted}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is signed by an unknown authority. ${untrusted}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is signed by an unknown authority. ${untrusted}`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is signed by an unknown authority. ${untrusted}`,
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it on the mail server.',
  CERT_NOT_YET_VALID:
    'its certificate is not valid yet. Correct the clock of this machine, or the certificate on the mail server.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name. Set the host in SMTP_URL to a name in the certificate, or add ?tls.servername=NAME.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'it does not speak TLS from the start on this port. Set SMTP_URL to smtp:// instead of smtps://, or to port 465.',
}

/** What is wrong with the server's certificate or its TLS and what to do, in words of its own; undefined for anything else. */
function describeTlsFailure(error: unknown): string | undefined {
  const { originalCode = '' } = error as Partial<MailError> // what nodemailer throws
  return Object.hasOwn(tlsFailures, originalCode) ? tlsFailures[originalCode] : undefined
}
