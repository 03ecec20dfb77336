import {
  createAddress,
  createTestClient,
  type Reply,
  runInParallel,
  type TestClient,
} from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { type Credentials, createVerifiedPeople, logIn, readMails, waitForMail } from '#support/users.ts'
import { changeData } from '../data.ts'
import { type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

type Link = { id: string; token: string }
type Stage = { site: Site; client: TestClient; report: Report }

const invalid = 'Invalid reset link.'
const describeReply = ({ status, text }: Reply) => `${status} ${text}`
const isRejected = ({ status, body }: Reply) => status === 400 && body.message === invalid
let passwords = 0

/** C2: links that set a password or verify an address work once, for their owner, before they expire. */
export async function links(report: Report): Promise<void> {
  await withSite({ LOG_LEVEL: 'trace' }, async (site) => {
    const client = createTestClient(site.origin)
    const stage = { site, client, report }
    const people = await createVerifiedPeople(site, client, 5 + report.amount(3, 14))
    const [anna, ben, cem, dora, eve, ...others] = people
    if (!anna || !ben || !cem || !dora || !eve) throw new Error('There are too few people.')
    await useIdOfOtherUser(stage, anna, ben)
    await useManyTimes(stage, cem)
    await useEarlierLink(stage, dora)
    await overtaken(stage, eve)
    await guesses(stage, anna)
    await hosts(stage, others)
    await tooLate(stage, ben)
    await nothingWritten(stage, people)
    client.close()
  })
}

async function requestLink({ site, client }: Stage, { email }: Credentials): Promise<Link> {
  const seen = (await readMails(site)).map(({ link }) => link.href)
  await client.call('POST /auth/forgetPassword', { email }, { from: createAddress() })
  const { link } = await waitForMail(site, email, '/reset-password', seen)
  const { id = '', token = '' } = Object.fromEntries(link.searchParams)
  return { id, token }
}

function reset({ client }: Stage, { id, token }: Link, newPassword = createPassword()): Promise<Reply> {
  return client.call(
    'POST /auth/resetPassword',
    { id, newPassword },
    { headers: { authorization: token }, from: createAddress() },
  )
}

function createPassword(): string {
  passwords += 1
  return `heron number ${passwords}`
}

async function useIdOfOtherUser(stage: Stage, owner: Credentials, other: Credentials): Promise<void> {
  const [own, others] = [await requestLink(stage, owner), await requestLink(stage, other)]
  const ids = [others.id, '', 'x', own.id.toUpperCase(), `${own.id} `, '00000000-0000-0000-0000-000000000000']
  const replies = []
  for (const id of ids) replies.push(await reset(stage, { id, token: own.token }))
  stage.report.check(
    'a link with the id of another user is rejected',
    tally(replies, isRejected, describeReply),
  )
  const still = await stage.client.call('POST /auth/login', other, { from: createAddress() })
  stage.report.check(
    'the password of that user does not change',
    tally([still], ({ status }) => status === 200, describeReply),
  )
}

async function useManyTimes(stage: Stage, owner: Credentials): Promise<void> {
  const link = await requestLink(stage, owner)
  const tried = Array.from({ length: 50 }, createPassword)
  const replies = await Promise.all(tried.map((password) => reset(stage, link, password)))
  const won = tried.filter((_password, index) => replies[index]?.status === 200)
  const lost = replies.filter(({ status }) => status !== 200)
  stage.report.check('exactly one of fifty concurrent uses succeeds', {
    tried: 50,
    failed: Math.abs(won.length - 1),
    figure: `${won.length} won`,
  })
  stage.report.check('the others get "Invalid reset link."', tally(lost, isRejected, describeReply))
  const reply = await stage.client.call(
    'POST /auth/login',
    { email: owner.email, password: won[0] },
    { from: createAddress() },
  )
  stage.report.check(
    'the password of the successful use works',
    tally([reply], ({ status }) => status === 200, describeReply),
  )
}

async function useEarlierLink(stage: Stage, owner: Credentials): Promise<void> {
  const first = await requestLink(stage, owner)
  const second = await requestLink(stage, owner)
  stage.report.check(
    'a second link voids the first',
    tally([await reset(stage, first)], isRejected, describeReply),
  )
  stage.report.check(
    'and is good',
    tally([await reset(stage, second)], ({ status }) => status === 200, describeReply),
  )
  stage.report.check('once', tally([await reset(stage, second)], isRejected, describeReply))
}

async function overtaken(stage: Stage, owner: Credentials): Promise<void> {
  const link = await requestLink(stage, owner)
  const { token } = await logIn(stage.client, owner)
  const change = { oldPassword: owner.password, newPassword: createPassword() }
  await stage.client.call('POST /auth/changePassword', change, { headers: { authorization: token } })
  stage.report.check(
    'a link from before a new password is void',
    tally([await reset(stage, link)], isRejected, describeReply),
  )
}

async function guesses(stage: Stage, owner: Credentials): Promise<void> {
  const link = await requestLink(stage, owner)
  const tokens = Array.from({ length: stage.report.amount(500, 10_000) }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
  )
  const replies = await runInParallel(tokens, 20, (token) => reset(stage, { ...link, token }))
  stage.report.check('guessed tokens are refused', tally(replies, isRejected, describeReply))
  const reply = await reset(stage, link)
  stage.report.check(
    'while the true one is good',
    tally([reply], ({ status }) => status === 200, describeReply),
  )
}

/** Every form of another host name: a link in a mail always leads to the site's own URL. */
async function hosts(stage: Stage, owners: Credentials[]): Promise<void> {
  const { host } = new URL(stage.site.origin)
  const evil = 'evil.test'
  const forms: Record<string, string>[] = [
    { host: evil },
    { host: `${evil}:443` },
    { host: `${host}.${evil}` },
    { host: `${host}@${evil}` },
    { host: `${evil}/${host}` },
    { host: `${evil}?${host}` },
    { 'x-forwarded-host': evil },
    { 'x-host': evil },
    { 'x-forwarded-server': evil },
    { forwarded: `host=${evil};proto=https` },
    { 'x-forwarded-proto': 'https', 'x-forwarded-port': '444' },
    { 'x-original-url': `//${evil}`, 'x-rewrite-url': `//${evil}` },
    { origin: `https://${evil}`, referer: `https://${evil}/` },
    { 'x-forwarded-prefix': `//${evil}`, base: `https://${evil}` },
  ]
  for (const [index, headers] of forms.entries()) {
    const email = owners[index % owners.length]?.email
    await stage.client.call('POST /auth/forgetPassword', { email }, { headers, from: createAddress() })
  }
  await Promise.all(owners.map(({ email }) => waitForMail(stage.site, email, '/reset-password')))
  const all = await readMails(stage.site)
  stage.report.check(
    `links lead to our own address, ${forms.length} forms of headers tried`,
    tally(
      all,
      ({ link }) => link.origin === stage.site.origin,
      ({ link }) => link.href,
    ),
  )
}

async function tooLate(stage: Stage, owner: Credentials): Promise<void> {
  const link = await requestLink(stage, owner)
  await changeData(
    stage.site,
    `update one_time_tokens set expires_at = expires_at - interval '10 minutes 1 second'`,
  )
  stage.report.check(
    'a link is void after ten minutes',
    tally([await reset(stage, link)], isRejected, describeReply),
  )
}

async function nothingWritten({ site, report }: Stage, people: Credentials[]): Promise<void> {
  const links = (await readMails(site)).map(({ link }) => link.searchParams.get('token') ?? '?')
  const secrets = [...links, ...people.map(({ password }) => password)]
  const log = site.printed()
  report.check(
    `no link and no password stands in ${Math.round(log.length / 1024)} KB of log`,
    tally(
      secrets,
      (secret) => !log.includes(secret),
      (secret) => secret,
    ),
  )
}
