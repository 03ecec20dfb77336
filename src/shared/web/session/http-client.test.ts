import { describe, expect, test } from 'vitest'
import type { AgentsContract } from '#features/agents/contract.ts'
import { ann, createFailure, useSessionFixture } from '#test/fixtures/session-fixture.ts'
import { stubUploads } from '#test/stub-uploads.ts'

const { browser, server, signedIn, aTab } = useSessionFixture()

describe('a request', () => {
  test('carries the stored token raw', async () => {
    signedIn('good')
    server.goodTokens.add('good')
    const { me } = await aTab()
    expect((await me()).data).toEqual(ann)
    expect(server.sent).toEqual([{ call: 'GET /api/v1/users/me', token: 'good', body: undefined }])
  })

  test('with a token of its own never changes the session', async () => {
    signedIn('good')
    const { me, getCurrentLogin } = await aTab()
    await expect(me({ token: 'of-a-mail' })).rejects.toThrow('Unauthorized. Please log in.')
    expect(server.calls()).toEqual(['GET /api/v1/users/me of-a-mail'])
    expect(getCurrentLogin()?.token).toBe('good')
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
  ])('is not repeated after %i "%s"', async (status, message) => {
    signedIn()
    const { me, getCurrentLogin } = await aTab({
      fetch: (...request) => server.respond(...request).then(() => createFailure(status, message)),
    })
    await expect(me()).rejects.toMatchObject({ status, message })
    expect(server.sent).toHaveLength(1)
    expect(getCurrentLogin()?.token).toBe('old')
  })
})

describe('a request with a file', () => {
  const body = { name: 'CNFans', offer: 'Opens the item', to: { taobao: '', weidian: '', ali_1688: '' } }
  const file = new File(['the bytes'], 'mark.png', { type: 'image/png' })
  const agent_id = 'a1'
  const agentPath = '/api/v1/agent/updateAgent?agent_id=a1'

  test('is a form: the body as JSON in one field, the file in another', async () => {
    signedIn('good')
    server.goodTokens.add('good')
    const { send } = await aTab()
    await send<AgentsContract['updateAgent']>('POST /agent/updateAgent', { query: { agent_id }, body, file })
    const [sent] = server.sent
    expect(sent).toMatchObject({ call: `POST ${agentPath}`, token: 'good' })
    expect(Object(sent?.body).data).toBe(JSON.stringify(body))
    expect(await Object(sent?.body).file.text()).toBe('the bytes')
  })

  test('is a form without a file too, when the call may have one', async () => {
    signedIn('good')
    server.goodTokens.add('good')
    const { send } = await aTab()
    const input = { query: { agent_id }, body, file: undefined }
    await send<AgentsContract['updateAgent']>('POST /agent/updateAgent', input)
    expect(server.sent[0]?.body).toEqual({ data: JSON.stringify(body) })
  })

  test('is sent again with a refreshed token', async () => {
    signedIn('old')
    server.renewals.push(server.renewal('fresh'))
    const { send } = await aTab()
    await send<AgentsContract['createAgent']>('POST /agent/createAgent', { body, file })
    expect(server.calls()).toEqual([
      'POST /api/v1/agent/createAgent old',
      'POST /api/v1/auth/refresh-token null',
      'POST /api/v1/agent/createAgent fresh',
    ])
    expect(await Object(server.sent[2]?.body).file.text()).toBe('the bytes')
  })

  test('reports its progress, also when it is repeated', async () => {
    signedIn('old')
    server.renewals.push(server.renewal('fresh'))
    const requests = stubUploads((url, init) => server.respond(url, init))
    const { send } = await aTab()
    const shares: number[] = []
    const onProgress = (share: number) => shares.push(share)
    const reply = await send<AgentsContract['createAgent']>(
      'POST /agent/createAgent',
      { body, file },
      { onProgress },
    )
    expect(reply.data).toEqual(ann)
    expect(requests()).toBe(2)
    expect(server.calls()).toEqual([
      'POST /api/v1/agent/createAgent old',
      'POST /api/v1/auth/refresh-token null',
      'POST /api/v1/agent/createAgent fresh',
    ])
    expect(shares).toEqual([0.5, 1, 0.5, 1])
  })

  test('rejects with the message of the server', async () => {
    signedIn('good')
    stubUploads(async () => createFailure(400, 'Please select an image file'))
    const { send } = await aTab()
    const sending = send<AgentsContract['createAgent']>(
      'POST /agent/createAgent',
      { body, file },
      { onProgress: () => undefined },
    )
    await expect(sending).rejects.toMatchObject({ status: 400, message: 'Please select an image file' })
  })
})
