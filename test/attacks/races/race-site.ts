import { aForm, onePixel } from '#support/forms.ts'
import type { Reply, TestClient } from '#support/http-client.ts'
import type { LoggedInUser } from '#support/users.ts'

/** A site for races, built or in this process, and its clients. */
export type RaceSite = {
  client: TestClient
  /** The only two admins. */
  admins: [LoggedInUser, LoggedInUser]
  users: [LoggedInUser, LoggedInUser]
  /** Logs in a user whose session has ended. */
  logIn: (person: LoggedInUser) => Promise<LoggedInUser>
  /** Describes each rule that the data breaks. */
  findings: () => Promise<string[]>
}

/** One round of a race. */
export type Round = {
  clients: (() => Promise<Reply>)[]
  /** Allowed statuses; any other one is a fault. */
  statuses: number[]
  /** Describes what is wrong in the responses, or in the state afterwards. */
  check: (replies: Reply[]) => Promise<string[]> | string[]
}
export type Race = {
  name: string
  /** Hashes a password for each client, so it runs with fewer clients. */
  isCostly?: boolean
  begin: (raceSite: RaceSite, clients: number) => Promise<Round>
}

export type Row = Record<string, unknown>

let codes = 0

/** A product code that is new in this run. */
export function newCode(): string {
  codes += 1
  return `71${String(codes).padStart(8, '0')}`
}

export const as = ({ token }: LoggedInUser) => ({ headers: { authorization: token } })

/** The rows of a response; throws when it has none. */
export function getRows({ status, body, text }: Reply): Row[] {
  if (status !== 200 || !Array.isArray(body.data)) throw new Error(`${status} ${text}`)
  return body.data.map((row) => Object(row))
}

export function getRow({ status, body, text }: Reply): Row {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return Object(body.data)
}

export const listProducts = async ({ client, admins: [admin] }: RaceSite) =>
  getRows(await client.call('GET /products/getAllProduct', undefined, as(admin)))

export const listAgents = async ({ client, admins: [admin] }: RaceSite) =>
  getRows(await client.call('GET /agent/getAgent', undefined, as(admin)))

export function addProduct({ client }: RaceSite, admin: LoggedInUser, code: string): Promise<Reply> {
  const product = { name: `Canvas tote ${code}`, price: 35, storeName: 'taobao', productCode: code }
  return client.call('POST /products/addProduct', product, as(admin))
}

export const deleteProduct = ({ client }: RaceSite, admin: LoggedInUser, id: unknown) =>
  client.call(`DELETE /products/dleteProduct?product_id=${id}`, undefined, as(admin))

const links = { taobao: 'https://a.example/{id}', weidian: 'https://b.example/{id}', ali_1688: '' }
export const agentValue = (name: string) => ({ name, offer: 'Free photos', to: links })

export async function addAgent({ client }: RaceSite, admin: LoggedInUser): Promise<Reply> {
  const { headers, body } = await aForm(agentValue(`Agent ${newCode()}`), { bytes: onePixel })
  return client.send('/api/v1/agent/createAgent', {
    method: 'POST',
    headers: { ...headers, authorization: admin.token },
    ...(body && { body }),
  })
}

/** Adds products up to a count. Returns the catalogue. */
export async function ensureProducts(raceSite: RaceSite, count: number): Promise<Row[]> {
  const rows = await listProducts(raceSite)
  for (let index = rows.length; index < count; index += 1)
    getRow(await addProduct(raceSite, raceSite.admins[0], newCode()))
  return rows.length < count ? listProducts(raceSite) : rows
}

/** Adds agents up to a count. Returns the list. */
export async function ensureAgents(raceSite: RaceSite, count: number): Promise<Row[]> {
  const rows = await listAgents(raceSite)
  for (let index = rows.length; index < count; index += 1)
    getRow(await addAgent(raceSite, raceSite.admins[0]))
  return rows.length < count ? listAgents(raceSite) : rows
}

/** The first or the second of a pair, in turns. */
export const alternate = <T>(pair: [T, T], index: number): T => pair[index % 2 === 0 ? 0 : 1]

/** Describes positions that are not 1..N. */
export function listGaps(rows: Row[], what: string): string[] {
  const positions = rows.map(({ serial }) => Number(serial)).toSorted((a, b) => a - b)
  return positions.every((position, index) => position === index + 1)
    ? []
    : [`${what} are at ${positions.join(', ')}`]
}

export const countStatus = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length

/** Checks that exactly one client won and all others got the loser's status. */
export function checkOneWinner(replies: Reply[], loserStatus: number): string[] {
  const [winners, losers] = [countStatus(replies, 200), countStatus(replies, loserStatus)]
  return winners === 1 && losers === replies.length - 1 ? [] : [`${winners} won, ${losers} were refused`]
}
