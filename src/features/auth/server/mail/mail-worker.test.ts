import { decodeHTML } from 'entities'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { aUser } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { useMailFixture } from '#test/fixtures/mail-fixture.ts'
import { useMailBox } from '#test/mail-box.ts'
import type { MailJob, QueuedMail } from './mail-queue.ts'
import { createMailTransport } from './mail-transport.ts'
import { createMailWorker } from './mail-worker.ts'

const site = 'https://chopmark.test'
const smtpPassword = 'canary-of-the-mail-server'

describe('emails', () => {
  const database = useDatabase()
  const box = useMailBox()
  const stage = useMailFixture(database, {
    get env() {
      return { PUBLIC_URL: site, SMTP_URL: box.url.replace('//', `//post:${smtpPassword}@`) }
    },
  })

  /** Whom mails went to, once the queue is empty. */
  const recipients = async () => {
    await stage.settled()
    return box.mails.flatMap((mail) => mail.recipients)
  }

  test('report what happened to an account, with a login link', async () => {
    const { id: userId, email } = await aUser(database.db)
    const subjects: [QueuedMail, string][] = [
      [{ kind: 'password-changed', userId }, 'Your password was changed'],
      [{ kind: 'refresh-reused', userId }, 'We logged out one of your devices'],
      [{ kind: 'google-linked', userId }, 'Google sign-in was connected'],
      [{ kind: 'account-exists', userId }, 'You already have an account'],
      [{ kind: 'role-raised', userId }, 'Your account is now an admin account'],
    ]
    for (const [mail] of subjects) await stage.order(mail)
    for (const [, subject] of subjects) {
      expect(await box.next(email)).toMatchObject({ subject, links: [`${site}/login`], recipients: [email] })
    }
  })

  test('have the same text in both parts', async () => {
    const { id: userId, email } = await aUser(database.db)
    await stage.order({ kind: 'refresh-reused', userId })
    const { html, text } = await box.next(email)
    const toText = (markup: string) => decodeHTML(markup).replaceAll(/\s+/g, ' ').trim().toLowerCase()
    const drawn = toText(html.replace(/<style>.*?<\/style>|<[^>]+>/gs, ' '))
    const written = text.split(/\n\n|:\n|-- \n/).filter(Boolean)
    expect(written.length).toBeGreaterThan(7)
    for (const line of written) expect(drawn).toContain(toText(line))
  })

  test('are not sent when the transaction is rolled back', async () => {
    const [ann, bob] = [await aUser(database.db), await aUser(database.db)]
    const broken = database.db.transaction(async (tx) => {
      await stage.queue.add(tx, { kind: 'reset', email: ann.email })
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    await stage.order({ kind: 'reset', email: bob.email })
    expect(await recipients()).toEqual([bob.email])
  })

  test('are not sent to accounts that they do not concern', async () => {
    const verified = await aUser(database.db)
    const blocked = await aUser(database.db, { status: 'blocked' })
    const unverified = await aUser(database.db, { verifiedAt: null })
    const pending = await aUser(database.db, { status: 'blocked', verifiedAt: null })
    await stage.order({ kind: 'verify', email: 'unknown@example.com' })
    await stage.order({ kind: 'reset', email: 'unknown@example.com' })
    await stage.order({ kind: 'password-changed', userId: '0198a000-0000-7000-8000-000000000009' })
    await stage.order({ kind: 'verify', email: verified.email })
    await stage.order({ kind: 'reset', email: blocked.email })
    await stage.order({ kind: 'account-exists', userId: blocked.id })
    await stage.order({ kind: 'verify', email: pending.email })
    for (const email of ['unknown@example.com', blocked.email, pending.email, unverified.email])
      await stage.order({ kind: 'unlock', email })
    expect(await recipients()).toEqual([])
    await stage.order({ kind: 'password-changed', userId: blocked.id })
    expect(await recipients()).toEqual([blocked.email])
  })

  test('are retried when the server defers them, not when it rejects them', async () => {
    const [never, later] = [await aUser(database.db), await aUser(database.db)]
    box.response = 'never'
    await stage.order({ kind: 'reset', email: never.email })
    expect(await recipients()).toEqual([])
    box.response = 'later'
    await stage.order({ kind: 'reset', email: later.email })
    await box.attempts(3)
    box.response = 'take'
    expect(await recipients()).toEqual([later.email])
  })

  test('leave no secret in the log or in the queue', async () => {
    const { id: userId, email } = await aUser(database.db, { name: 'A canary of a name' })
    box.down()
    await stage.order({ kind: 'reset', email })
    await box.attempts(1)
    box.up()
    const { links } = await box.next(email)
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? 'no token'
    await stage.order({ kind: 'password-changed', userId })
    await box.next(email)
    await stage.settled()
    const left = JSON.stringify([stage.logged, await stage.rows()])
    expect(left).toContain('An email was sent.')
    expect(left).toContain('The mail server cannot be used')
    for (const secret of [token, smtpPassword, 'canary', '/reset-password'])
      expect(left).not.toContain(secret)
    expect(JSON.stringify(stage.logged)).not.toContain(email)
  })
})

describe('a queued email', () => {
  const database = useDatabase()
  const box = useMailBox()
  const log = { info: () => {}, warn: () => {} }

  /** Does one order at a given time after it was made; returns when that was. */
  async function perform(order: QueuedMail, age: number): Promise<Date> {
    const at = new Date(Date.now() - age)
    const askedAt = at.toISOString()
    const about = { mailFrom: 'post@chopmark.test', publicUrl: site, dataDir: '' }
    const transport = createMailTransport({ ...about, smtpUrl: box.url, log })
    const send = createMailWorker({ db: database.db, transport, publicUrl: site })
    const data: MailJob = { ...order, askedAt }
    await send({ id: '0198a000-0000-7000-8000-0000000000a1', data, signal: new AbortController().signal })
    return at
  }

  test.each(['reset', 'unlock'] as const)(
    'is dropped when it is a %s that was requested too long ago',
    async (kind) => {
      const { email } = await aUser(database.db)
      await perform({ kind, email }, HOUR_MS + MINUTE_MS)
      expect(box.mails).toEqual([])
      await perform({ kind, email }, HOUR_MS - MINUTE_MS)
      expect(box.mails).toHaveLength(1)
    },
  )

  test('is sent late when it is of another kind, with the time of the event', async () => {
    const { id: userId, email } = await aUser(database.db, { verifiedAt: null })
    await perform({ kind: 'verify', email }, 40 * HOUR_MS)
    const at = await perform({ kind: 'password-changed', userId }, 40 * HOUR_MS)
    expect(box.mails).toHaveLength(2)
    const time = at.toISOString().slice(11, 16)
    expect(box.mails[1]?.text).toMatch(
      new RegExp(`was changed on ${at.getUTCDate()} [A-Z][a-z]+ \\d{4} at ${time} UTC`),
    )
  })
})
