import { beforeEach } from 'vitest'
import type { UsersContract } from '#features/users/contract.ts'
import type { SendOptions } from '#shared/contract.ts'
import { openTab, useBrowser } from './browser-tab.ts'

export const ann = { id: 'u1', _id: 'u1', name: 'Ann', email: 'ann@example.com', role: 'user' as const }
export const bo = { ...ann, id: 'u2', _id: 'u2', name: 'Bo' }
export const noResponse = new TypeError('Failed to fetch')

type SentCall = { call: string; token: string | null; body: unknown }
export type Renewal = Response | Error | (() => Promise<Response> | Response)

/** A simulated server: it knows the valid tokens, and answers refreshes as the test says. */
export type SessionServer = {
  sent: SentCall[]
  goodTokens: Set<string>
  /** The answers to the next refreshes; later ones are denied. */
  renewals: Renewal[]
  /** How long the client has waited, in ms. */
  pauses: number[]
  calls: () => string[]
  refreshes: () => SentCall[]
  answer: (url: string, init: RequestInit) => Promise<Response>
  /** A refresh that issues a token which is valid from then on. */
  renewal: (approvalToken: string) => Renewal
}

export function createFailure(status: number, message: string): Response {
  return Response.json({ success: false, statusCode: status, message, code: 'X' }, { status })
}

/** A browser and such a server, both new before each test of the file. */
export function useSessionFixture() {
  const browser = useBrowser()
  const server: SessionServer = {
    sent: [],
    goodTokens: new Set(),
    renewals: [],
    pauses: [],
    calls: () => server.sent.map(({ call, token }) => `${call} ${token}`),
    refreshes: () => server.sent.filter(({ call }) => call === 'POST /api/v1/auth/refresh-token'),
    answer: (url, init) => answerAs(server, url, init),
    renewal: (approvalToken) => () => {
      server.goodTokens.add(approvalToken)
      return Response.json({ success: true, approvalToken, data: { approvalToken } })
    },
  }
  beforeEach(() => {
    Object.assign(server, { sent: [], goodTokens: new Set(), renewals: [], pauses: [] })
  })
  return {
    browser,
    server,
    signedIn(token = 'old', user = ann): void {
      browser.local.fill({ theme: 'dark', token, user: JSON.stringify(user) })
    },
    aTab: (options: TabOptions = {}) => openClient(server, options),
  }
}

async function answerAs(server: SessionServer, url: string, init: RequestInit): Promise<Response> {
  const token = new Headers(init.headers).get('authorization')
  const body = parseBody(init)
  server.sent.push({ call: `${init.method} ${url}`, token, body })
  if (url.endsWith('/auth/refresh-token')) {
    const next = server.renewals.shift() ?? createFailure(401, 'Your session has ended. Please log in again.')
    if (next instanceof Error) throw next
    return typeof next === 'function' ? next() : next
  }
  if (token !== null && server.goodTokens.has(token))
    return Response.json({ success: true, data: { ...ann } })
  return createFailure(401, 'Unauthorized. Please log in.')
}

function parseBody({ body, headers }: RequestInit): unknown {
  if (!(body instanceof FormData)) return typeof body === 'string' ? JSON.parse(body) : undefined
  if (new Headers(headers).has('content-type')) throw new Error('Only the browser knows the type of a form.')
  return Object.fromEntries(body)
}

type TabOptions = {
  locks?: Pick<LockManager, 'request'> | undefined
  fetch?: SessionServer['answer']
}

/** A tab with a client of its own; the browser's locks and the stored token are shared by all. */
async function openClient(server: SessionServer, { fetch = server.answer, ...options }: TabOptions) {
  const { createClient, ...session } = await openTab()
  session.startSession()
  const send = createClient({
    session,
    fetch: (url, init = {}) => fetch(String(url), init),
    locks: 'locks' in options ? options.locks : navigator.locks,
    pause: async (milliseconds) => {
      server.pauses.push(milliseconds)
    },
  })
  return { ...session, send, me: (how?: SendOptions) => send<UsersContract['me']>('GET /users/me', {}, how) }
}
