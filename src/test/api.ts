import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { createApp } from '#main/app.ts'
import { readConfig } from '#main/config.ts'
import { createLog } from '#main/log.ts'
import type { PageRenderer } from '#main/page-renderer.ts'
import { createServices, type Network, settingsOf } from '#main/services.ts'
import { roles } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { createLocalInvalidation } from '#shared/server/invalidation.ts'
import { aSession, aUser, passwordHash } from './factories.ts'

type AppOptions = {
  database: Pick<Database, 'db' | 'pool'>
  /** What the operator would set; outside sources are off unless named here. */
  env?: Record<string, string>
  renderer?: PageRenderer
  /** The network that short links are followed on. */
  network?: Network
}

export type TestApp = Awaited<ReturnType<typeof anApp>>
export type TestReply = {
  status: number
  headers: IncomingHttpHeaders
  /** As they came, packed or not. */
  bytes: Buffer
  text: string
  /** The answer as JSON; undefined when it is none, or compressed. */
  body: Record<string, unknown> | undefined
}
/** A header with several values is sent as several lines. */
type Sent = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer }

/** Tokens of the sessions that `useTokens` opens. */
export const tokens = { user: 'token-of-a-user', admin: 'token-of-an-admin' }

/** Opens a session for a user and for an admin before each test of the surrounding `describe`. */
export function useTokens(database: Pick<Database, 'db'>): void {
  beforeEach(async () => {
    for (const role of roles) {
      const user = await aUser(database.db, { role, passwordHash })
      await aSession(database.db, user, { token: tokens[role] })
    }
  })
}

/** For tests of the API alone: there are no pages. */
export const noPages: PageRenderer = {
  headScript: '',
  place: (url) => ({ url, page: 'NotFound', parts: [], headers: {} }),
  render: async () => {
    throw new Error('This application was made without pages.')
  },
}

/** Nothing is asked of the internet, and nothing is drawn that nobody waits for. */
const quiet = { LINK_PREVIEW: 'off', SHORT_LINKS: 'off', PICTURE_JOBS: 'off' }

/** The whole application on a port of its own, over the given database, with what it wrote to its log. */
export async function anApp({ database, env = {}, renderer = noPages, network }: AppOptions) {
  const logged: Record<string, unknown>[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => logged.push(JSON.parse(line)) })
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
  const config = readConfig({ ...quiet, DATA_DIR: dataDir, ...env })
  const invalidation = createLocalInvalidation()
  const secret = 'a secret for tests only'
  const { db, pool } = database
  const ground = { config, secret, db, pool, invalidation, log, network }
  const { services, pictures, start, close } = createServices(ground)
  const app = await createApp({
    renderer,
    assets: () => '',
    logger: log,
    services,
    pictures,
    settings: settingsOf(config),
    invalidation,
    checkReadiness: async () => true,
    cacheBytes: config.cacheBytes,
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
  })
  await start()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const send = sender(app.server.address())
  return {
    app,
    services,
    invalidation,
    mediaDir: config.mediaDir,
    logged,
    send,
    /** Paths are below the API's base. */
    get: (path: string, headers: Record<string, string> = {}) => send(apiBase + path, { headers }),
    post: (path: string, value: unknown, headers: Record<string, string> = {}) =>
      send(apiBase + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(value),
      }),
    close: async () => {
      await app.close()
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Gives the surrounding `describe` an application over its test database; cached answers are dropped before each
 * test. No test may make it log a fault, whatever it sends.
 */
export function useApp(database: Database, options: Omit<AppOptions, 'database'> = {}): () => TestApp {
  let made: TestApp | undefined
  const app = (): TestApp => {
    if (!made) throw new Error('The test application is there only inside tests and hooks.')
    return made
  }
  beforeAll(async () => {
    made = await anApp({ database, ...options })
  })
  beforeEach(async () => {
    await app().invalidation.publish([[]])
    app().logged.length = 0
  })
  afterEach(async () => {
    await app().services.securityLog.flush() // nobody waits for it, and it must not reach the next test
    expect(app().logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
  afterAll(() => made?.close())
  return app
}

/** Sends paths and bytes as they stand; `fetch` would tidy them. */
function sender(address: AddressInfo | string | null): (path: string, sent?: Sent) => Promise<TestReply> {
  if (address === null || typeof address === 'string') throw new Error('The application has no port.')
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return (path, { method = 'GET', headers: given = {}, body } = {}) =>
    new Promise<TestReply>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const options = { port: address.port, path, method, agent, headers: { ...length, ...given } }
      const sent = request(options, (reply) => {
        const { statusCode: status = 0, headers } = reply
        reply
          .toArray()
          .then((chunks) => {
            const bytes = Buffer.concat(chunks)
            const text = bytes.toString()
            resolve({ status, headers, bytes, text, body: jsonOf(headers, text) })
          })
          .catch(reject)
      })
      sent.on('error', reject).end(body)
    })
}

function jsonOf(headers: IncomingHttpHeaders, text: string): TestReply['body'] {
  const isJson = headers['content-type']?.startsWith('application/json') && !headers['content-encoding']
  return isJson && text !== '' ? JSON.parse(text) : undefined
}
