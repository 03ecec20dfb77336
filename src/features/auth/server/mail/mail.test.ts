import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { type Mail, useMailBox } from '#test/mail-box.ts'

const site = 'https://chopmark.test'
const linkTo = (path: string) => new RegExp(`^${site}${path}[\\w-]{43}$`)
const getLinkToken = ({ links }: Mail) => new URL(links[0] ?? '').searchParams.get('token') ?? ''

describe('emails of the API', () => {
  const database = useDatabase()
  const box = useMailBox()
  const app = useApp(database, {
    get env() {
      const from = { PUBLIC_URL: site, MAIL_FROM: 'Chopmark <post@chopmark.test>' }
      return { ...from, SMTP_URL: box.url, RATE_MULTIPLIER: '10', ALLOW_RATE_MULTIPLIER: '1' }
    },
  })

  test('an account gets one email, with a link to the configured host whatever the request says', async () => {
    const account = { name: 'Mat Ruler', email: 'Mat@example.com', password: 'a long password 7' }
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' }
    expect((await app().post('/users/createUser', account, headers)).status).toBe(200)
    const mail = await box.next('Mat@example.com')
    expect(mail).toMatchObject({ recipients: ['Mat@example.com'], sender: 'post@chopmark.test' })
    expect(mail.subject).toBe('Verify your email address')
    expect(mail.links).toEqual([expect.stringMatching(linkTo('/verify-email\\?token='))])
    expect(mail.html.match(/href="[^"]*"/g)).toEqual(Array(2).fill(`href="${mail.links[0]}"`))
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(|evil/)
    expect(mail.attachments).toEqual([])
    expect((await app().post('/users/verifyEmail', { token: getLinkToken(mail) })).status).toBe(200)
  })

  test('a reset link sets the password once, and the owner gets an email', async () => {
    const { id, email } = await aUser(database.db, { name: 'Mat Ruler' })
    expect((await app().post('/auth/forgetPassword', { email })).body?.message).toBe(
      'Please check your mail!',
    )
    const mail = await box.next(email)
    expect(mail.subject).toBe('Set a new password')
    expect(mail.text).toContain('Hello Mat Ruler,')
    expect(mail.links).toEqual([expect.stringMatching(linkTo(`/reset-password\\?id=${id}&token=`))])
    const reset = { id, newPassword: 'another password 8', token: getLinkToken(mail) }
    expect((await app().post('/auth/resetPassword', reset)).status).toBe(200)
    expect((await app().post('/auth/resetPassword', reset)).status).toBe(400)
    expect((await box.next(email)).subject).toBe('Your password was changed')
  })

  test('a reset link is void once the password has changed', async () => {
    const { id, email } = await aUser(database.db)
    await app().post('/auth/forgetPassword', { email })
    const token = getLinkToken(await box.next(email))
    await database.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, id))
    const reset = { id, newPassword: 'another password 8', token }
    expect((await app().post('/auth/resetPassword', reset)).body).toMatchObject({
      message: 'Invalid reset link.',
    })
  })

  test('are sent once each after an outage, however often they were requested', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => aUser(database.db)))
    box.down()
    for (const { email } of people) {
      for (let times = 0; times < 5; times += 1) {
        const { status, body } = await app().post('/auth/forgetPassword', { email: email.toUpperCase() })
        expect([status, body?.message]).toEqual([200, 'Please check your mail!'])
      }
    }
    await box.attempts(2)
    box.up()
    for (const { email } of people) await box.next(email)
    const last = await aUser(database.db)
    await app().post('/auth/forgetPassword', { email: last.email })
    await box.next(last.email)
    expect(box.mails).toHaveLength(people.length + 1)
  })
})
