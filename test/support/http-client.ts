import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  /** As they came, packed or not. */
  bytes: Buffer
  text: string
  /** The answer as JSON; empty when it is none, or packed. */
  body: Record<string, unknown>
  /** From the first byte sent to the last one received. */
  ms: number
}
export type TestRequest = {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
  /** The loopback address it comes from: each one is a client of its own. */
  from?: string
}
/** Paths begin with a slash and are sent as they stand; `call` puts the API's base before them. */
export type TestClient = {
  send(path: string, ask?: TestRequest): Promise<Reply>
  call(route: string, value?: unknown, ask?: TestRequest): Promise<Reply>
  close(): void
}

let addresses = 0

/** A client address that nothing else in this run has used. */
export function createAddress(): string {
  addresses += 1
  return `127.${1 + Math.floor(addresses / 62_500)}.${1 + (Math.floor(addresses / 250) % 250)}.${1 + (addresses % 250)}`
}

/** A client of one site; `maxSockets` is for each of its addresses. */
export function createTestClient(origin: string, { maxSockets = 1000 } = {}): TestClient {
  const { hostname, port } = new URL(origin)
  const agents = new Map<string | undefined, Agent>()

  function getAgent(from: string | undefined): Agent {
    const agent = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets })
    agents.set(from, agent)
    return agent
  }

  function send(
    path: string,
    { method = 'GET', headers = {}, body, from }: TestRequest = {},
  ): Promise<Reply> {
    const begun = performance.now()
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const where = { hostname, port, path, method, agent: getAgent(from), ...(from && { localAddress: from }) }
    return new Promise((resolve, reject) => {
      const sent = request({ ...where, headers: { ...length, ...headers } }, (reply) => {
        reply.toArray().then((chunks) => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString()
          const { statusCode: status = 0, headers: responseHeaders } = reply
          const ms = performance.now() - begun
          resolve({
            status,
            headers: responseHeaders,
            bytes,
            text,
            body: parseJson(responseHeaders, text),
            ms,
          })
        }, reject)
      })
      sent.on('error', reject).end(body)
    })
  }

  return {
    send,
    /** `route` is method and path, as in `POST /auth/login`. */
    call(route, value, ask = {}) {
      const [method = '', path = ''] = route.split(' ')
      const json = value === undefined ? {} : { 'content-type': 'application/json' }
      const body = value === undefined ? {} : { body: JSON.stringify(value) }
      return send(`/api/v1${path}`, { ...ask, method, ...body, headers: { ...json, ...ask.headers } })
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
      agents.clear()
    },
  }
}

function parseJson(headers: IncomingHttpHeaders, text: string): Record<string, unknown> {
  const isJson = headers['content-type']?.startsWith('application/json') && !headers['content-encoding']
  return isJson && text !== '' ? Object(JSON.parse(text)) : {}
}

/** What a call answered as `data`; throws when it did not succeed. */
export function assertData<T>({ status, text, body }: Reply): T {
  if (status !== 200) throw new Error(`Expected 200, got ${status}: ${text}`)
  return body.data as T
}

/** Runs tasks, so many at a time. */
export async function runInParallel<T, R>(
  items: T[],
  atOnce: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const workers = Array.from({ length: atOnce }, async () => {
    for (const [at, item] of waiting) results[at] = await task(item)
  })
  await Promise.all(workers)
  return results
}
