import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { OutboundNetwork } from '#main/services.ts'

type PlannedAnswers = Record<string, RequestListener>

/** Answers that a site of short links gives. */
export const shortLinkAnswers = {
  to:
    (location: string, status = 302): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { location }).end(),
  page:
    (body: string): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
  status:
    (status: number): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(),
} as const

/**
 * Simulates all sites of the internet on loopback while short links are resolved, by plain HTTP; `answer`
 * sets what stands at `host/path`. Any other URL is 404.
 */
export function useShortLinkFixture() {
  const asked: string[] = []
  let planned: PlannedAnswers = {}
  let port = 0
  let server: Server | undefined
  beforeAll(async () => {
    const opened = createServer((request, response) => {
      const address = `${request.headers.host?.split(':')[0]}${request.url}`
      asked.push(address)
      const answer = planned[address] ?? shortLinkAnswers.status(404)
      answer(request, response)
    })
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
    const bound = opened.address()
    port = typeof bound === 'object' && bound ? bound.port : 0
    server = opened
  })
  afterEach(() => {
    asked.length = 0
    planned = {}
  })
  afterAll(() => server?.close().closeAllConnections())
  const network: OutboundNetwork = {
    lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    isAllowed: (address) => address === '127.0.0.1',
    get ports() {
      return [port]
    },
    shortLinkAt: (address) => `http://${address.replace('/', `:${port}/`)}`,
  }
  return {
    network,
    /** What was asked of any site, as `host/path`. */
    asked,
    answer: (more: PlannedAnswers) => {
      planned = { ...planned, ...more }
    },
    /** The address of a path on a host, as a redirect writes it. */
    at: (address: string) => network.shortLinkAt(address),
  }
}
