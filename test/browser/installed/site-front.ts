import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { returnPort, takePort } from '#support/ports.ts'

export type SiteFront = {
  origin: string
  /** What has been asked, as method and path. */
  requests: string[]
  /** Another site answers from now on. */
  leadTo: (site: string) => void
  /** Every request gets this plain text until `leadTo`. */
  replyWith: (status: number, text: string) => void
  /** Nothing answers until `leadTo`. */
  disappear: () => void
  close: () => Promise<void>
}

/** One address for a browser, behind which the site can change or be gone, as at an update or without a connection. */
export async function openSiteFront(): Promise<SiteFront> {
  const port = await takePort()
  const requests: string[] = []
  let target: string | undefined
  let fixed: { status: number; text: string } | undefined
  const server: Server = createServer((incoming, outgoing) => {
    if (fixed) return void outgoing.writeHead(fixed.status, { 'cache-control': 'no-store' }).end(fixed.text)
    if (target === undefined) return void incoming.socket.destroy()
    requests.push(`${incoming.method} ${incoming.url}`)
    const { method, headers } = incoming
    const passed = request(target + incoming.url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    leadTo: (site) => {
      target = site
      fixed = undefined
    },
    replyWith: (status, text) => {
      fixed = { status, text }
    },
    disappear: () => {
      fixed = undefined
      target = undefined
      server.closeAllConnections()
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      returnPort(port)
    },
  }
}
