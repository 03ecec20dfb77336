import {
  createAddress,
  createTestClient,
  type Reply,
  runInParallel,
  type TestClient,
} from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { type Credentials, createVerifiedPeople, logIn, waitForMail } from '#support/users.ts'
import { type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

type Stage = { site: Site; client: TestClient; report: Report }

const wrongPassword = 'not the right one'
/** Checked guesses per account on a network, per account, and per network in a minute and in an hour. */
const limits = { accountOnNetwork: 5, account: 20, minute: 10, hour: 50 } as const

/** C4: few guesses are checked, however they are sent, and the owner is not locked out. */
export async function guessing(report: Report): Promise<void> {
  await withSite({}, async (site) => {
    const client = createTestClient(site.origin)
    const stage = { site, client, report }
    const [anna, ben, cem, dora] = await createVerifiedPeople(site, client, 4)
    if (!anna || !ben || !cem || !dora) throw new Error('There are too few people.')
    await guessFromOneAddress(stage, anna)
    await guessFromManyAddresses(stage, ben)
    await guessWithForgedAddresses(stage, cem)
    await guessOnManyAccounts(stage)
    await logInDuringGuesses(stage, dora)
    client.close()
  })
}

function guess(
  client: TestClient,
  email: string,
  from: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return client.call('POST /auth/login', { email, password: wrongPassword }, { from, headers })
}

function check({ report }: Stage, name: string, replies: Reply[], maxChecked: number): void {
  const checkedCount = replies.filter(({ status }) => status === 401).length
  const others = replies.filter(({ status }) => status !== 401)
  const isRefused = ({ status, headers }: Reply) => status === 429 && Number(headers['retry-after']) > 0
  report.check(name, {
    tried: replies.length,
    failed: Math.max(0, checkedCount - maxChecked),
    figure: `${checkedCount} checked, ${maxChecked} allowed`,
  })
  report.check(
    'the other guesses get a Retry-After',
    tally(others, isRefused, ({ status, text }) => `${status} ${text}`),
  )
}

async function guessFromOneAddress(stage: Stage, { email }: Credentials): Promise<void> {
  const from = createAddress()
  const guesses = Array.from({ length: stage.report.amount(200, 1000) })
  const replies = await runInParallel(guesses, 50, () => guess(stage.client, email, from))
  check(stage, 'one account from one address', replies, limits.accountOnNetwork)
}

async function guessFromManyAddresses(stage: Stage, { email }: Credentials): Promise<void> {
  const addresses = Array.from({ length: 50 }, createAddress)
  const guesses = Array.from(
    { length: stage.report.amount(200, 1000) },
    (_, index) => addresses[index % 50] ?? '',
  )
  const replies = await runInParallel(guesses, 50, (from) => guess(stage.client, email, from))
  check(stage, 'one account from 50 addresses', replies, limits.account)
}

async function guessWithForgedAddresses(stage: Stage, { email }: Credentials): Promise<void> {
  const from = createAddress()
  const guesses = Array.from({ length: 200 }, (_, index) => `192.0.2.${index}`)
  const replies = await runInParallel(guesses, 50, (forgedAddress) =>
    guess(stage.client, email, from, {
      ...{ 'x-forwarded-for': forgedAddress, 'x-real-ip': forgedAddress, forwarded: `for=${forgedAddress}` },
      ...{ 'x-client-ip': forgedAddress, 'true-client-ip': forgedAddress, 'cf-connecting-ip': forgedAddress },
    }),
  )
  check(stage, 'one account, with a different forged address each time', replies, limits.accountOnNetwork)
}

async function guessOnManyAccounts(stage: Stage): Promise<void> {
  const from = createAddress()
  const startMs = performance.now()
  const accounts = Array.from({ length: 500 }, (_, index) => `spray-${index}@example.com`)
  const replies = await runInParallel(accounts, 50, (email) => guess(stage.client, email, from))
  const windows = 1 + Math.ceil((performance.now() - startMs) / 60_000)
  check(stage, 'one password on 500 accounts', replies, Math.min(limits.hour, limits.minute * (windows - 1)))
}

/** During guesses of others, the owner can log in from a trusted device, and can reset the password. */
async function logInDuringGuesses(stage: Stage, person: Credentials): Promise<void> {
  const { site, client, report } = stage
  const { email, password } = person
  const { deviceCookie } = await logIn(client, person)
  let isOver = false
  const attack = runInParallel(Array.from({ length: 50 }, createAddress), 50, async (from) => {
    const replies = []
    while (!isOver) replies.push(await guess(client, email, from))
    return replies
  })
  const home = createAddress()
  const logIns = []
  for (let attempt = 0; attempt < 10; attempt += 1)
    logIns.push(
      await client.call(
        'POST /auth/login',
        { email, password },
        { headers: { cookie: deviceCookie }, from: home },
      ),
    )
  const newDeviceReply = await client.call('POST /auth/login', { email, password }, { from: createAddress() })
  await client.call('POST /auth/forgetPassword', { email }, { from: home })
  const { id, token } = Object.fromEntries(
    (await waitForMail(site, email, '/reset-password')).link.searchParams,
  )
  const reset = await client.call(
    'POST /auth/resetPassword',
    { id, token, newPassword: `${password}!` },
    { from: home },
  )
  isOver = true
  const guesses = (await attack).flat()
  const describeReply = ({ status, text }: Reply) => `${status} ${text}`
  report.check(
    `the owner’s device can log in during ${guesses.length} guesses`,
    tally(logIns, ({ status }) => status === 200, describeReply),
  )
  report.check(
    'a new device of the owner must wait',
    tally([newDeviceReply], ({ status }) => status === 429, describeReply),
  )
  report.check(
    'a reset by email works during the guesses',
    tally([reset], ({ status }) => status === 200, describeReply),
  )
  const checkedCount = guesses.filter(({ status }) => status === 401).length
  // The reset clears the account's counter once.
  const maxChecked = 2 * limits.account
  report.check('no more guesses are checked than allowed', {
    tried: guesses.length,
    failed: Math.max(0, checkedCount - maxChecked),
    figure: `${checkedCount} checked`,
  })
}
