import { describe, expect, test } from 'vitest'
import { aSession, aUser, password, passwordHash } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const email = 'kim@example.com'
const routes = [
  '/users/me',
  '/users/getAllUser',
  '/auth/sessions',
  '/auth/sessions?others=true',
  '/auth/changePassword',
]

describe('an admin’s change', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  /** Kim, an admin who is signed in with two browsers. */
  async function kim() {
    const user = await aUser(database.db, { email, role: 'admin', passwordHash })
    return [await aSession(database.db, user), await aSession(database.db, user)]
  }
  const act = (path: string) => app().post(path, {}, { authorization: tokens.admin })
  const renew = (refreshToken: string) =>
    app().post(
      '/auth/refresh-token',
      {},
      { cookie: `refresh=${refreshToken}`, 'sec-fetch-site': 'same-origin' },
    )
  const logIn = () => app().post('/auth/login', { email, password })

  function send(route: string, token: string) {
    const method = route.includes('others') ? 'DELETE' : route.includes('change') ? 'POST' : 'GET'
    const body = JSON.stringify({ oldPassword: password, newPassword: 'a quiet river 9' })
    const headers = { authorization: token, 'content-type': 'application/json' }
    return app().send(`/api/v1${route}`, { method, headers, ...(method === 'POST' && { body }) })
  }

  test.each([
    ['demotes', `/users/changeUserRoleOrStatus?email=${email}&role=user`, 200],
    ['blocks', `/users/changeUserRoleOrStatus?email=${email}&status=blocked`, 403],
    ['ends the sessions of', `/users/endSessions?email=${email}`, 200],
  ])('that %s an account invalidates all its tokens at once', async (_what, path, newLogin) => {
    const browsers = await kim()
    for (const { token } of browsers) expect((await send('/users/getAllUser', token)).status).toBe(200)
    expect((await act(path)).status).toBe(200)
    for (const { token, refreshToken } of browsers) {
      for (const route of routes) expect([route, (await send(route, token)).status]).toEqual([route, 401])
      expect((await renew(refreshToken)).status).toBe(401)
    }
    expect((await logIn()).status).toBe(newLogin)
  })

  test('that demotes an account leaves it a user after the next login', async () => {
    await kim()
    await act(`/users/changeUserRoleOrStatus?email=${email}&role=user`)
    const { body } = await logIn()
    expect(body?.user).toMatchObject({ role: 'user' })
    expect((await send('/users/getAllUser', String(body?.approvalToken))).status).toBe(403)
  })

  test('that unblocks an account lets it in again, with new tokens only', async () => {
    const browsers = await kim()
    await act(`/users/changeUserRoleOrStatus?email=${email}&status=blocked`)
    expect((await logIn()).body).toMatchObject({ message: 'This account is blocked.' })
    await act(`/users/changeUserRoleOrStatus?email=${email}&status=active`)
    for (const { token, refreshToken } of browsers) {
      expect((await send('/users/me', token)).status).toBe(401)
      expect((await renew(refreshToken)).status).toBe(401)
    }
    expect((await logIn()).status).toBe(200)
  })

  test('comes before or after a login, never in between: no session of a blocked account is left', async () => {
    for (let round = 0; round < 10; round += 1) {
      await aUser(database.db, { email: `p${round}@example.com`, passwordHash })
      const sent = { email: `p${round}@example.com`, password }
      const path = `/users/changeUserRoleOrStatus?email=p${round}@example.com&status=blocked`
      const [login] = await Promise.all([app().post('/auth/login', sent), act(path)])
      const token = String(login.body?.approvalToken)
      expect((await send('/users/me', token)).status).toBe(401)
      await act(path.replace('blocked', 'active'))
      expect((await send('/users/me', token)).status).toBe(401)
    }
  })
})
