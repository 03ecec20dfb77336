import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { sessions } from '#db/schema.ts'
import { HOUR_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import type { FaultName } from '#simulator/simulate-faults.ts'
import { aUser } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { anApp, type TestApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createGoogleVisitor, getGoogleEnv, owner } from '#test/fixtures/google-fixture.ts'

const simulator = await startSimulator({ port: 0 })
afterEach(() => {
  simulator.setFault('all', 'none')
  vi.useRealTimers()
})
afterAll(() => simulator.close())

const gmail = 'owner@gmail.com'
const refused = [401, 'Google sign-in could not be verified.']
const getStatusAndMessage = ({ status, body }: Reply) => [status, body?.message]
const countKeyCalls = () => simulator.calls('google-keys')

describe('the issuer’s keys', () => {
  const database = useDatabase()

  /** A process that has just started, so that it knows no keys yet. */
  async function withFreshApp(
    use: (visitor: ReturnType<typeof createGoogleVisitor>, app: TestApp) => Promise<void>,
    env: Record<string, string> = {},
  ): Promise<void> {
    const all = { ...getGoogleEnv(simulator), BREAKER_RESET_MS: '1', ...env }
    const app = await anApp({ database, env: all })
    await aUser(database.db, { email: gmail })
    try {
      await use(
        createGoogleVisitor(() => app, simulator),
        app,
      )
      expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
    } finally {
      await app.close()
    }
  }

  test.each<[string, FaultName]>([
    ['are down', 'down'],
    ['come too late', 'slower'],
    ['are 50 MB of blanks', 'huge'],
    ['are a packed bomb', 'gzip-bomb'],
    ['are cut off', 'cut'],
    ['are a page', 'html'],
    ['are nothing', 'empty'],
    ['are no list', 'wrong-schema'],
    ['are none', 'unknown-item'],
    ['are another issuer’s', 'other-item'],
    ['are poisoned', 'poisoned'],
    ['are refused as Unauthorized', 'unauthorized'],
    ['lead round in circles', 'redirect-loop'],
    ['lead inside the house', 'redirect-inside'],
  ])('that %s open no session, and the token stays valid', (_what, fault) =>
    withFreshApp(async (visitor) => {
      const credential = await visitor.credential({ email: gmail })
      const inside = simulator.calls('inside')
      simulator.setFault('google-keys', fault)
      expect(getStatusAndMessage(await visitor.logIn({ email: gmail, credential }))).toEqual(refused)
      expect([await database.db.$count(sessions), simulator.calls('inside')]).toEqual([0, inside])
    }),
  )

  test('that are available again accept the same token', () =>
    withFreshApp(async (visitor) => {
      const credential = await visitor.credential({ email: gmail })
      simulator.setFault('google-keys', 'down')
      expect(getStatusAndMessage(await visitor.logIn({ email: gmail, credential }))).toEqual(refused)
      simulator.setFault('google-keys', 'none')
      expect((await visitor.logIn({ email: gmail, credential })).status).toBe(200)
    }))

  test('that are down are not requested after five calls', () =>
    withFreshApp(
      async (visitor) => {
        const credential = await visitor.credential({ email: gmail })
        simulator.setFault('google-keys', 'down')
        const before = countKeyCalls()
        for (let round = 0; round < 20; round += 1)
          expect(getStatusAndMessage(await visitor.logIn({ email: gmail, credential }))).toEqual(refused)
        expect(countKeyCalls() - before).toBe(6) // five calls, and a second try in the first
      },
      { BREAKER_RESET_MS: '60000' },
    ))

  test('are requested once in 30 s, whichever key a token names', () =>
    withFreshApp(async (visitor) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const flood = async () => {
        const made = Array.from({ length: 20 }, (_one, n) =>
          visitor.credential({ email: gmail, header: { kid: `unknown-${n}` } }),
        )
        for (const credential of await Promise.all(made))
          expect(getStatusAndMessage(await visitor.logIn({ email: gmail, credential }))).toEqual(refused)
      }
      const before = countKeyCalls()
      await flood()
      expect(countKeyCalls() - before).toBe(1)
      expect(
        (await visitor.logIn({ email: gmail, credential: await visitor.credential({ email: gmail }) }))
          .status,
      ).toBe(200)
      expect(countKeyCalls() - before).toBe(1)
      vi.setSystemTime(Date.now() + 31_000)
      await flood()
      expect(countKeyCalls() - before).toBe(2)
      vi.setSystemTime(Date.now() + 31_000)
      simulator.setFault('google-keys', 'down')
      await flood()
      expect(countKeyCalls() - before).toBe(4) // a second try, too
      expect(
        (await visitor.logIn({ email: gmail, credential: await visitor.credential({ email: gmail }) }))
          .status,
      ).toBe(200)
    }))

  test('are requested once by concurrent logins', () =>
    withFreshApp(async (visitor) => {
      const before = countKeyCalls()
      const made = await Promise.all(Array.from({ length: 20 }, () => visitor.credential({ email: gmail })))
      const replies = await Promise.all(made.map((credential) => visitor.logIn({ email: gmail, credential })))
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(countKeyCalls() - before).toBe(1)
    }))

  test('are not requested for tokens that are invalid anyway', () =>
    withFreshApp(async (visitor) => {
      const before = countKeyCalls()
      const credentials = [
        await visitor.credential({ claims: { aud: 'other' } }),
        await visitor.credential({ claims: { iss: 'https://issuer.example' } }),
        await visitor.credential({ claims: { exp: 1 } }),
        await visitor.credential({ claims: { nonce: 'A'.repeat(43) } }),
        await visitor.credential({ claims: { email_verified: false } }),
        await visitor.credential({ header: { jku: `${simulator.url}/google-keys` } }),
        await visitor.credential({ header: { x5u: `${simulator.url}/google-keys` } }),
        await visitor.credential({ header: { crit: ['exp'], exp: 1 } }),
        'e30.e30.',
      ]
      for (const credential of credentials)
        expect(getStatusAndMessage(await visitor.logIn({ credential }))).toEqual(refused)
      expect(countKeyCalls()).toBe(before)
    }))

  test('can have a configured URL', () =>
    withFreshApp(
      async (visitor) => {
        const credential = await visitor.credential({ email: gmail })
        expect(getStatusAndMessage(await visitor.logIn({ email: gmail, credential }))).toEqual(refused)
      },
      { GOOGLE_JWKS_URL: `${simulator.url}/faulty/other-item/google-keys` },
    ))
})

describe('the issuer’s discovery document', () => {
  const database = useDatabase()

  async function begun(fault: FaultName | 'none', env: Record<string, string> = {}): Promise<Reply> {
    const app = await anApp({ database, env: { ...getGoogleEnv(simulator), ...env } })
    simulator.setFault('google', fault)
    const reply = await app.post('/auth/google-nonce', {})
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
    await app.close()
    return reply
  }

  test.each<FaultName>(['down', 'slower', 'huge', 'html', 'wrong-schema', 'other-item', 'poisoned'])(
    'allows no login when it is %s',
    async (fault) => {
      expect(getStatusAndMessage(await begun(fault))).toEqual([503, 'Google sign-in is not available.'])
    },
  )

  test('allows no login when its issuer has another name', async () => {
    const reply = await begun('none', { GOOGLE_ISSUER: `${simulator.url}/google/` })
    expect(getStatusAndMessage(reply)).toEqual([503, 'Google sign-in is not available.'])
  })

  test('is cached, so that a login can begin when the issuer is down', async () => {
    const app = await anApp({ database, env: getGoogleEnv(simulator) })
    vi.useFakeTimers({ toFake: ['Date'] })
    const visitor = createGoogleVisitor(() => app, simulator)
    const { authorizationUrl } = await visitor.begin()
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    simulator.setFault('google', 'down')
    const later = await visitor.begin()
    expect(new URL(later.authorizationUrl).origin).toBe(new URL(authorizationUrl).origin)
    await app.close()
  })
})

test('the fake issuer’s page logs users in, and lets them deny access', async () => {
  const parameters = new URLSearchParams({
    client_id: 'tests',
    redirect_uri: 'http://127.0.0.1:4120/auth/google',
    nonce: 'once',
    state: 'mine',
  })
  const visit = async (more: Record<string, string>) => {
    const url = `${simulator.url}/google/authorize?${new URLSearchParams([...parameters, ...Object.entries(more)])}`
    const reply = await fetch(url, { redirect: 'manual' })
    const location = new URL(reply.headers.get('location') ?? 'about:blank')
    return { location, parameters: new URLSearchParams(location.hash.slice(1)), text: await reply.text() }
  }
  expect((await visit({})).text).toContain('<button>Continue</button>')
  const denied = await visit({ deny: '1' })
  expect(Object.fromEntries(denied.parameters)).toEqual({ error: 'access_denied', state: 'mine' })
  const { location, parameters: returned } = await visit({ email: owner.email })
  expect(location.href.split('#')[0]).toBe('http://127.0.0.1:4120/auth/google')
  expect([...returned.keys()]).toEqual(['id_token', 'state'])
  const payload = Buffer.from(String(returned.get('id_token')).split('.')[1] ?? '', 'base64url').toString()
  expect(JSON.parse(payload)).toMatchObject({ aud: 'tests', nonce: 'once', email: owner.email })
})
