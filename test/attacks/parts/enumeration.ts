import { createTestClient, type Reply, type TestClient } from '#support/http-client.ts'
import { createVerifiedPeople } from '#support/users.ts'
import { type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

type Pair = { existing: Reply; missing: Reply }

const calls: [name: string, route: string, value: (email: string) => unknown][] = [
  ['login', 'POST /auth/login', (email) => ({ email, password: 'not the right one' })],
  ['forgotten password', 'POST /auth/forgetPassword', (email) => ({ email })],
  ['another verification mail', 'POST /users/requestVerificationEmail', (email) => ({ email })],
]
/** For 400 pairs without a difference in time, the AUC is within these bounds in 98 of 100 runs. */
const bounds = [0.45, 0.55] as const
/** An AUC outside of the bounds is computed again with more pairs, because it may be chance. */
const maxRounds = 3

/** C3: neither a response nor its time reveals whether an email address has an account. */
export async function enumeration(report: Report): Promise<void> {
  await withSite({ RATE_MULTIPLIER: '100000' }, async (site) => {
    const client = createTestClient(site.origin)
    const people = await createVerifiedPeople(site, client, 50)
    const existing = people.map(({ email }) => email)
    for (const [name, route, value] of calls) {
      const requestOptions = (email: string) => client.call(route, value(email))
      const pairs = await measure(requestOptions, existing, 20)
      report.check(
        `${name}: the same bytes and headers`,
        tally(pairs, isSame, ({ existing: { text } }) => text),
      )
      report.check(
        `${name}: the same time`,
        await compareTimes(requestOptions, existing, report.amount(100, 400)),
      )
    }
    client.close()
  })
}

async function compareTimes(
  requestOptions: (email: string) => Promise<Reply>,
  existing: string[],
  count: number,
) {
  const pairs: Pair[] = []
  let auc = Number.NaN
  for (let round = 0; round < maxRounds; round += 1) {
    pairs.push(...(await measure(requestOptions, existing, count)))
    auc = computeRankAuc(
      pairs.map((pair) => pair.existing.ms),
      pairs.map((pair) => pair.missing.ms),
    )
    if (auc >= bounds[0] && auc <= bounds[1]) break
  }
  const isInside = auc >= bounds[0] && auc <= bounds[1]
  return { tried: 2 * pairs.length, failed: isInside ? 0 : 1, figure: `rank AUC ${auc.toFixed(3)}` }
}

/** One request of each kind at a time in random order, so disturbances of the machine affect both. */
async function measure(
  requestOptions: (email: string) => ReturnType<TestClient['call']>,
  existing: string[],
  count: number,
) {
  const pairs: Pair[] = []
  for (let index = 0; index < count; index += 1) {
    const existingEmail = existing[index % existing.length] ?? ''
    const missingEmail = existingEmail.replace('person', 'missing')
    if (Math.random() < 0.5) {
      const first = await requestOptions(existingEmail)
      pairs.push({ existing: first, missing: await requestOptions(missingEmail) })
    } else {
      const first = await requestOptions(missingEmail)
      pairs.push({ existing: await requestOptions(existingEmail), missing: first })
    }
  }
  return pairs
}

/** The probability that an existing address takes longer than a missing one; 0.5 means no difference. */
function computeRankAuc(existing: number[], missing: number[]): number {
  const scores = existing.flatMap((a): number[] => missing.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** Compares without request id and date. */
function isSame({ existing, missing }: Pair): boolean {
  return JSON.stringify(normalize(existing)) === JSON.stringify(normalize(missing))
}

function normalize({ status, headers, text }: Reply) {
  const id = String(headers['x-request-id'])
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  const containsId = text.includes(id)
  const length = Number(headers['content-length']) - (containsId ? id.length : 0)
  return { status, headers: { ...rest, 'content-length': length }, text: text.replaceAll(id, '') }
}
