import { expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { aUser, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from './api.ts'
import { useMailBox } from './mail-box.ts'

/** The content of an emailed link; a verification link has no id. */
export type MailedLink = { id: string; token: string; href: string }

/** The public address of the application on this stage. */
export const siteUrl = 'https://chopmark.test'
export const newPassword = 'a heron on the quay'
/** The response to every invalid link. */
export const refusedLink = {
  status: 400,
  body: { success: false, message: 'Invalid reset link.', code: 'INVALID_LINK' },
}

/** An application whose emails arrive at a real mail server, and what users do with the links in them. */
export function useLinkFixture(database: Database) {
  const box = useMailBox()
  const app = useApp(database, {
    get env() {
      const limits = { RATE_MULTIPLIER: '1000', ALLOW_RATE_MULTIPLIER: '1' }
      return { PUBLIC_URL: siteUrl, SMTP_URL: box.url, ...limits }
    },
  })

  async function linkTo(email: string): Promise<MailedLink> {
    const href = (await box.next(email)).links[0] ?? ''
    const { id = '', token = '' } = Object.fromEntries(new URL(href).searchParams)
    return { id, token, href }
  }

  /**
   * While an email is being sent a second of its kind is not queued, and it arrives before its job is over.
   */
  async function allSent(): Promise<void> {
    const open = "select id from pgboss.job where state in ('created', 'retry', 'active')"
    await expect.poll(async () => (await database.pool.query(open)).rows).toEqual([])
  }

  async function ask(path: string, email: string, sentence: string): Promise<MailedLink> {
    await allSent()
    expect((await app().post(path, { email })).body?.message).toBe(sentence)
    return linkTo(email)
  }

  return {
    box,
    app,
    linkTo,
    /** A verified account with the usual password. */
    anOwner: (given: Parameters<typeof aUser>[1] = {}) => aUser(database.db, { passwordHash, ...given }),
    resetLink: (email: string) => ask('/auth/forgetPassword', email, 'Please check your mail!'),
    verifyLink: (email: string) =>
      ask('/users/requestVerificationEmail', email, 'Verification email resent. Check your inbox.'),
    reset: ({ id, token }: Pick<MailedLink, 'id' | 'token'>): Promise<Reply> =>
      app().post('/auth/resetPassword', { id, newPassword, token }),
    verify: (token: string): Promise<Reply> => app().post(`/users/verifyEmail?token=${token}`, undefined),
    logIn: (email: string, password: string): Promise<Reply> =>
      app().post('/auth/login', { email, password }),
  }
}
