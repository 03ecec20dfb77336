import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { oneTimeTokens, sessions, users } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { HOUR_MS } from '#shared/time.ts'
import { aSession, password } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useDatabase } from '#test/database.ts'
import { newPassword, refusedLink, useLinkFixture } from '#test/fixtures/link-fixture.ts'
import { issueToken } from './one-time-tokens.ts'
import { generateSecret, hashSecret } from './secrets.ts'

describe('emailed links', () => {
  const database = useDatabase()
  const { app, box, anOwner, linkTo, resetLink, verifyLink, reset, verify, logIn } = useLinkFixture(database)

  async function expireLinks(): Promise<void> {
    await database.db.update(oneTimeTokens).set({ expiresAt: sql`now() - interval '1 second'` })
  }

  test('and everything else that concerns one account, at once: nothing fails, nothing waits forever', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await anOwner({ verifiedAt: null })
      const issue = (purpose: 'reset' | 'verify') =>
        issueToken(database.db, {
          purpose,
          userId: owner.id,
          lifetimeMs: 60_000,
          boundTo: hashSecret(owner.passwordHash ?? ''),
        })
      const [forReset, forVerify] = [await issue('reset'), await issue('verify')]
      const replies = await Promise.all([
        reset({ id: owner.id, token: forReset }),
        verify(forVerify),
        app().post('/auth/forgetPassword', { email: owner.email }),
        app().post('/users/requestVerificationEmail', { email: owner.email }),
        logIn(owner.email, password),
      ])
      expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    }
  })

  describe('a password reset by email', () => {
    test('is set by the raw token in Authorization, ends all sessions and opens none', async () => {
      const owner = await anOwner()
      const { token: session } = await aSession(database.db, owner)
      const { id, token } = await resetLink(owner.email)
      const reply = await app().post('/auth/resetPassword', { id, newPassword }, { authorization: token })
      expect(reply.body).toEqual({
        success: true,
        statusCode: 200,
        message: 'Password changed successfully!',
        data: null,
      })
      expect(reply.headers).not.toHaveProperty('set-cookie')
      expect((await app().get('/users/me', { authorization: session })).status).toBe(401)
      expect(await database.db.$count(sessions)).toBe(0)
      expect((await logIn(owner.email, password)).status).toBe(401)
      expect((await logIn(owner.email, newPassword)).status).toBe(200)
      expect((await box.next(owner.email)).subject).toBe('Your password was changed')
    })

    test('verifies the address', async () => {
      const { email } = await anOwner({ verifiedAt: null })
      expect((await reset(await resetLink(email))).status).toBe(200)
      expect((await logIn(email, newPassword)).status).toBe(200)
    })

    test('is refused with the id of another user or none, and the link stays valid', async () => {
      const [owner, other] = [await anOwner(), await anOwner()]
      const { id, token } = await resetLink(owner.email)
      for (const wrong of [other.id, '', 'x', id.toUpperCase(), `${id} `, generateSecret()]) {
        expect(await reset({ id: wrong, token })).toMatchObject(refusedLink)
      }
      const { status, body } = await app().post('/auth/resetPassword', { newPassword, token })
      expect([status, body?.message]).toEqual([400, 'Invalid reset link.'])
      expect((await logIn(other.email, password)).status).toBe(200)
      expect((await reset({ id, token })).status).toBe(200)
    })

    test('succeeds once when one link is used 50 times at once', async () => {
      const { email } = await anOwner()
      const { id, token } = await resetLink(email)
      const passwords = Array.from({ length: 50 }, (_, at) => `heron number ${at}`)
      const replies = await Promise.all(
        passwords.map((tried) =>
          app().post('/auth/resetPassword', { id, newPassword: tried }, { authorization: token }),
        ),
      )
      const won = passwords.filter((_password, at) => replies[at]?.status === 200)
      expect(won).toHaveLength(1)
      for (const reply of replies.filter(({ status }) => status !== 200))
        expect(reply).toMatchObject(refusedLink)
      expect((await logIn(email, won[0] ?? '')).status).toBe(200)
    }, 60_000)

    test('is rejected after ten minutes', async () => {
      const { email } = await anOwner()
      const link = await resetLink(email)
      const rows = await database.db.select().from(oneTimeTokens)
      const minutes = rows.map(({ createdAt, expiresAt }) => (+expiresAt - +createdAt) / 60_000)
      expect(minutes).toEqual([expect.closeTo(10, 0)])
      await expireLinks()
      expect(await reset(link)).toMatchObject(refusedLink)
      expect((await logIn(email, password)).status).toBe(200)
    })

    test('is rejected when the link is older than the last password change', async () => {
      const owner = await anOwner()
      const link = await resetLink(owner.email)
      const { token } = await aSession(database.db, owner)
      const change = { oldPassword: password, newPassword: 'another heron' }
      const changed = await app().post('/auth/changePassword', change, { authorization: token })
      expect(changed.body?.message).toBe('Password updated successfully!')
      expect(await reset(link)).toMatchObject(refusedLink)
      expect((await logIn(owner.email, 'another heron')).status).toBe(200)
    })

    test('accepts only the newest link', async () => {
      const { email } = await anOwner()
      const first = await resetLink(email)
      const second = await resetLink(email)
      expect(second.token).not.toBe(first.token)
      expect(await reset(first)).toMatchObject(refusedLink)
      expect((await reset(second)).status).toBe(200)
    })

    test('keeps the link valid when the password is too short or too common', async () => {
      const { email } = await anOwner()
      const { id, token } = await resetLink(email)
      for (const weak of ['heron', 'sunshine']) {
        const reply = await app().post('/auth/resetPassword', { id, newPassword: weak, token })
        expect(reply.body?.code).toBe('WEAK_PASSWORD')
      }
      expect((await reset({ id, token })).status).toBe(200)
    })

    test('is rejected for guesses, other tokens, and the token elsewhere in the request', async () => {
      const owner = await anOwner()
      const { id, token } = await resetLink(owner.email)
      const session = await aSession(database.db, owner)
      const fresh = await anOwner({ verifiedAt: null })
      const { token: verifying } = await verifyLink(fresh.email)
      const near = [token.slice(1), `${token}x`, token.toUpperCase(), token.replace(/.$/, '=')]
      const guesses = Array.from({ length: 100 }, generateSecret)
      for (const wrong of [...near, ...guesses, session.token, session.refreshToken, verifying]) {
        expect(await reset({ id, token: wrong })).toMatchObject(refusedLink)
      }
      expect(await reset({ id: fresh.id, token: verifying })).toMatchObject(refusedLink)
      const elsewhere = { cookie: `token=${token}`, 'x-token': token }
      const reply = await app().post(`/auth/resetPassword?token=${token}`, { id, newPassword }, elsewhere)
      expect(reply).toMatchObject(refusedLink)
      expect((await reset({ id, token })).status).toBe(200)
    })

    test('is sent to the stored address, however it was typed', async () => {
      await anOwner({ email: 'Kim.Lin@example.com' })
      const { id, token } = await (async () => {
        await app().post('/auth/forgetPassword', { email: '  KIM.LIN@EXAMPLE.COM ' })
        return linkTo('Kim.Lin@example.com')
      })()
      expect((await reset({ id, token })).status).toBe(200)
      // The sign for kelvin is a k in lower case, and not ASCII.
      const twin = await app().post('/auth/forgetPassword', { email: '\u212aim.lin@example.com' })
      expect(twin.status).toBe(400)
    })

    test('works while the login limit is reached', async () => {
      const { email } = await anOwner()
      const link = await resetLink(email)
      const guesses = Array.from({ length: 30 }, (_, at) => logIn(email, `guess ${at}`))
      await Promise.all(guesses)
      expect((await reset(link)).status).toBe(200)
      expect((await logIn(email, newPassword)).status).toBe(200)
    })
  })

  describe('an address', () => {
    test('is verified by the link, also a second time, which returns it and opens no session', async () => {
      const { email } = await anOwner({ verifiedAt: null })
      const { token } = await verifyLink(email)
      for (let time = 0; time < 2; time += 1) {
        const reply = await verify(token)
        expect(reply.body).toEqual({
          success: true,
          statusCode: 200,
          message: 'Email has been verified!',
          data: { email },
        })
        expect(reply.headers).not.toHaveProperty('set-cookie')
      }
      expect(await database.db.$count(sessions)).toBe(0)
      expect((await logIn(email, password)).status).toBe(200)
    })

    test('is verified once by 50 requests at once, all of which succeed', async () => {
      const { email } = await anOwner({ verifiedAt: null })
      const { token } = await verifyLink(email)
      const replies = await Promise.all(Array.from({ length: 50 }, () => verify(token)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(50)
      const events = await database.db.query.securityEvents.findMany()
      expect(events.filter(({ type }) => type === 'email-verified')).toHaveLength(1)
    })

    test('is not verified after 24 hours, by guesses, or by a link of another kind', async () => {
      const { email } = await anOwner({ verifiedAt: null })
      const { token } = await verifyLink(email)
      const { token: resetting } = await resetLink(email)
      for (const wrong of [generateSecret(), resetting, token.slice(1), '']) {
        expect(await verify(wrong)).toMatchObject(refusedLink)
      }
      const rows = await database.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.purpose, 'verify'))
      const hours = rows.map(({ createdAt, expiresAt }) => (+expiresAt - +createdAt) / HOUR_MS)
      expect(hours).toEqual([expect.closeTo(24, 0)])
      await expireLinks()
      expect(await verify(token)).toMatchObject(refusedLink)
      expect((await logIn(email, password)).body?.message).toBe('User is not verified.')
    })

    test('is verified only by the newest link', async () => {
      const { email } = await anOwner({ verifiedAt: null })
      const [first, second] = [await verifyLink(email), await verifyLink(email)]
      expect(await verify(first.token)).toMatchObject(refusedLink)
      expect((await verify(second.token)).status).toBe(200)
    })

    test('is not verified by fetching the link, as email scanners do', async () => {
      const { email } = await anOwner({ verifiedAt: null })
      const { token } = await verifyLink(email)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
        const reply = await app().send(`${apiBase}/users/verifyEmail?token=${token}`, { method })
        expect([reply.status, reply.headers.allow]).toEqual([405, 'POST'])
      }
      expect((await database.db.select().from(users))[0]?.verifiedAt).toBeNull()
    })
  })

  test('emailed tokens give no access to guarded calls', async () => {
    const { email } = await anOwner({ verifiedAt: null })
    const { token: verifying } = await verifyLink(email)
    const { token: resetting } = await resetLink(email)
    for (const authorization of [verifying, resetting, `Bearer ${resetting}`]) {
      expect((await app().get('/users/me', { authorization })).status).toBe(401)
    }
  })

  test('rejects existing and unknown links with the same bytes', async () => {
    const { email } = await anOwner()
    const { id, token } = await resetLink(email)
    const bytes = ({ text }: Reply) => text.replace(/"requestId":"[^"]*"/, '')
    const guessed = bytes(await reset({ id, token: generateSecret() }))
    const otherId = bytes(await reset({ id: generateSecret(), token }))
    await expireLinks()
    const expired = bytes(await reset({ id, token }))
    expect(new Set([guessed, otherId, expired]).size).toBe(1)
  })
})
