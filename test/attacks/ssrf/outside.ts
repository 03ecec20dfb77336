import type { IncomingMessage, ServerResponse } from 'node:http'

/** The response to an attempt: images of an item, or redirects to a URL. */
export type Trap = { images?: readonly string[]; goal?: string; depth?: number; status?: number }

/** All public sources of the site, controlled by an attacker. Attempts are numbered. */
export function createOutside() {
  const traps = new Map<string, Trap>()
  const requestCounts = new Map<string, number>()
  let lastNumber = 600_000_000_000

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    const [, id = '', step = '1'] = /(6\d{11})(?:-(\d))?/.exec(path) ?? []
    const trap = traps.get(id)
    requestCounts.set(id, (requestCounts.get(id) ?? 0) + 1)
    if (trap?.goal !== undefined) {
      redirect(response, { id, step: Number(step), ...trap })
      return
    }
    const images = trap?.images
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
    /** Sets a trap. Returns its number, which is also an item's. */
    add(trap: Trap): string {
      lastNumber += 1
      traps.set(String(lastNumber), trap)
      return String(lastNumber)
    },
    /** How many traps there are. */
    count: () => traps.size,
    /** How often this number was requested. */
    countRequests: (id: string) => requestCounts.get(id) ?? 0,
  }
}

/** Redirects on the same host until the last step. The goal is sent unchanged, even when it is not a valid header. */
function redirect(
  response: ServerResponse,
  { id, step, goal = '', depth = 1, status = 302 }: Trap & { id: string; step: number },
): void {
  const location = step < depth ? `/${id}-${step + 1}` : goal
  const head = `HTTP/1.1 ${status} Moved\r\nconnection: close\r\ncontent-length: 0\r\nlocation: ${location}\r\n\r\n`
  response.socket?.end(head)
}
