import type { IncomingMessage, ServerResponse } from 'node:http'

/** What an attempt finds outside: pictures of an item, or redirects that lead to an address. */
export type Trap = { images?: readonly string[]; goal?: string; depth?: number; status?: number }

/** Everything public that the site may ask, as an attacker would answer for it. Attempts are numbered. */
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
    /** Sets a trap and gives its number, which is an item's as well. */
    add(trap: Trap): string {
      lastNumber += 1
      traps.set(String(lastNumber), trap)
      return String(lastNumber)
    },
    /** How many traps there are. */
    count: () => traps.size,
    /** How often its number was asked for. */
    countRequests: (id: string) => requestCounts.get(id) ?? 0,
  }
}

/** Goes round on the same host until the last step; the goal goes out as it stands, whatever a header may hold. */
function redirect(
  response: ServerResponse,
  { id, step, goal = '', depth = 1, status = 302 }: Trap & { id: string; step: number },
): void {
  const location = step < depth ? `/${id}-${step + 1}` : goal
  const head = `HTTP/1.1 ${status} Moved\r\nconnection: close\r\ncontent-length: 0\r\nlocation: ${location}\r\n\r\n`
  response.socket?.end(head)
}
