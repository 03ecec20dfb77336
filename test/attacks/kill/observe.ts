import { as, getRow, getRows, listAgents, listProducts, type RaceSite, type Row } from '../races/race-site.ts'
import { isFixedAgent, reviewedCodes, reviewKey } from './writers.ts'

export type ObservedState = { prefix: string; values: Map<string, string> }

/** The present state of all records of the writers, by the journal's keys. */
export async function observeSite(raceSite: RaceSite, round: number): Promise<ObservedState[]> {
  const agents = await listAgents(raceSite)
  return [
    { prefix: `user kill-${round}-`, values: await listAccounts(raceSite, `kill-${round}-`) },
    { prefix: 'product ', values: readProducts(await listProducts(raceSite)) },
    { prefix: 'agent ', values: readAgents(agents) },
    { prefix: 'selected', values: readSelection(agents) },
    { prefix: 'review ', values: await readReviews(raceSite) },
    ...(await Promise.all([0, 1].map((index) => readEntries(raceSite, index)))),
  ]
}

/** The accounts whose email begins with a prefix. */
export async function listAccounts(
  { client, admins: [admin] }: RaceSite,
  emailPrefix: string,
): Promise<Map<string, string>> {
  const values = new Map<string, string>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const path = `GET /users/getAllUser?email=${emailPrefix}&page=${page}`
    const { users, totalPages } = getRow(await client.call(path, undefined, as(admin)))
    pages = Number(totalPages)
    for (const { email, status } of Array.isArray(users) ? users : []) values.set(`user ${email}`, status)
  }
  return values
}

/** Describes each agent whose image is not served. */
export async function listLostPictures(raceSite: RaceSite): Promise<string[]> {
  const agents = (await listAgents(raceSite)).filter((row) => !isBuiltInAgent(row))
  const replies = await Promise.all(agents.map(({ img }) => raceSite.client.send(String(img))))
  return agents.flatMap(({ name, img }, index) => {
    const reply = replies[index]
    const isPicture = reply?.status === 200 && reply.headers['content-type'] === 'image/webp'
    return isPicture ? [] : [`the picture ${img} of ${name} has status ${reply?.status}`]
  })
}

function readProducts(rows: Row[]): Map<string, string> {
  const own = rows.filter(({ productCode }) => !String(productCode).startsWith('fixed-'))
  return new Map(own.map(({ productCode, name, weight }) => [`product ${productCode}`, `${name} ${weight}`]))
}

/** An agent that came with the site; its mark is a file of the site. */
function isBuiltInAgent({ img }: Row): boolean {
  return String(img).startsWith('/agents/')
}

function readAgents(rows: Row[]): Map<string, string> {
  const own = rows.filter((row) => !isFixedAgent(row) && !isBuiltInAgent(row))
  return new Map(own.map(({ name, offer }) => [`agent ${name}`, String(offer)]))
}

function readSelection(rows: Row[]): Map<string, string> {
  return new Map(
    rows.filter(({ isSelected }) => isSelected === true).map(({ _id }) => ['selected', String(_id)]),
  )
}

/** The newest review of each item. */
async function readReviews({ client, admins: [admin] }: RaceSite): Promise<Map<string, string>> {
  const lists = await Promise.all(
    reviewedCodes.map((code) =>
      client.call(`GET /review/findReview?product_code=${code}`, undefined, as(admin)),
    ),
  )
  const versions = lists.flatMap(getRows).toSorted((a, b) => getSequence(a) - getSequence(b))
  return new Map(versions.map((row) => [reviewKey(String(row.product_code)), `${row.comment} ${row.status}`]))
}

/** A number for sorting by the round and the count in a comment. */
function getSequence({ comment }: Row): number {
  const [, round = 0, count = 0] = String(comment).match(/(\d+)-(\d+)$/) ?? []
  return Number(round) * 1_000_000 + Number(count)
}

async function readEntries({ client, users }: RaceSite, index: number): Promise<ObservedState> {
  const user = as(users[index === 0 ? 0 : 1])
  const { productCollection } = getRow(await client.call('GET /users/viewCollection', undefined, user))
  const rows: Row[] = Array.isArray(productCollection) ? productCollection : []
  const values = new Map(rows.map(({ productCode }) => [`entry ${index} ${productCode}`, 'kept']))
  return { prefix: `entry ${index} `, values }
}
