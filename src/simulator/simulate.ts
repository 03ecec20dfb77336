import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Door, HostsFile } from './simulate-door.ts'
import {
  type FaultName,
  faults,
  findFault,
  isFaultName,
  prepareFaults,
  sendFakeResponse,
} from './simulate-faults.ts'
import { createFakeMailServer, type FakeMail, isMailFault } from './simulate-mail.ts'
import { fakeSources } from './simulate-sources.ts'

const mailName = 'smtp'
const sourceNames = [...fakeSources.map(({ name }) => name), mailName]
/** A host name in a domain that cannot be registered. */
const getHostName = (source: string) => `${source}.source.test`

type SimulatorOptions = {
  /** The port shared by all sources; their own ports follow it. 0: any free ports. */
  port: number
  host?: string
  /** Host names of the sources are written to this file, in the format of /etc/hosts. */
  hostsFile?: string | undefined
}
export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/**
 * Simulates all outside sources on loopback: together at `url`, and each at its own origin (`getSourceUrl`), which
 * can also refuse connections or, with a hosts file, lose its name. A source has a fault when it is set by `POST
 * /control {"source", "fault"}` (fault `none` ends it, source `all` means every source), when its path follows
 * `/faulty/{fault}`, or when the item's id begins with a fault's name. `GET /control` returns the faults, the number
 * of calls and the URL of each source; `GET /control/mails` returns the received emails.
 */
export async function startSimulator({ port, host = '127.0.0.1', hostsFile }: SimulatorOptions) {
  prepareFaults()
  const closing = new AbortController()
  const wait = (ms: number) => delay(ms, undefined, { signal: closing.signal })
  const file = hostsFile
    ? new HostsFile(hostsFile, { address: host, names: sourceNames.map(getHostName) })
    : undefined
  const state = new SimulatorState(file)
  const listener =
    (isShared: boolean): RequestListener =>
    (request, response) => {
      handleRequest(request, response, { state, wait, isShared }).catch(() => response.destroy())
    }
  const shared = new Door(createServer(listener(true)))
  const sharedPort = await shared.open({ port, host })
  for (const [index, name] of sourceNames.entries()) {
    const [faultNow, receive] = [() => state.countAndGetFault(name), (mail: FakeMail) => state.receive(mail)]
    const isMail = name === mailName
    const door = new Door(
      isMail ? createFakeMailServer({ faultNow, wait, receive }) : createServer(listener(false)),
    )
    const own = await door.open({ port: port === 0 ? 0 : port + 1 + index, host })
    const origin = `${isMail ? 'smtp' : 'http'}://${file ? getHostName(name) : host}:${own}`
    state.endpoints.set(name, { door, origin })
  }
  return {
    url: `http://${host}:${sharedPort}`,
    /** The source's own origin; `smtp` is the mail server. */
    getSourceUrl: (source: string) => state.getSourceUrl(source),
    setFault: (source: string, fault: FaultName | 'none') => state.setFault({ source, fault }),
    /**
     * How often a source was called; `inside` counts clients that followed a redirect to a forbidden address.
     */
    calls: (source: string) => state.calls.get(source) ?? 0,
    mails: (): readonly FakeMail[] => state.mails,
    close: async () => {
      closing.abort()
      await Promise.all(
        [shared, ...[...state.endpoints.values()].map(({ door }) => door)].map((openDoor) =>
          openDoor.close(),
        ),
      )
    },
  }
}

class SimulatorState {
  readonly faults = new Map<string, FaultName>()
  readonly calls = new Map<string, number>()
  readonly endpoints = new Map<string, { door: Door; origin: string }>()
  readonly mails: FakeMail[] = []
  readonly #hosts: HostsFile | undefined

  constructor(hosts: HostsFile | undefined) {
    this.#hosts = hosts
  }

  count(name: string): void {
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
  }

  /** Counts a call and returns the source's fault. */
  countAndGetFault(name: string): FaultName | undefined {
    this.count(name)
    return this.faults.get(name)
  }

  receive(mail: FakeMail): void {
    this.mails.push(mail)
    if (this.mails.length > maxMails) this.mails.shift()
  }

  getOrigin(name: string): string {
    return this.endpoints.get(name)?.origin ?? ''
  }

  getSourceUrl(name: string): string {
    return name === mailName ? this.getOrigin(name) : `${this.getOrigin(name)}/${name}`
  }

  /** Sets a fault; returns false if the names are unknown or do not fit together. */
  setFault({ source, fault }: { source?: unknown; fault?: unknown }): boolean {
    if (fault !== 'none' && !isFaultName(fault)) return false
    const selected = sourceNames.filter((name) => source === 'all' || name === source)
    const affected = selected.filter((name) => fault === 'none' || name !== mailName || isMailFault(fault))
    for (const name of affected) {
      if (fault === 'none') this.faults.delete(name)
      else this.faults.set(name, fault)
    }
    this.#applyPortFaults()
    return affected.length > 0
  }

  /** Closes ports and removes names. Without a hosts file, a port is closed instead of removing the name. */
  #applyPortFaults(): void {
    const nameless = sourceNames.filter((name) => this.faults.get(name) === 'no-dns')
    const refusing = sourceNames.filter((name) => this.faults.get(name) === 'refused')
    this.#hosts?.removeNames(new Set(nameless.map(getHostName)))
    const closed = this.#hosts ? refusing : [...refusing, ...nameless]
    for (const [name, { door }] of this.endpoints) door.setClosed(closed.includes(name))
  }

  toJSON(): Record<string, unknown> {
    return {
      set: Object.fromEntries(this.faults),
      calls: Object.fromEntries(this.calls),
      sources: sourceNames,
      faults: ['none', ...Object.keys(faults)],
      addresses: Object.fromEntries(sourceNames.map((name) => [name, this.getSourceUrl(name)])),
    }
  }
}
const maxMails = 2_000

type RequestContext = { state: SimulatorState; wait: (ms: number) => Promise<void>; isShared: boolean }

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { state, wait, isShared }: RequestContext,
): Promise<void> {
  const origin = `http://${request.headers.host}`
  const { fault: forced, url } = parseFaultPath(request.url ?? '/', origin)
  const name = url.pathname.split('/')[1] ?? ''
  if (name === 'control') return handleControl(request, response, state)
  const currentFault = state.countAndGetFault(name)
  const source = fakeSources.find((candidate) => candidate.name === name)
  const id = source?.idIn(url)
  if (!source || id === undefined) {
    return sendFakeResponse({ response }, { type: 'text/plain', body: 'Nothing here.', status: 404 })
  }
  const getOrigin = (sourceName: string) => (isShared ? origin : state.getOrigin(sourceName))
  const exchange = { request, response, source, fakeRequest: { id, url, origin, getOrigin }, wait }
  const fault = forced ?? currentFault ?? findFault(id)
  await (fault
    ? faults[fault](exchange)
    : sendFakeResponse(exchange, await source.good(exchange.fakeRequest)))
}

async function handleControl(
  request: IncomingMessage,
  response: ServerResponse,
  state: SimulatorState,
): Promise<void> {
  const isValid = request.method === 'GET' || state.setFault(await readJsonBody(request))
  const payload = request.url === '/control/mails' ? { mails: state.mails } : state
  const body = JSON.stringify(payload, null, 2)
  sendFakeResponse({ response }, { type: 'application/json', body, status: isValid ? 200 : 400 })
}

/** Parses `/faulty/{fault}/rest` into the fault and the rest. */
function parseFaultPath(path: string, origin: string): { fault?: FaultName; url: URL } {
  const url = new URL(path, origin)
  const [, , fault, ...rest] = url.pathname.split('/')
  if (!url.pathname.startsWith('/faulty/') || !isFaultName(fault)) return { url }
  url.pathname = `/${rest.join('/')}`
  return { fault, url }
}

async function readJsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return Object(JSON.parse(Buffer.concat(chunks).toString()))
  } catch {
    return {}
  }
}
