import { agentList, as, catalogue, type RaceSite, type Row, rowOf, rowsOf } from '../races/race-site.ts'
import { isFixedAgent, reviewedCodes, reviewKey } from './writers.ts'

export type Seen = { prefix: string; things: Map<string, string> }

/** Everything that the site has of what its writers wrote in this round or keep, by the journal's keys. */
export async function seenBy(world: RaceSite, round: number): Promise<Seen[]> {
  const agents = await agentList(world)
  return [
    { prefix: `user kill-${round}-`, things: await accountsOf(world, `kill-${round}-`) },
    { prefix: 'product ', things: productsIn(await catalogue(world)) },
    { prefix: 'agent ', things: agentsIn(agents) },
    { prefix: 'selected', things: selectedIn(agents) },
    { prefix: 'review ', things: await reviewsOf(world) },
    ...(await Promise.all([0, 1].map((at) => entriesOf(world, at)))),
  ]
}

/** Accounts whose address begins so. */
export async function accountsOf(
  { client, admins: [admin] }: RaceSite,
  start: string,
): Promise<Map<string, string>> {
  const things = new Map<string, string>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const path = `GET /users/getAllUser?email=${start}&page=${page}`
    const { users, totalPages } = rowOf(await client.call(path, undefined, as(admin)))
    pages = Number(totalPages)
    for (const { email, status } of Array.isArray(users) ? users : []) things.set(`user ${email}`, status)
  }
  return things
}

/** Agents with a picture that does not come, in words. */
export async function lostPictures(world: RaceSite): Promise<string[]> {
  const agents = await agentList(world)
  const replies = await Promise.all(agents.map(({ img }) => world.client.send(String(img))))
  return agents.flatMap(({ name, img }, at) => {
    const reply = replies[at]
    const isPicture = reply?.status === 200 && reply.headers['content-type'] === 'image/webp'
    return isPicture ? [] : [`the picture ${img} of ${name} is answered ${reply?.status}`]
  })
}

function productsIn(rows: Row[]): Map<string, string> {
  const own = rows.filter(({ productCode }) => !String(productCode).startsWith('fixed-'))
  return new Map(own.map(({ productCode, name, weight }) => [`product ${productCode}`, `${name} ${weight}`]))
}

function agentsIn(rows: Row[]): Map<string, string> {
  const own = rows.filter((row) => !isFixedAgent(row))
  return new Map(own.map(({ name, offer }) => [`agent ${name}`, String(offer)]))
}

function selectedIn(rows: Row[]): Map<string, string> {
  return new Map(
    rows.filter(({ isSelected }) => isSelected === true).map(({ _id }) => ['selected', String(_id)]),
  )
}

/** Of each item the newest version. */
async function reviewsOf({ client, admins: [admin] }: RaceSite): Promise<Map<string, string>> {
  const lists = await Promise.all(
    reviewedCodes.map((code) =>
      client.call(`GET /review/findReview?product_code=${code}`, undefined, as(admin)),
    ),
  )
  const versions = lists.flatMap(rowsOf).toSorted((a, b) => nth(a) - nth(b))
  return new Map(versions.map((row) => [reviewKey(String(row.product_code)), `${row.comment} ${row.status}`]))
}

/** Comments say the round and the count in it. */
function nth({ comment }: Row): number {
  const [, round = 0, count = 0] = String(comment).match(/(\d+)-(\d+)$/) ?? []
  return Number(round) * 1_000_000 + Number(count)
}

async function entriesOf({ client, users }: RaceSite, at: number): Promise<Seen> {
  const user = as(users[at === 0 ? 0 : 1])
  const { productCollection } = rowOf(await client.call('GET /users/viewCollection', undefined, user))
  const rows: Row[] = Array.isArray(productCollection) ? productCollection : []
  const things = new Map(rows.map(({ productCode }) => [`entry ${at} ${productCode}`, 'kept']))
  return { prefix: `entry ${at} `, things }
}
