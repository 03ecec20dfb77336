import { randomInt } from 'node:crypto'
import { aForm, onePixel } from '#support/forms.ts'
import { createAddress } from '#support/http-client.ts'
import {
  addAgent,
  addProduct,
  agentList,
  agentValue,
  as,
  catalogue,
  newCode,
  type RaceSite,
  rowOf,
} from '../races/race-site.ts'
import type { Journal } from './journal.ts'

/** One of those who write at the same time; it goes on until the site does not answer. */
export type Writer = () => Promise<void>
type Desk = { world: RaceSite; journal: Journal; round: number }

/** Items that one person reviews without anybody judging it. */
const kept = 6
/** Rows that nobody but those who move and select touches. */
const fixed = 8

/** Sixteen writers, each with things of its own; lists and the selection are shared. */
export async function writersOf(desk: Desk): Promise<Writer[]> {
  const [moving, seats] = await Promise.all([productIds(desk), agentIds(desk)])
  return [
    ...[0, 1].map((at) => accounts(desk, at)),
    ...[0, 1].map(() => moves(desk, 'products/setProductSerial?product_id', moving)),
    moves(desk, 'agent/setAgentSerial?agent_id', seats),
    selecting(desk, seats),
    ...[0, 1].map((at) => reviewing(desk, at)),
    ...[0, 1].map((at) => judging(desk, at)),
    ...[0, 1].map((at) => keeping(desk, at)),
    ...[0, 1].map((at) => products(desk, at)),
    ...[0, 1].map((at) => uploads(desk, at)),
  ]
}

/** Made before the first round, so that they are the oldest and stay. */
export async function makeFixedRows(world: RaceSite): Promise<void> {
  for (let at = 0; at < fixed; at += 1) {
    rowOf(await addProduct(world, world.admins[0], `fixed-${at}`))
    rowOf(await addAgent(world, world.admins[0]))
  }
}

const isFixedProduct = ({ productCode }: Record<string, unknown>) => String(productCode).startsWith('fixed-')
export const isFixedAgent = ({ name }: Record<string, unknown>) => String(name).startsWith('Agent 71')

async function productIds({ world }: Desk): Promise<unknown[]> {
  return (await catalogue(world)).filter(isFixedProduct).map(({ _id }) => _id)
}

async function agentIds({ world }: Desk): Promise<unknown[]> {
  return (await agentList(world)).filter(isFixedAgent).map(({ _id }) => _id)
}

/** Registers people, and blocks and unblocks them. */
function accounts({ world, journal, round }: Desk, at: number): Writer {
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

/** Moves rows about in a list. */
function moves({ world, journal }: Desk, call: string, ids: unknown[]): Writer {
  return async () => {
    const id = ids[randomInt(ids.length)]
    const place = 1 + randomInt(ids.length)
    await journal.count(() =>
      world.client.call(`PATCH /${call}=${id}&serial_No=${place}`, undefined, as(world.admins[0])),
    )
  }
}

/** Selects one agent after the other. */
function selecting({ world, journal }: Desk, ids: unknown[]): Writer {
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

const reviewOf = (code: string, comment: string) => ({
  store_name: 'taobao',
  product_code: code,
  comment,
  rating: 1 + (comment.length % 5),
})
export const reviewKey = (code: string) => `review ${code}`
const waitingCode = (at: number, nth: number) => `waits-${at}-${nth % kept}`
const judgedCode = (at: number, nth: number) => `fixed-${2 * (nth % (fixed / 2)) + at}`
/** Every item that is reviewed. */
export const reviewedCodes = [0, 1].flatMap((at) => [
  ...Array.from({ length: kept }, (_, nth) => waitingCode(at, nth)),
  ...Array.from({ length: fixed / 2 }, (_, nth) => judgedCode(at, nth)),
])

/** Sends reviews of items that nobody judges, again and again. */
function reviewing({ world, journal, round }: Desk, at: number): Writer {
  const user = as(world.users[at === 0 ? 0 : 1])
  let sent = 0
  return async () => {
    sent += 1
    const code = waitingCode(at, sent)
    const comment = `Version ${round}-${sent}`
    await journal.write(reviewKey(code), `${comment} pending`, () =>
      world.client.call('POST /review/postReview', reviewOf(code, comment), user),
    )
  }
}

/** Sends reviews and judges them, so that what is counted changes all the time. */
function judging({ world, journal, round }: Desk, at: number): Writer {
  const user = as(world.users[at === 0 ? 0 : 1])
  const admin = as(world.admins[at === 0 ? 0 : 1])
  let sent = 0
  return async () => {
    sent += 1
    const code = judgedCode(at, sent)
    const comment = `Version ${round}-${sent}`
    const posted = await journal.write(reviewKey(code), `${comment} pending`, () =>
      world.client.call('POST /review/postReview', reviewOf(code, comment), user),
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

/** Keeps items and gives them up. */
function keeping({ world, journal }: Desk, at: number): Writer {
  const user = as(world.users[at === 0 ? 0 : 1])
  let asked = 0
  return async () => {
    asked += 1
    const code = `kept-${asked % 40}`
    const key = `entry ${at} ${code}`
    const isKept = journal.known(key) !== null
    const query = `${isKept ? 'removeFrom' : 'addTo'}Collection?productCode=${code}&shopType=taobao`
    await journal.write(key, isKept ? null : 'kept', () =>
      world.client.call(`POST /users/${query}`, undefined, user),
    )
  }
}

/** Adds products, changes them and takes them out. */
function products({ world, journal }: Desk, at: number): Writer {
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

/** Adds agents with a picture, gives them another, and takes them out. */
function uploads({ world, journal }: Desk, at: number): Writer {
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

/** Takes out what writers who were interrupted left behind, or the lists would grow from round to round. */
export async function tidy({ world, journal }: Desk): Promise<void> {
  const admin = as(world.admins[0])
  for (const { _id, productCode } of (await catalogue(world)).filter((row) => !isFixedProduct(row)))
    await journal.writeAudited(`product ${productCode}`, null, () =>
      world.client.call(`DELETE /products/dleteProduct?product_id=${_id}`, undefined, admin),
    )
  for (const { _id, name } of (await agentList(world)).filter((row) => !isFixedAgent(row)))
    await journal.writeAudited(`agent ${name}`, null, () =>
      world.client.call(`DELETE /agent/deleteAgent?agent_id=${_id}`, undefined, admin),
    )
}
