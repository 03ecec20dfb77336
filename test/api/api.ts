import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Database } from '#db/client.ts'
import type { PageRenderer } from '#framework/page-renderer.ts'
import { createApp } from '#main/app.ts'
import { createFeatures, type OutboundNetwork } from '#main/features.ts'
import { createLog } from '#operations/log.ts'
import { readConfig } from '#platform/config.ts'
import { roles } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import type { DiskFloor } from '#shared/server/disk-room.ts'
import { aSession, aUser, passwordHash } from '#support/factories.ts'
import type { Form } from '#support/forms.ts'
import { createTestClient, type Reply } from '#support/http-client.ts'

type TestAppOptions = {
  database: Pick<Database, 'db' | 'pool' | 'kind' | 'onStale'>
  /** What the operator would set; outside sources are off unless named here. */
  env?: Record<string, string>
  renderer?: PageRenderer
  /** The network that short links are followed on. */
  network?: OutboundNetwork
  diskFloor?: DiskFloor
}

export type TestApp = Awaited<ReturnType<typeof anApp>>
/** Tokens of the sessions that `useTokens` opens. */
export const tokens = { user: 'token-of-a-user', admin: 'token-of-an-admin' }
/** What every application of a test signs with. */
export const testSecret = 'a secret for tests only'

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
  findTarget: (url) => ({ url, page: 'NotFound', parts: [], headers: {} }),
  render: async () => {
    throw new Error('This test application has no pages.')
  },
}

/** No calls to the internet, and no background rendering. */
const quietEnv = { LINK_PREVIEW: 'off', SHORT_LINKS: 'off', PICTURE_JOBS: 'off' }

/** The whole application on a port of its own, over the given database, with its log. */
export async function anApp({ database, env = {}, renderer = noPages, network, diskFloor }: TestAppOptions) {
  const logged: Record<string, unknown>[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => logged.push(JSON.parse(line)) })
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
  const config = readConfig({ ...quietEnv, DATA_DIR: dataDir, ...env })
  const invalidation = createLocalInvalidation()
  const ignoreStale = database.onStale(invalidation.publish)
  const features = createFeatures({
    config,
    secret: testSecret,
    database,
    invalidation,
    log,
    network,
    diskFloor,
  })
  const app = await createApp({
    renderer,
    assets: () => '',
    features,
    checkReadiness: async () => ({ isReady: true, clockAheadMs: 0 }),
  })
  await features.start()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = createTestClient(getOrigin(app), { maxSockets: 8 })
  return {
    app,
    features,
    invalidation,
    mediaDir: config.mediaDir,
    logged,
    origin: getOrigin(app),
    send: client.send,
    /** Paths are below the API's base. */
    get: (path: string, headers: Record<string, string> = {}) => client.send(apiBase + path, { headers }),
    post: (path: string, value: unknown, headers: Record<string, string> = {}) =>
      client.call(`POST ${path}`, value, { headers }),
    close: async () => {
      client.close()
      await app.close()
      await features.close()
      ignoreStale()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Gives the surrounding `describe` an application over its test database; caches are cleared before each
 * test. No test may make it log a fault, whatever it sends.
 */
export function useApp(database: Database, options: Omit<TestAppOptions, 'database'> = {}): () => TestApp {
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
    await app().features.securityLog.flush() // no test waits for it, and it must not reach the next one
    expect(app().logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
  afterAll(() => made?.close())
  return app
}

function getOrigin({ server }: FastifyInstance): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The application has no port.')
  return `http://127.0.0.1:${address.port}`
}

/** Sends a form to a call for admins. */
export function sendForm(
  app: TestApp,
  path: string,
  { headers, body }: Form,
  { authorization = tokens.admin } = {},
): Promise<Reply> {
  return app.send(apiBase + path, { method: 'POST', headers: { authorization, ...headers }, body })
}
