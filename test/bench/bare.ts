import { createServer } from 'node:http'

/** The ceiling: answers every request with the bytes and headers that the address at argv[2] has now. */
const reply = await fetch(process.argv[2] ?? '', { headers: { 'accept-encoding': 'identity' } })
const body = Buffer.from(await reply.arrayBuffer())
const isHopByHop = (name: string) => ['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name)
const headers = Object.fromEntries([...reply.headers].filter(([name]) => !isHopByHop(name)))
const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
