import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fakeGoogle, fakeGoogleKeys } from '#features/auth/server/google-issuer.fake.ts'
import { fakePictures } from '#features/pictures/server/picture-host.fake.ts'
import { fake1688Page, fakeTaobaoPage } from '#features/products/server/shop-page.fake.ts'
import { fakeStorefront } from '#features/products/server/storefront.fake.ts'
import { fakeWeidianData, fakeWeidianPage } from '#features/products/server/weidian-page.fake.ts'
import { fakeQc } from '#features/qc-photos/server/external-qc.fake.ts'
import { fakeExchangeRates } from '#features/shipping/server/exchange-rates.fake.ts'
import { type FaultName, faultIn, faults, isFaultName, prepareFaults, send } from './simulate-faults.ts'

const sources = [
  fakeStorefront,
  fakeQc,
  fakePictures,
  fakeWeidianPage,
  fakeWeidianData,
  fakeTaobaoPage,
  fake1688Page,
  fakeGoogle,
  fakeGoogleKeys,
  fakeExchangeRates,
]

export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/**
 * Plays all outside sources on loopback. A source misbehaves when `POST /control {"source", "fault"}` says so (fault
 * `none` ends it, source `all` means every one), when its path stands behind `/faulty/{fault}`, or when the item's id
 * begins with a fault's name. `GET /control` tells the faults set and how often each source was asked.
 */
export async function startSimulator({ port, host = '127.0.0.1' }: { port: number; host?: string }) {
  prepareFaults()
  const state = new State()
  const closing = new AbortController()
  const wait = (ms: number) => delay(ms, undefined, { signal: closing.signal })
  const server = createServer((request, response) => {
    answer(request, response, { state, wait }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const bound = server.address()
  return {
    url: `http://${host}:${typeof bound === 'object' && bound ? bound.port : port}`,
    setFault: (source: string, fault: FaultName | 'none') => state.setFault({ source, fault }),
    /** How often a source was asked; `inside` counts whoever followed a redirect to where nobody may go. */
    calls: (source: string) => state.calls.get(source) ?? 0,
    close: async () => {
      closing.abort()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

class State {
  readonly faults = new Map<string, FaultName>()
  readonly calls = new Map<string, number>()

  count(name: string): void {
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
  }

  /** Answers whether both names exist. */
  setFault({ source, fault }: { source?: unknown; fault?: unknown }): boolean {
    const meant = sources.filter(({ name }) => source === 'all' || name === source)
    if (meant.length === 0 || (fault !== 'none' && !isFaultName(fault))) return false
    for (const { name } of meant) {
      if (isFaultName(fault)) this.faults.set(name, fault)
      else this.faults.delete(name)
    }
    return true
  }

  toJSON(): Record<string, unknown> {
    return {
      set: Object.fromEntries(this.faults),
      calls: Object.fromEntries(this.calls),
      sources: sources.map(({ name }) => name),
      faults: ['none', ...Object.keys(faults)],
    }
  }
}

type Stage = { state: State; wait: (ms: number) => Promise<void> }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { state, wait }: Stage,
): Promise<void> {
  const origin = `http://${request.headers.host}`
  const { fault: forced, url } = addressOf(request.url ?? '/', origin)
  const name = url.pathname.split('/')[1] ?? ''
  state.count(name)
  if (name === 'control') return control(request, response, state)
  const source = sources.find((one) => one.name === name)
  const id = source?.idIn(url)
  if (!source || id === undefined) {
    return send({ response }, { type: 'text/plain', body: 'Nothing here.', status: 404 })
  }
  const exchange = { request, response, source, asked: { id, url, origin }, wait }
  const fault = forced ?? state.faults.get(name) ?? faultIn(id)
  await (fault ? faults[fault](exchange) : send(exchange, await source.good(exchange.asked)))
}

async function control(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const isUnderstood = request.method === 'GET' || state.setFault(await bodyOf(request))
  const body = JSON.stringify(state, null, 2)
  send({ response }, { type: 'application/json', body, status: isUnderstood ? 200 : 400 })
}

/** `/faulty/{fault}/rest` is the rest with that fault. */
function addressOf(path: string, origin: string): { fault?: FaultName; url: URL } {
  const url = new URL(path, origin)
  const [, , fault, ...rest] = url.pathname.split('/')
  if (!url.pathname.startsWith('/faulty/') || !isFaultName(fault)) return { url }
  url.pathname = `/${rest.join('/')}`
  return { fault, url }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return Object(JSON.parse(Buffer.concat(chunks).toString()))
  } catch {
    return {}
  }
}
