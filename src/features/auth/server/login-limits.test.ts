import { describe, expect, test } from 'vitest'
import { limitCounters } from '#db/schema.ts'
import { createRateLimits } from '#shared/server/access/rate-limits.ts'
import { useDatabase } from '#test/database.ts'
import { createLoginLimits } from './login-limits.ts'

type TestGuess = { account?: string; address?: string; isKnownDevice?: boolean }
const tooMany = { status: 429, message: 'Too many attempts. Please try again later.' }

describe('password limits', () => {
  const database = useDatabase()

  function started(multiplier = 1) {
    return createLoginLimits({
      limits: createRateLimits({ pool: database.pool, multiplier }),
      offerUnlock: async () => {},
    })
  }

  /** How many of the guesses, all wrong and made at once, were verified at all. */
  async function verified(guesses: TestGuess[], login = started()): Promise<number> {
    let count = 0
    const made = guesses.map((guess) =>
      login.guess(whole(guess), async () => {
        count += 1
        return false
      }),
    )
    const settled = await Promise.allSettled(made)
    const refusals = settled.filter((outcome) => outcome.status === 'rejected')
    for (const { reason } of refusals) expect(reason).toMatchObject(tooMany)
    return count
  }

  function whole({ account = 'lin@example.com', address = '203.0.113.1', isKnownDevice = false }: TestGuess) {
    return { account, caller: { address }, isKnownDevice }
  }

  function times<T>(count: number, make: (at: number) => T): T[] {
    return Array.from({ length: count }, (_, at) => make(at))
  }

  async function later(): Promise<void> {
    const isByMinute = 'login-network-minute:'
    const rows = await database.db.select().from(limitCounters)
    expect(rows.some(({ key }) => key.startsWith(isByMinute))).toBe(true)
    await database.pool.query(`delete from limit_counters where key like '${isByMinute}%'`)
  }

  test('allow 5 guesses for one account from one address in 15 minutes', async () => {
    expect(await verified(times(50, () => ({})))).toBe(5)
  })

  test('allow 20 guesses for one account from many addresses per hour', async () => {
    expect(await verified(times(50, (at) => ({ address: `203.0.113.${at}` })))).toBe(20)
  })

  test('do not count further accounts for a network above its limit', async () => {
    const spray = (first: number) => times(40, (at) => ({ account: `person-${first + at}@example.com` }))
    const rows = () => database.db.$count(limitCounters)
    expect(await verified(spray(0))).toBe(10)
    expect(await rows()).toBe(2 + 2 * 10)
    expect(await verified(spray(100))).toBe(0)
    expect(await rows()).toBe(2 + 2 * 10)
  })

  test('allow 10 guesses per minute and 50 per hour from one address', async () => {
    const spray = () => times(30, (at) => ({ account: `person-${at}-${performance.now()}@example.com` }))
    const byMinute: number[] = []
    for (let minute = 0; minute < 6; minute += 1) {
      byMinute.push(await verified(spray()))
      await later()
    }
    expect(byMinute).toEqual([10, 10, 10, 10, 10, 0])
  })

  test('count the addresses of one IPv6 network as one', async () => {
    const guesses = times(50, (at) => ({ address: `2001:db8:1:2::${at.toString(16)}` }))
    expect(await verified(guesses)).toBe(5)
    expect(await verified([{ address: '2001:db8:1:3::1' }])).toBe(1)
  })

  test('let a known device guess when the account’s limit is reached, up to its own limit', async () => {
    await verified(times(20, (at) => ({ address: `203.0.113.${at}` })))
    expect(await verified([{ address: '198.51.100.1' }])).toBe(0)
    expect(await verified(times(9, () => ({ address: '198.51.100.1', isKnownDevice: true })))).toBe(5)
  })

  test('do not lock out a known device because of guesses from the same address', async () => {
    await verified(times(9, () => ({})))
    expect(await started().guess(whole({ isKnownDevice: true }), async () => true)).toBe(true)
  })

  test('do not count correct passwords', async () => {
    const login = started()
    const right = times(60, () => login.guess(whole({}), async () => true))
    expect(await Promise.all(right)).toEqual(times(60, () => true))
    expect(await verified(times(9, () => ({})))).toBe(5)
  })

  test('outlast a restart', async () => {
    for (let start = 0; start < 5; start += 1) expect(await verified([{}], started())).toBe(1)
    expect(await verified([{}], started())).toBe(0)
  })

  test('are reset when the password was set by email', async () => {
    const login = started()
    await verified(
      times(9, () => ({})),
      login,
    )
    await login.resetCounters('lin@example.com', { address: '203.0.113.1' })
    expect(await login.guess(whole({}), async () => true)).toBe(true)
  })

  test('are multiplied for load tests', async () => {
    expect(
      await verified(
        times(50, () => ({})),
        started(3),
      ),
    ).toBe(15)
  })

  test('allow 10 wrong old passwords in 10 minutes per account', async () => {
    const login = started()
    for (let right = 0; right < 12; right += 1) await login.guessOwn('a', async () => true)
    for (let wrong = 0; wrong < 10; wrong += 1)
      expect(await login.guessOwn('a', async () => false)).toBe(false)
    await expect(login.guessOwn('a', async () => true)).rejects.toMatchObject(tooMany)
    expect(await login.guessOwn('b', async () => true)).toBe(true)
  })

  test('allow 5 emails of each kind in 30 minutes per address and network', async () => {
    const login = started()
    const here = { address: '203.0.113.7' }
    for (let mail = 0; mail < 5; mail += 1)
      expect(await login.canSendMail('reset', 'lin@example.com', here)).toBe(true)
    await expect(login.canSendMail('reset', 'lin@example.com', here)).rejects.toMatchObject(tooMany)
    expect(await login.canSendMail('verify', 'lin@example.com', here)).toBe(true)
    expect(await login.canSendMail('reset', 'mei@example.com', here)).toBe(true)
    expect(await login.canSendMail('reset', 'lin@example.com', { address: '203.0.113.8' })).toBe(true)
  })

  test('sends a mailbox 20 emails an hour of a kind, and does not reveal the limit', async () => {
    const login = started()
    const sent = []
    for (let network = 0; network < 25; network += 1)
      sent.push(await login.canSendMail('reset', 'lin@example.com', { address: `203.0.113.${network}` }))
    expect(sent).toEqual([...Array(20).fill(true), ...Array(5).fill(false)])
    expect(await login.hasRoom('account-exists', 'lin@example.com')).toBe(true)
  })

  test('count addresses with a plus part as one mailbox', async () => {
    const login = started()
    const sent: boolean[] = []
    for (let at = 0; at < 21; at += 1) sent.push(await login.hasRoom('register', `lin+${at}@example.com`))
    expect(sent).toEqual([...Array.from({ length: 20 }, () => true), false])
    expect(await login.hasRoom('register', 'lin@example.com')).toBe(false)
    expect(await login.hasRoom('register', 'mei+1@example.com')).toBe(true)
  })

  test('store neither typed values nor the account', async () => {
    await verified([{ account: 'lin@example.com' }])
    await started().canSendMail('reset', 'lin@example.com', { address: '203.0.113.7' })
    const rows = await database.db.select().from(limitCounters)
    expect(rows.length).toBeGreaterThan(3)
    expect(JSON.stringify(rows)).not.toContain('lin@')
  })
})
