import { randomInt } from 'node:crypto'
import { aForm, onePixel } from '#support/forms.ts'
import { createAddress } from '#support/http-client.ts'
import {
  addAgent,
  addProduct,
  agentValue,
  as,
  getRow,
  listAgents,
  listProducts,
  newCode,
  type RaceSite,
} from '../races/race-site.ts'
import type { Journal } from './journal.ts'

/** One of the concurrent writers. A call makes one change. */
export type Writer = () => Promise<void>
type WriterJob = { world: RaceSite; journal: Journal; round: number }

/** Items whose reviews of one person stay pending. */
const pendingItemCount = 6
/** Rows that only the moving and selecting writers change. */
const fixedRowCount = 8

/** Sixteen writers, each with its own records; lists and the selection are shared. */
export async function createWriters(job: WriterJob): Promise<Writer[]> {
  const [moving, agents] = await Promise.all([productIds(job), agentIds(job)])
  return [
    ...[0, 1].map((at) => writeAccounts(job, at)),
    ...[0, 1].map(() => moveRows(job, 'products/setProductSerial?product_id', moving)),
    moveRows(job, 'agent/setAgentSerial?agent_id', agents),
    selectAgents(job, agents),
    ...[0, 1].map((at) => writeReviews(job, at)),
    ...[0, 1].map((at) => moderateReviews(job, at)),
    ...[0, 1].map((at) => writeCollection(job, at)),
    ...[0, 1].map((at) => writeProducts(job, at)),
    ...[0, 1].map((at) => writeAgents(job, at)),
  ]
}

/** Creates rows before the first round, which are the oldest and stay. */
export async function createFixedRows(world: RaceSite): Promise<void> {
  for (let at = 0; at < fixedRowCount; at += 1) {
    getRow(await addProduct(world, world.admins[0], `fixed-${at}`))
    getRow(await addAgent(world, world.admins[0]))
  }
}

const isFixedProduct = ({ productCode }: Record<string, unknown>) => String(productCode).startsWith('fixed-')
export const isFixedAgent = ({ name }: Record<string, unknown>) => String(name).startsWith('Agent 71')

async function productIds({ world }: WriterJob): Promise<unknown[]> {
  return (await listProducts(world)).filter(isFixedProduct).map(({ _id }) => _id)
}

async function agentIds({ world }: WriterJob): Promise<unknown[]> {
  return (await listAgents(world)).filter(isFixedAgent).map(({ _id }) => _id)
}

/** Registers people, and blocks and unblocks them. */
function writeAccounts({ world, journal, round }: WriterJob, at: number): Writer {
  let made = 0
  const admin = as(world.admins[at % 2 === 0 ? 0 : 1])
  return async () => {
    made += 1
    const email = `kill-${round}-${at}-${made}@example.com`
    const key = `user ${email}`
    const value = { name: 'Mat Ruler', email, password: `canary-${crypto.randomUUID()}` }
    await journal.write(key, 'active', () =>
      world.client.call('POST /users/createUser', value, { from: createAddress() }),
    )
    for (const status of ['blocked', 'active', 'blocked'])
      await journal.writeAudited(key, status, () =>
        world.client.call('POST /users/changeUserRoleOrStatus', { email, status }, admin),
      )
  }
}

/** Moves rows in a list. */
function moveRows({ world, journal }: WriterJob, call: string, ids: unknown[]): Writer {
  return async () => {
    const id = ids[randomInt(ids.length)]
    const position = 1 + randomInt(ids.length)
    await journal.count(() =>
      world.client.call(`PATCH /${call}=${id}&serial_No=${position}`, undefined, as(world.admins[0])),
    )
  }
}

/** Selects one agent after the other. */
function selectAgents({ world, journal }: WriterJob, ids: unknown[]): Writer {
  let at = randomInt(ids.length)
  return async () => {
    at += 1
    const id = ids[at % ids.length]
    await journal.write('selected', String(id), () =>
      world.client.call(
        `PATCH /agent/selectAgent?agent_id=${id}&isSelected=true`,
        undefined,
        as(world.admins[1]),
      ),
    )
  }
}

const createReview = (code: string, comment: string) => ({
  store_name: 'taobao',
  product_code: code,
  comment,
  rating: 1 + (comment.length % 5),
})
export const reviewKey = (code: string) => `review ${code}`
const waitingCode = (at: number, nth: number) => `waits-${at}-${nth % pendingItemCount}`
const moderatedCode = (at: number, nth: number) => `fixed-${2 * (nth % (fixedRowCount / 2)) + at}`
/** Every item that is reviewed. */
export const reviewedCodes = [0, 1].flatMap((at) => [
  ...Array.from({ length: pendingItemCount }, (_, nth) => waitingCode(at, nth)),
  ...Array.from({ length: fixedRowCount / 2 }, (_, nth) => moderatedCode(at, nth)),
])

/** Sends reviews that stay pending. */
function writeReviews({ world, journal, round }: WriterJob, at: number): Writer {
  const user = as(world.users[at === 0 ? 0 : 1])
  let sent = 0
  return async () => {
    sent += 1
    const code = waitingCode(at, sent)
    const comment = `Version ${round}-${sent}`
    await journal.write(reviewKey(code), `${comment} pending`, () =>
      world.client.call('POST /review/postReview', createReview(code, comment), user),
    )
  }
}

/** Sends and moderates reviews, so the counted ratings change. */
function moderateReviews({ world, journal, round }: WriterJob, at: number): Writer {
  const user = as(world.users[at === 0 ? 0 : 1])
  const admin = as(world.admins[at === 0 ? 0 : 1])
  let sent = 0
  return async () => {
    sent += 1
    const code = moderatedCode(at, sent)
    const comment = `Version ${round}-${sent}`
    const posted = await journal.write(reviewKey(code), `${comment} pending`, () =>
      world.client.call('POST /review/postReview', createReview(code, comment), user),
    )
    const { _id } = Object(posted.body.data)
    const status = sent % 3 === 0 ? 'denied' : 'approved'
    await journal.writeAudited(reviewKey(code), `${comment} ${status}`, () =>
      world.client.call(
        `PATCH /review/approveOrDenyReview?review_id=${_id}&status=${status}`,
        undefined,
        admin,
      ),
    )
  }
}

/** Saves items in the collection and removes them. */
function writeCollection({ world, journal }: WriterJob, at: number): Writer {
  const user = as(world.users[at === 0 ? 0 : 1])
  let requestCount = 0
  return async () => {
    requestCount += 1
    const code = `kept-${requestCount % 40}`
    const key = `entry ${at} ${code}`
    const isSaved = journal.getValue(key) !== null
    const query = `${isSaved ? 'removeFrom' : 'addTo'}Collection?productCode=${code}&shopType=taobao`
    await journal.write(key, isSaved ? null : 'kept', () =>
      world.client.call(`POST /users/${query}`, undefined, user),
    )
  }
}

/** Adds, changes and deletes products. */
function writeProducts({ world, journal }: WriterJob, at: number): Writer {
  const admin = as(world.admins[at === 0 ? 0 : 1])
  return async () => {
    const code = newCode()
    const key = `product ${code}`
    const name = `Canvas tote ${code}`
    const value = { name, price: 35, storeName: 'taobao', productCode: code }
    const added = await journal.writeAudited(key, `${name} null`, () =>
      world.client.call('POST /products/addProduct', value, admin),
    )
    const { _id } = Object(added.body.data)
    const change = { name: `Changed ${code}`, weight: 250 }
    await journal.writeAudited(key, `${change.name} ${change.weight}`, () =>
      world.client.call(`PATCH /products/updateProduct?product_id=${_id}`, change, admin),
    )
    await journal.writeAudited(key, null, () =>
      world.client.call(`DELETE /products/dleteProduct?product_id=${_id}`, undefined, admin),
    )
  }
}

/** Adds agents with an image, replaces the image, and deletes them. */
function writeAgents({ world, journal }: WriterJob, at: number): Writer {
  const { client, admins } = world
  const { token } = admins[at === 0 ? 0 : 1]
  const send = async (path: string, name: string, offer: string) => {
    const { headers, body } = await aForm({ ...agentValue(name), offer }, { bytes: onePixel })
    const ask = { method: 'POST', headers: { ...headers, authorization: token }, ...(body && { body }) }
    return () => client.send(`/api/v1/agent/${path}`, ask)
  }
  return async () => {
    const name = `Upload ${newCode()}`
    const key = `agent ${name}`
    const made = await journal.writeAudited(key, 'First', await send('createAgent', name, 'First'))
    const { _id } = Object(made.body.data)
    const change = await send(`updateAgent?agent_id=${_id}`, name, 'Second')
    await journal.writeAudited(key, 'Second', change)
    await journal.writeAudited(key, null, () =>
      client.call(`DELETE /agent/deleteAgent?agent_id=${_id}`, undefined, {
        headers: { authorization: token },
      }),
    )
  }
}

/** Deletes the rows of interrupted writers, because lists would otherwise grow in each round. */
export async function deleteLeftovers({ world, journal }: WriterJob): Promise<void> {
  const admin = as(world.admins[0])
  for (const { _id, productCode } of (await listProducts(world)).filter((row) => !isFixedProduct(row)))
    await journal.writeAudited(`product ${productCode}`, null, () =>
      world.client.call(`DELETE /products/dleteProduct?product_id=${_id}`, undefined, admin),
    )
  for (const { _id, name } of (await listAgents(world)).filter((row) => !isFixedAgent(row)))
    await journal.writeAudited(`agent ${name}`, null, () =>
      world.client.call(`DELETE /agent/deleteAgent?agent_id=${_id}`, undefined, admin),
    )
}
