import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Database } from '#db/client.ts'
import type { AssetTags } from '#framework/assets.ts'
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
  /** Environment variables as an operator sets them. Outside sources are off unless set here. */
  env?: Record<string, string>
  renderer?: PageRenderer
  /** The tags of a page's files; none unless set here. */
  assets?: AssetTags
  /** The network on which short links are resolved. */
  network?: OutboundNetwork
  diskFloor?: DiskFloor
}

export type TestApp = Awaited<ReturnType<typeof anApp>>
/** Tokens of the sessions that `useTokens` opens. */
export const tokens = { user: 'token-of-a-user', admin: 'token-of-an-admin' }
/** The signing secret of every test application. */
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

/** A renderer without pages, for tests of the API. */
export const noPages: PageRenderer = {
  headScript: '',
  findTarget: (url) => ({ url, page: 'NotFound', parts: [], headers: {} }),
  render: async () => {
    throw new Error('This test application has no pages.')
  },
}

/** No calls to the internet, and no background rendering. */
const quietEnv = { LINK_PREVIEW: 'off', SHORT_LINKS: 'off', PICTURE_JOBS: 'off' }

/** Starts the whole application on its own port, with a database and a log that tests can read. */
export async function anApp(options: TestAppOptions) {
  const { database, env = {}, renderer = noPages, assets = () => '', network, diskFloor } = options
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
    assets,
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
 * Starts an application with the test database for the surrounding `describe`. Clears its caches before each test. A test
 * fails when the application logs an error.
 */
export function useApp(database: Database, options: Omit<TestAppOptions, 'database'> = {}): () => TestApp {
  let running: TestApp | undefined
  const app = (): TestApp => {
    if (!running) throw new Error('The test application exists only inside tests and hooks.')
    return running
  }
  beforeAll(async () => {
    running = await anApp({ database, ...options })
  })
  beforeEach(async () => {
    await app().invalidation.publish([[]])
    app().logged.length = 0
  })
  afterEach(async () => {
    await app().features.securityLog.flush() // otherwise its events could be written during the next test
    expect(app().logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
  afterAll(() => running?.close())
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
