import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Door, HostsFile } from './simulate-door.ts'
import {
  type FaultName,
  faults,
  findFault,
  isFaultName,
  prepareFaults,
  sendAnswer,
} from './simulate-faults.ts'
import { createFakeMailServer, type FakeMail, isMailFault } from './simulate-mail.ts'
import { fakeSources } from './simulate-sources.ts'

const mailName = 'smtp'
const sourceNames = [...fakeSources.map(({ name }) => name), mailName]
/** A name below a domain that cannot be registered. */
const getHostName = (source: string) => `${source}.source.test`

type SimulatorOptions = {
  /** Of all sources together; each one's own are the ports behind it. 0: any that are free. */
  port: number
  host?: string
  /** Names of the sources are written here, in the form of /etc/hosts. */
  hostsFile?: string | undefined
}
export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/**
 * Simulates all outside sources on loopback, together at `url` and each at an origin of its own (`getSourceUrl`),
 * which alone can refuse connections or, with a hosts file, lose its name. A source misbehaves when `POST
 * /control {"source", "fault"}` says so (fault `none` ends it, source `all` means every one), when its path
 * stands behind `/faulty/{fault}`, or when the item's id begins with a fault's name. `GET /control` lists the
 * faults set, how often each source was asked and where it is; `GET /control/mails` the emails that were
 * received.
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
      answerRequest(request, response, { state, wait, isShared }).catch(() => response.destroy())
    }
  const shared = new Door(createServer(listener(true)))
  const sharedPort = await shared.open({ port, host })
  for (const [index, name] of sourceNames.entries()) {
    const [faultNow, take] = [() => state.meet(name), (mail: FakeMail) => state.take(mail)]
    const isMail = name === mailName
    const door = new Door(
      isMail ? createFakeMailServer({ faultNow, wait, take }) : createServer(listener(false)),
    )
    const own = await door.open({ port: port === 0 ? 0 : port + 1 + index, host })
    const origin = `${isMail ? 'smtp' : 'http'}://${file ? getHostName(name) : host}:${own}`
    state.places.set(name, { door, origin })
  }
  return {
    url: `http://${host}:${sharedPort}`,
    /** The source's own origin; `smtp` is the mail server. */
    getSourceUrl: (source: string) => state.getSourceUrl(source),
    setFault: (source: string, fault: FaultName | 'none') => state.setFault({ source, fault }),
    /**
     * How often a source was asked; `inside` counts clients that followed a redirect to a forbidden address.
     */
    calls: (source: string) => state.calls.get(source) ?? 0,
    mails: (): readonly FakeMail[] => state.mails,
    close: async () => {
      closing.abort()
      await Promise.all(
        [shared, ...[...state.places.values()].map(({ door }) => door)].map((one) => one.close()),
      )
    },
  }
}

class SimulatorState {
  readonly faults = new Map<string, FaultName>()
  readonly calls = new Map<string, number>()
  readonly places = new Map<string, { door: Door; origin: string }>()
  readonly mails: FakeMail[] = []
  readonly #hosts: HostsFile | undefined

  constructor(hosts: HostsFile | undefined) {
    this.#hosts = hosts
  }

  count(name: string): void {
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
  }

  /** Counts a call and returns its fault. */
  meet(name: string): FaultName | undefined {
    this.count(name)
    return this.faults.get(name)
  }

  take(mail: FakeMail): void {
    this.mails.push(mail)
    if (this.mails.length > maxMails) this.mails.shift()
  }

  getOrigin(name: string): string {
    return this.places.get(name)?.origin ?? ''
  }

  getSourceUrl(name: string): string {
    return name === mailName ? this.getOrigin(name) : `${this.getOrigin(name)}/${name}`
  }

  /** Returns whether both names exist and fit together. */
  setFault({ source, fault }: { source?: unknown; fault?: unknown }): boolean {
    if (fault !== 'none' && !isFaultName(fault)) return false
    const meant = sourceNames.filter((name) => source === 'all' || name === source)
    const able = meant.filter((name) => fault === 'none' || name !== mailName || isMailFault(fault))
    for (const name of able) {
      if (fault === 'none') this.faults.delete(name)
      else this.faults.set(name, fault)
    }
    this.#settle()
    return able.length > 0
  }

  /** Without a hosts file a source has no name to lose, and its port is closed instead. */
  #settle(): void {
    const nameless = sourceNames.filter((name) => this.faults.get(name) === 'no-dns')
    const refusing = sourceNames.filter((name) => this.faults.get(name) === 'refused')
    this.#hosts?.strikeOut(new Set(nameless.map(getHostName)))
    const shut = this.#hosts ? refusing : [...refusing, ...nameless]
    for (const [name, { door }] of this.places) door.setShut(shut.includes(name))
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

type AnswerContext = { state: SimulatorState; wait: (ms: number) => Promise<void>; isShared: boolean }

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { state, wait, isShared }: AnswerContext,
): Promise<void> {
  const origin = `http://${request.headers.host}`
  const { fault: forced, url } = parseFaultPath(request.url ?? '/', origin)
  const name = url.pathname.split('/')[1] ?? ''
  if (name === 'control') return answerControl(request, response, state)
  const set = state.meet(name)
  const source = fakeSources.find((one) => one.name === name)
  const id = source?.idIn(url)
  if (!source || id === undefined) {
    return sendAnswer({ response }, { type: 'text/plain', body: 'Nothing here.', status: 404 })
  }
  const getOrigin = (other: string) => (isShared ? origin : state.getOrigin(other))
  const exchange = { request, response, source, asked: { id, url, origin, getOrigin }, wait }
  const fault = forced ?? set ?? findFault(id)
  await (fault ? faults[fault](exchange) : sendAnswer(exchange, await source.good(exchange.asked)))
}

async function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  state: SimulatorState,
): Promise<void> {
  const isUnderstood = request.method === 'GET' || state.setFault(await readJsonBody(request))
  const told = request.url === '/control/mails' ? { mails: state.mails } : state
  const body = JSON.stringify(told, null, 2)
  sendAnswer({ response }, { type: 'application/json', body, status: isUnderstood ? 200 : 400 })
}

/** `/faulty/{fault}/rest` is the rest with that fault. */
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
