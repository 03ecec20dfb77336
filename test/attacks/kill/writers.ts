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
type WriterJob = { raceSite: RaceSite; journal: Journal; round: number }

/** Items whose reviews of one person stay pending. */
const pendingItemCount = 6
/** Rows that only the moving and selecting writers change. */
const fixedRowCount = 8

/** Sixteen writers, each with its own records; lists and the selection are shared. */
export async function createWriters(job: WriterJob): Promise<Writer[]> {
  const [moving, agents] = await Promise.all([productIds(job), agentIds(job)])
  return [
    ...[0, 1].map((index) => writeAccounts(job, index)),
    ...[0, 1].map(() => moveRows(job, 'products/setProductSerial?product_id', moving)),
    moveRows(job, 'agent/setAgentSerial?agent_id', agents),
    selectAgents(job, agents),
    ...[0, 1].map((index) => writeReviews(job, index)),
    ...[0, 1].map((index) => moderateReviews(job, index)),
    ...[0, 1].map((index) => writeCollection(job, index)),
    ...[0, 1].map((index) => writeProducts(job, index)),
    ...[0, 1].map((index) => writeAgents(job, index)),
  ]
}

/** Creates rows before the first round, which are the oldest and stay. */
export async function createFixedRows(raceSite: RaceSite): Promise<void> {
  for (let index = 0; index < fixedRowCount; index += 1) {
    getRow(await addProduct(raceSite, raceSite.admins[0], `fixed-${index}`))
    getRow(await addAgent(raceSite, raceSite.admins[0]))
  }
}

const isFixedProduct = ({ productCode }: Record<string, unknown>) => String(productCode).startsWith('fixed-')
export const isFixedAgent = ({ name }: Record<string, unknown>) => String(name).startsWith('Agent 71')

async function productIds({ raceSite }: WriterJob): Promise<unknown[]> {
  return (await listProducts(raceSite)).filter(isFixedProduct).map(({ _id }) => _id)
}

async function agentIds({ raceSite }: WriterJob): Promise<unknown[]> {
  return (await listAgents(raceSite)).filter(isFixedAgent).map(({ _id }) => _id)
}

/** Registers people, and blocks and unblocks them. */
function writeAccounts({ raceSite, journal, round }: WriterJob, index: number): Writer {
  let made = 0
  const admin = as(raceSite.admins[index % 2 === 0 ? 0 : 1])
  return async () => {
    made += 1
    const email = `kill-${round}-${index}-${made}@example.com`
    const key = `user ${email}`
    const value = { name: 'Mat Ruler', email, password: `canary-${crypto.randomUUID()}` }
    await journal.write(key, 'active', () =>
      raceSite.client.call('POST /users/createUser', value, { from: createAddress() }),
    )
    for (const status of ['blocked', 'active', 'blocked'])
      await journal.writeAudited(key, status, () =>
        raceSite.client.call('POST /users/changeUserRoleOrStatus', { email, status }, admin),
      )
  }
}

/** Moves rows in a list. */
function moveRows({ raceSite, journal }: WriterJob, call: string, ids: unknown[]): Writer {
  return async () => {
    const id = ids[randomInt(ids.length)]
    const position = 1 + randomInt(ids.length)
    await journal.count(() =>
      raceSite.client.call(`PATCH /${call}=${id}&serial_No=${position}`, undefined, as(raceSite.admins[0])),
    )
  }
}

/** Selects one agent after the other. */
function selectAgents({ raceSite, journal }: WriterJob, ids: unknown[]): Writer {
  let index = randomInt(ids.length)
  return async () => {
    index += 1
    const id = ids[index % ids.length]
    await journal.write('selected', String(id), () =>
      raceSite.client.call(
        `PATCH /agent/selectAgent?agent_id=${id}&isSelected=true`,
        undefined,
        as(raceSite.admins[1]),
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
const waitingCode = (index: number, sequence: number) => `waits-${index}-${sequence % pendingItemCount}`
const moderatedCode = (index: number, sequence: number) =>
  `fixed-${2 * (sequence % (fixedRowCount / 2)) + index}`
/** Every item that is reviewed. */
export const reviewedCodes = [0, 1].flatMap((index) => [
  ...Array.from({ length: pendingItemCount }, (_, sequence) => waitingCode(index, sequence)),
  ...Array.from({ length: fixedRowCount / 2 }, (_, sequence) => moderatedCode(index, sequence)),
])

/** Sends reviews that stay pending. */
function writeReviews({ raceSite, journal, round }: WriterJob, index: number): Writer {
  const user = as(raceSite.users[index === 0 ? 0 : 1])
  let sent = 0
  return async () => {
    sent += 1
    const code = waitingCode(index, sent)
    const comment = `Version ${round}-${sent}`
    await journal.write(reviewKey(code), `${comment} pending`, () =>
      raceSite.client.call('POST /review/postReview', createReview(code, comment), user),
    )
  }
}

/** Sends and moderates reviews, so the counted ratings change. */
function moderateReviews({ raceSite, journal, round }: WriterJob, index: number): Writer {
  const user = as(raceSite.users[index === 0 ? 0 : 1])
  const admin = as(raceSite.admins[index === 0 ? 0 : 1])
  let sent = 0
  return async () => {
    sent += 1
    const code = moderatedCode(index, sent)
    const comment = `Version ${round}-${sent}`
    const posted = await journal.write(reviewKey(code), `${comment} pending`, () =>
      raceSite.client.call('POST /review/postReview', createReview(code, comment), user),
    )
    const { _id } = Object(posted.body.data)
    const status = sent % 3 === 0 ? 'denied' : 'approved'
    await journal.writeAudited(reviewKey(code), `${comment} ${status}`, () =>
      raceSite.client.call(
        `PATCH /review/approveOrDenyReview?review_id=${_id}&status=${status}`,
        undefined,
        admin,
      ),
    )
  }
}

/** Saves items in the collection and removes them. */
function writeCollection({ raceSite, journal }: WriterJob, index: number): Writer {
  const user = as(raceSite.users[index === 0 ? 0 : 1])
  let requestCount = 0
  return async () => {
    requestCount += 1
    const code = `kept-${requestCount % 40}`
    const key = `entry ${index} ${code}`
    const isSaved = journal.getValue(key) !== null
    const query = `${isSaved ? 'removeFrom' : 'addTo'}Collection?productCode=${code}&shopType=taobao`
    await journal.write(key, isSaved ? null : 'kept', () =>
      raceSite.client.call(`POST /users/${query}`, undefined, user),
    )
  }
}

/** Adds, changes and deletes products. */
function writeProducts({ raceSite, journal }: WriterJob, index: number): Writer {
  const admin = as(raceSite.admins[index === 0 ? 0 : 1])
  return async () => {
    const code = newCode()
    const key = `product ${code}`
    const name = `Canvas tote ${code}`
    const value = { name, price: 35, storeName: 'taobao', productCode: code }
    const added = await journal.writeAudited(key, `${name} null`, () =>
      raceSite.client.call('POST /products/addProduct', value, admin),
    )
    const { _id } = Object(added.body.data)
    const change = { name: `Changed ${code}`, weight: 250 }
    await journal.writeAudited(key, `${change.name} ${change.weight}`, () =>
      raceSite.client.call(`PATCH /products/updateProduct?product_id=${_id}`, change, admin),
    )
    await journal.writeAudited(key, null, () =>
      raceSite.client.call(`DELETE /products/dleteProduct?product_id=${_id}`, undefined, admin),
    )
  }
}

/** Adds agents with an image, replaces the image, and deletes them. */
function writeAgents({ raceSite, journal }: WriterJob, index: number): Writer {
  const { client, admins } = raceSite
  const { token } = admins[index === 0 ? 0 : 1]
  const send = async (path: string, name: string, offer: string) => {
    const { headers, body } = await aForm({ ...agentValue(name), offer }, { bytes: onePixel })
    const requestOptions = {
      method: 'POST',
      headers: { ...headers, authorization: token },
      ...(body && { body }),
    }
    return () => client.send(`/api/v1/agent/${path}`, requestOptions)
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
export async function deleteLeftovers({ raceSite, journal }: WriterJob): Promise<void> {
  const admin = as(raceSite.admins[0])
  for (const { _id, productCode } of (await listProducts(raceSite)).filter((row) => !isFixedProduct(row)))
    await journal.writeAudited(`product ${productCode}`, null, () =>
      raceSite.client.call(`DELETE /products/dleteProduct?product_id=${_id}`, undefined, admin),
    )
  for (const { _id, name } of (await listAgents(raceSite)).filter((row) => !isFixedAgent(row)))
    await journal.writeAudited(`agent ${name}`, null, () =>
      raceSite.client.call(`DELETE /agent/deleteAgent?agent_id=${_id}`, undefined, admin),
    )
}
