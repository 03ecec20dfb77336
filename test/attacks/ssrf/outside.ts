import type { IncomingMessage, ServerResponse } from 'node:http'

/** The response to an attempt: images of an item, or redirects to a URL. */
export type PlannedResponse = {
  images?: readonly string[]
  targetUrl?: string
  depth?: number
  status?: number
}

/** All public sources of the site, controlled by an attacker. Attempts are numbered. */
export function createOutside() {
  const plannedResponses = new Map<string, PlannedResponse>()
  const requestCounts = new Map<string, number>()
  let lastNumber = 600_000_000_000

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    const [, id = '', step = '1'] = /(6\d{11})(?:-(\d))?/.exec(path) ?? []
    const planned = plannedResponses.get(id)
    requestCounts.set(id, (requestCounts.get(id) ?? 0) + 1)
    if (planned?.targetUrl !== undefined) {
      redirect(response, { id, step: Number(step), ...planned })
      return
    }
    const images = planned?.images
    if (!images) {
      response.writeHead(500).end()
      return
    }
    const isInfo = path.startsWith('/info')
    const value = isInfo ? { data: { productInfo: { title: 'Bait', imgList: images } } } : [{ imgs: images }]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }

  return {
    handle,
    /** Adds a response. Returns its number, which is also an item's. */
    add(planned: PlannedResponse): string {
      lastNumber += 1
      plannedResponses.set(String(lastNumber), planned)
      return String(lastNumber)
    },
    /** The number of planned responses. */
    count: () => plannedResponses.size,
    /** How often this number was requested. */
    countRequests: (id: string) => requestCounts.get(id) ?? 0,
  }
}

/** Redirects on the same host until the last step. The target URL is sent unchanged, even when it is not a valid header. */
function redirect(
  response: ServerResponse,
  { id, step, targetUrl = '', depth = 1, status = 302 }: PlannedResponse & { id: string; step: number },
): void {
  const location = step < depth ? `/${id}-${step + 1}` : targetUrl
  const head = `HTTP/1.1 ${status} Moved\r\nconnection: close\r\ncontent-length: 0\r\nlocation: ${location}\r\n\r\n`
  response.socket?.end(head)
}
