import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClaims, signIdToken } from '#features/auth/server/google/google-issuer.fake.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { createAddress, createTestClient, type Reply, type TestClient } from '#support/http-client.ts'
import type { Site, SiteOptions } from '#support/site.ts'
import { createSameOriginHeaders, findCookie } from '#support/users.ts'
import { withSite } from '../site.ts'

const clientId = 'battery'
export const googleAccount = { email: 'google-user@example.com', name: 'Mat Ruler' }

/**
 * The built site with every outside source simulated. The simulator has its own host names, except when the site uses a
 * database server.
 */
export type Stage = { simulator: Simulator; site: Site; client: TestClient }

export async function withStage(
  env: Record<string, string>,
  use: (stage: Stage) => Promise<void>,
  machine: Pick<SiteOptions, 'server'> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  const hosts = join(folder, 'hosts')
  const simulator = await startSimulator({ port: 0, hostsFile: machine.server ? undefined : hosts })
  const { getSourceUrl } = simulator
  const settings = {
    SEED: 'demo',
    RATE_MULTIPLIER: '100000',
    PRODUCT_INFO_URL: getSourceUrl('product-info'),
    QC_URL: getSourceUrl('qc'),
    IMAGE_HOSTS: new URL(getSourceUrl('pictures')).origin,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_ISSUER: getSourceUrl('google'),
    GOOGLE_JWKS_URL: getSourceUrl('google-keys'),
    SMTP_URL: getSourceUrl('smtp'),
    ...env,
  }
  try {
    await withSite(
      settings,
      async (site) => {
        const client = createTestClient(site.origin)
        await use({ simulator, site, client }).finally(() => client.close())
      },
      machine.server ? machine : { hosts },
    )
  } finally {
    await simulator.close()
    rmSync(folder, { recursive: true })
  }
}

/** A token of the simulated issuer for a new visit. */
export async function createCredential({ client, simulator }: Stage): Promise<string> {
  const startMs = await client.call('POST /auth/google-nonce', {}, { from: createAddress() })
  const nonce = String(Object(startMs.body.data).nonce)
  return signIdToken(
    createClaims(googleAccount, { issuer: simulator.getSourceUrl('google'), clientId, nonce }),
  )
}

export async function signInWithGoogle(stage: Stage): Promise<Reply> {
  const value = { email: googleAccount.email, method: 'google', credential: await createCredential(stage) }
  return stage.client.call('POST /auth/login', value, { from: createAddress() })
}

/** A signed-in person who reads own data and renews the session. */
export class Member {
  readonly #client: TestClient
  #token: string
  #cookie: string
  /** Responses other than 200. */
  readonly failedReplies: string[] = []
  requestCount = 0

  constructor(client: TestClient, login: Reply) {
    this.#client = client
    this.#token = String(login.body.approvalToken)
    this.#cookie = findCookie(login, 'refresh')
  }

  async read(): Promise<void> {
    const headers = { authorization: this.#token }
    for (const route of ['GET /users/me', 'GET /users/viewCollection']) {
      this.#count(route, await this.#client.call(route, undefined, { headers }))
    }
  }

  async renew(): Promise<void> {
    const headers = createSameOriginHeaders(this.#cookie)
    const reply = await this.#client.call('POST /auth/refresh-token', {}, { headers })
    this.#count('POST /auth/refresh-token', reply)
    if (reply.status !== 200) return
    this.#token = String(reply.body.approvalToken)
    this.#cookie = findCookie(reply, 'refresh') || this.#cookie
  }

  #count(route: string, { status, text }: Reply): void {
    this.requestCount += 1
    if (status !== 200) this.failedReplies.push(`${route}: ${status} ${text}`)
  }
}
