import { describe, expect, test } from 'vitest'
import { ann, failure, useSessionStage } from '#test/session-stage.ts'

const { browser, server, signedIn, aTab } = useSessionStage()

describe('a request', () => {
  test('carries the stored token raw', async () => {
    signedIn('good')
    server.goodTokens.add('good')
    const { me } = await aTab()
    expect((await me()).data).toEqual(ann)
    expect(server.sent).toEqual([{ call: 'GET /api/v1/users/me', token: 'good', body: undefined }])
  })

  test('with a token of its own leaves the session alone, whatever the answer', async () => {
    signedIn('good')
    const { me, currentLogin } = await aTab()
    await expect(me({ token: 'of-a-mail' })).rejects.toThrow('Unauthorized. Please log in.')
    expect(server.calls()).toEqual(['GET /api/v1/users/me of-a-mail'])
    expect(currentLogin()?.token).toBe('good')
  })

  test('of a visitor is never refreshed', async () => {
    const { me } = await aTab()
    await expect(me()).rejects.toThrow('Unauthorized. Please log in.')
    expect(server.calls()).toEqual(['GET /api/v1/users/me null'])
    expect(browser.visits).toEqual([])
  })

  test.each([
    [403, 'Unauthorized by the seller'],
    [400, 'upstream: UNAUTHORIZED'],
    [404, 'unauthorized'],
    [500, 'Unauthorized'],
    [503, 'unauthorized'],
    [401, 'Invalid username or password'],
  ])('answered %i "%s" is not refreshed', async (status, message) => {
    signedIn()
    const { me, currentLogin } = await aTab({
      fetch: (...request) => server.answer(...request).then(() => failure(status, message)),
    })
    await expect(me()).rejects.toMatchObject({ status, message })
    expect(server.sent).toHaveLength(1)
    expect(currentLogin()?.token).toBe('old')
  })
})
