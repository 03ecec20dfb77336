import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Certificate, certificates } from '#test/fixtures/certificates.ts'
import { readMail, useMailBox } from '#test/mail-box.ts'
import { createMailTransport, type OutgoingMail } from './mail-transport.ts'
import { renderMail } from './templates/render-mail.ts'
import { mailTemplates } from './templates/templates.ts'

const url = 'https://chopmark.test/login'
const at = new Date('2026-11-21T12:00:00.000Z')
const log = { info: vi.fn(), warn: vi.fn() }
beforeEach(() => vi.clearAllMocks())

/** An email to a recipient of that name. */
function createMail({ to = 'ann@example.com', name }: { to?: string; name?: string } = {}): OutgoingMail {
  const content = mailTemplates['password-changed']({ url, at })
  const id = '0198a000-0000-7000-8000-0000000000a1'
  return {
    id,
    kind: 'password-changed',
    queuedAt: at,
    to,
    subject: content.subject,
    ...renderMail(content, name),
  }
}

function createTransport({ smtpUrl, dataDir = '' }: { smtpUrl?: string; dataDir?: string }) {
  const about = { mailFrom: 'Chopmark <post@chopmark.test>', publicUrl: 'https://chopmark.test', log }
  return createMailTransport({ ...about, smtpUrl, dataDir })
}

describe('by a mail server', () => {
  const box = useMailBox()
  const send = (mail: OutgoingMail) => createTransport({ smtpUrl: box.url }).send(mail)

  test('an email has one recipient, two parts, and no needless header', async () => {
    expect(await send(createMail())).toBe('sent')
    const mail = await box.next('ann@example.com')
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(mail.headers).toHaveLength(9)
    expect(headers).toEqual({
      from: 'Chopmark <post@chopmark.test>',
      to: 'ann@example.com',
      subject: 'Your password was changed',
      date: expect.any(String),
      'message-id': '<0198a000-0000-7000-8000-0000000000a1@chopmark.test>',
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'mime-version': '1.0',
      'content-type': expect.stringMatching(/^multipart\/alternative; boundary="[^"]+"$/),
    })
    expect(mail.text).toContain(url)
    expect(mail.html).toContain(`href="${url}"`)
  })

  test.each([
    'Ann\r\nBcc: eve@example.com',
    '<b>Ann</b><script>alert(1)</script>',
    '"><img src=https://evil.test/x.png>',
    'A'.repeat(300),
    'Win a prize at evil.test',
    'https://evil.test',
    'Ann, Bob <bob@example.com>',
    '\u202eannA',
    'Ann\0',
    '\ud83d\ude00',
    '',
  ])('a name such as %j adds neither headers nor markup, and is not shown', async (name) => {
    await send(createMail({ name }))
    const named = await box.next('ann@example.com')
    await send(createMail())
    const nameless = await box.next('ann@example.com')
    const parts = ({ html, text, recipients }: typeof named) => ({ html, text, recipients })
    expect(parts(named)).toEqual(parts(nameless))
    expect(named.headers.map(({ key }) => key)).toEqual(nameless.headers.map(({ key }) => key))
    expect(named.text).toContain('\nHello,\n')
  })

  test.each(['Ann', 'Mary-Ann O’Neil', "D'Arcy", 'Jürgen', '张伟', 'Nguyễn Văn A', 'Агата'])(
    'a name such as %s is called by',
    async (name) => {
      await send(createMail({ name }))
      const { html, text } = await box.next('ann@example.com')
      expect(text).toContain(`Hello ${name},`)
      expect(html).toContain(`Hello ${name.replace("'", '&#39;')},`)
    },
  )

  test.each([
    'ann@example.com, bob@example.com',
    'ann@example.com;bob@example.com',
    'ann@example.com\r\nRCPT TO:<bob@example.com>',
    'ann@example.com\nBcc: bob@example.com',
    '<ann@example.com>',
    'Ann <ann@example.com>',
    '"ann bob@example.com"@example.org',
    'ann@bob@example.com',
    'everybody: ann@example.com, bob@example.com;',
    'ann',
    '',
  ])('sends nothing to an address such as %j', async (to) => {
    expect(await send(createMail({ to }))).toBe('refused')
    expect(box.connections).toBe(0)
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain('example')
  })

  test('sends an international address in its ASCII form, and a long one unchanged', async () => {
    await send(createMail({ to: 'ann@bücher.example' }))
    const { recipients, raw } = await box.next('ann@bücher.example') // as this mail server reads the ASCII form
    expect(recipients).toHaveLength(1)
    expect(raw).toContain('To: ann@xn--bcher-kva.example\r\n')
    const long = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(50)}.com`
    await send(createMail({ to: long }))
    expect((await box.next(long)).recipients).toEqual([long])
  })

  test('distinguishes deferred from rejected emails', async () => {
    box.response = 'later'
    expect(await send(createMail())).toBe('put-off')
    box.response = 'never'
    expect(await send(createMail())).toBe('refused')
    expect(log.warn.mock.calls).toEqual([
      [expect.objectContaining({ reason: 'EMESSAGE DATA 550' }), 'The mail server rejected an email.'],
    ])
  })

  test('throws an error without addresses when the server is unavailable', async () => {
    box.down()
    await expect(send(createMail())).rejects.toThrow(/^The mail server cannot be used \(E[A-Z]+ CONN\)\.$/)
  })

  test('sends no password over the network without TLS', async () => {
    const elsewhere = box.url.replace('//127.0.0.1', '//ann:secret@0.0.0.0')
    const sending = createTransport({ smtpUrl: elsewhere }).send(createMail())
    await expect(sending).rejects.toThrow('The mail server cannot be used (ETLS')
    expect([box.connections, box.mails.length]).toEqual([1, 0])
  })
})

describe.each(['smtp', 'smtps'])('by a server with %s', (scheme) => {
  const sendTo = async (certificate: Certificate, query: Record<string, string> = {}) => {
    const server = new SMTPServer({
      ...certificate,
      secure: scheme === 'smtps',
      authOptional: true,
      logger: false,
    })
    server.on('error', () => {}) // the client leaves
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const address = listening.address()
    const port = typeof address === 'object' ? address?.port : 0
    const smtpUrl = `${scheme}://localhost:${port}?${new URLSearchParams(query)}`
    try {
      return await createTransport({ smtpUrl }).send(createMail())
    } finally {
      await new Promise<void>((resolve) => server.close(resolve))
    }
  }

  test('explains a self-signed certificate and what to do', async () => {
    await expect(sendTo(certificates.own)).rejects.toThrow(
      'The mail server cannot be used: its certificate is self-signed. Name the file with its authority in NODE_EXTRA_CA_CERTS, or add ?tls.rejectUnauthorized=false to SMTP_URL, or ?ignoreTLS=true',
    )
    expect(await sendTo(certificates.own, { 'tls.rejectUnauthorized': 'false' })).toBe('sent')
    expect(await sendTo(certificates.own, { 'tls.ca': certificates.own.cert })).toBe('sent')
    if (scheme === 'smtp') expect(await sendTo(certificates.own, { ignoreTLS: 'true' })).toBe('sent')
  })

  test.each([
    ['signed', {}, 'its certificate is signed by an unknown authority. Name the file'],
    [
      'expired',
      { 'tls.ca': certificates.expired.cert },
      'its certificate has expired. Renew it on the mail server.',
    ],
    [
      'other',
      { 'tls.ca': certificates.other.cert },
      'its certificate is for another host name. Set the host in SMTP_URL',
    ],
  ] as const)('a certificate that is %s has its own advice', async (name, query, advice) => {
    await expect(sendTo(certificates[name], query)).rejects.toThrow(
      `The mail server cannot be used: ${advice}`,
    )
  })
})

test('explains a mail server without TLS from the start', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).write('220 mail.example ESMTP\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const sending = createTransport({ smtpUrl: `smtps://127.0.0.1:${port}` }).send(createMail())
  await expect(sending).rejects.toThrow(
    'it does not speak TLS from the start on this port. Set SMTP_URL to smtp://',
  )
  server.close()
})

describe('by a slow server', () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket))
  beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterEach(async () => {
    vi.useRealTimers()
    for (const socket of sockets.splice(0)) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })

  test('aborts an email after the timeout', async () => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const timeoutSpy = vi
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new Error('too long')))
    const sending = createTransport({ smtpUrl: `smtp://127.0.0.1:${port}` }).send(createMail())
    await expect(sending).rejects.toThrow('The mail server cannot be used (EABORT).')
    expect(timeoutSpy).toHaveBeenCalledWith(20_000)
    timeoutSpy.mockRestore()
  })
})

describe('without a mail server', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbox-'))
  const folder = join(dataDir, 'outbox')
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('saves an email as a private file and logs its name once', async () => {
    expect(await createTransport({ dataDir }).send(createMail({ name: 'Zoë' }))).toBe('sent')
    const [name = '', ...others] = readdirSync(folder)
    expect([name, others]).toEqual(['20261121T120000Z-password-changed-0198a000.eml', []])
    const file = join(folder, name)
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    const raw = readFileSync(file, 'utf8')
    expect(raw).toContain(`\r\n${url}\r\n`)
    const { subject, text, html } = createMail({ name: 'Zoë' })
    expect(await readMail(raw)).toMatchObject({
      recipients: ['ann@example.com'],
      sender: 'post@chopmark.test',
      messageId: '<0198a000-0000-7000-8000-0000000000a1@chopmark.test>',
      subject,
      text: `${text}\n`, // the reader ends each part with a line of its own
      html: `${html}\n`,
    })
    expect(log.info.mock.calls).toEqual([
      [{ mail: 'password-changed', file }, 'An email was saved to the outbox folder.'],
    ])
  })

  test('a second attempt replaces the file', async () => {
    await createTransport({ dataDir }).send(createMail())
    await createTransport({ dataDir }).send(createMail())
    expect(readdirSync(folder)).toHaveLength(1)
  })
})
