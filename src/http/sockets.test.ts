import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { boundSockets, type SocketLimits, socketLimits } from './sockets.ts'

type TestHandler = (request: IncomingMessage, reply: ServerResponse) => void
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function aServer(
  handle: TestHandler,
  { isProxied = false, ...other }: Partial<SocketLimits> & { isProxied?: boolean } = {},
) {
  const server = createServer(handle)
  const { endSoon } = boundSockets(server, { isProxied, limits: { ...socketLimits, ...other } })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  /** A client that reads nothing until it is told to. */
  const aSocket = async (text = '', localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {}) // being cut is one
    closing.push(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  /** Settles when the last connection has ended. */
  const stop = () => {
    endSoon()
    return new Promise((resolve) => server.close(resolve))
  }
  return Object.assign(aSocket, { stop })
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const many = (count: number) => Array.from({ length: count }, (_, at) => ask(`/${at}`)).join('')

function collectText(socket: Socket): () => string {
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}

/** Whether anything comes before the end. */
async function isAnswered(socket: Socket): Promise<boolean> {
  const [part] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [])])
  return part !== undefined
}

async function isCut(socket: Socket): Promise<true> {
  socket.resume()
  if (!socket.destroyed) await once(socket, 'close')
  return true
}

describe('the requests of one socket', () => {
  test('are answered one after the other, in their order', async () => {
    let atOnce = 0
    let most = 0
    const aSocket = await aServer(async ({ url }, reply) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise(setImmediate)
      atOnce -= 1
      reply.end(`<${url}>`)
    })
    const read = collectText(await aSocket(many(socketLimits.open)))
    await expect
      .poll(() => read().match(/<\/\d+>/g))
      .toEqual(Array.from({ length: socketLimits.open }, (_, at) => `</${at}>`))
    expect(most).toBe(1)
  })

  test('reach their handlers with complete bodies', async () => {
    const aSocket = await aServer(async (request, reply) => {
      let size = 0
      for await (const chunk of request) size += chunk.length
      reply.end(`<${size}>`)
    })
    const body = 'x'.repeat(100_000)
    const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const read = collectText(await aSocket(post.repeat(12)))
    await expect.poll(() => read().match(/<100000>/g)?.length).toBe(12)
  })

  test('are dropped when too many wait', async () => {
    let begun = 0
    const aSocket = await aServer((_request, reply) => {
      begun += 1
      reply.end('x'.repeat(1_000_000))
    })
    expect(await isCut(await aSocket(many(1_200)))).toBe(true)
    expect(begun).toBeLessThan(socketLimits.open)
  })
})

test('bans an address that repeatedly pipelines too many requests, for a while', async () => {
  let begun = 0
  const aSocket = await aServer(
    (_request, reply) => {
      begun += 1
      reply.end('<ok>')
    },
    { floods: 2, banMs: 1_000 },
  )
  const quiet = await aSocket()
  for (const flood of [await aSocket(many(100)), await aSocket(many(100))])
    expect(await isCut(flood)).toBe(true)
  expect(await isCut(quiet)).toBe(true)
  const before = begun
  expect(await isCut(await aSocket(ask('/')))).toBe(true)
  expect(begun).toBe(before)
  await expect.poll(collectText(await aSocket(ask('/'), '127.0.0.2'))).toContain('<ok>')
  await expect.poll(async () => isAnswered(await aSocket(ask('/')))).toBe(true)
})

describe('a response', () => {
  /** More than the network holds, so that it stays in transit until the client reads it, and its outcome. */
  async function aLongAnswer(limits: Partial<SocketLimits>) {
    let outcome = 'open'
    const aSocket = await aServer((_request, reply) => {
      reply.once('close', () => {
        outcome = reply.writableFinished ? 'taken' : 'given up'
      })
      reply.end('x'.repeat(30_000_000))
    }, limits)
    return { aSocket, outcome: () => outcome }
  }

  test('is aborted when the client does not read it', async () => {
    const { aSocket, outcome } = await aLongAnswer({ quietMs: 500 })
    await aSocket(ask('/'))
    await expect.poll(outcome).toBe('given up')
  })

  test('is aborted when it is received too slowly, even if steadily', async () => {
    const { aSocket, outcome } = await aLongAnswer({ quietMs: 500, minReceivedPerSecond: 1e9 })
    const socket = await aSocket(ask('/'))
    const sips = setInterval(() => socket.read(), 5)
    closing.push(() => clearInterval(sips))
    await expect.poll(outcome).toBe('given up')
  })

  test('is not aborted while it is being created', async () => {
    let finish = () => {}
    const aSocket = await aServer(
      (_request, reply) => {
        finish = () => reply.end('<late>')
      },
      { quietMs: 300 },
    )
    const socket = await aSocket(ask('/'))
    const read = collectText(socket)
    const idle = await aSocket()
    expect(await isCut(idle)).toBe(true) // by then an idle client is disconnected
    finish()
    await expect.poll(read).toContain('<late>')
  })
})

describe('the sockets of one address', () => {
  test('are limited: above it the oldest idle one is closed', async () => {
    const aSocket = await aServer((_request, reply) => reply.end('<ok>'), { perAddress: 3 })
    const first = await aSocket()
    await aSocket()
    await aSocket()
    const read = collectText(await aSocket(ask('/')))
    expect(await isCut(first)).toBe(true)
    await expect.poll(read).toContain('<ok>')
  })

  test('are rejected above the limit when none is idle', async () => {
    let begun = 0
    const aSocket = await aServer(
      () => {
        begun += 1
      },
      { perAddress: 3 },
    )
    for (let at = 0; at < 3; at += 1) await aSocket(ask('/'))
    await expect.poll(() => begun).toBe(3)
    expect(await isCut(await aSocket(ask('/')))).toBe(true)
    expect(begun).toBe(3)
  })

  test('are not limited behind a proxy', async () => {
    const aSocket = await aServer((_request, reply) => reply.end('<ok>'), { perAddress: 1, isProxied: true })
    const reads = [collectText(await aSocket(ask('/'))), collectText(await aSocket(ask('/')))]
    for (const read of reads) await expect.poll(read).toContain('<ok>')
  })
})

describe('the sockets of all', () => {
  const [crowd, other] = ['127.0.0.2', '127.0.0.3']

  test('are limited: above it the address with most sockets loses its oldest idle one', async () => {
    let begun = 0
    const aSocket = await aServer(
      ({ url }, reply) => {
        begun += 1
        if (url === '/') reply.end('<ok>')
      },
      { inAll: 4 },
    )
    const alone = await aSocket('', other)
    await aSocket(ask('/never'), crowd)
    await expect.poll(() => begun).toBe(1)
    const idle = await aSocket('', crowd)
    await aSocket('', crowd)
    const read = collectText(await aSocket(ask('/')))
    expect(await isCut(idle)).toBe(true)
    await expect.poll(read).toContain('<ok>')
    expect(alone.destroyed).toBe(false)
  })

  test('are rejected above the limit when none is idle', async () => {
    let begun = 0
    const aSocket = await aServer(
      () => {
        begun += 1
      },
      { inAll: 2, isProxied: true },
    )
    for (const address of [crowd, other]) await aSocket(ask('/'), address)
    await expect.poll(() => begun).toBe(2)
    expect(await isCut(await aSocket(ask('/')))).toBe(true)
    expect(begun).toBe(2)
  })
})

test('a stopping server drops incomplete requests and answers complete ones', async () => {
  let begun = 0
  let finish = () => {}
  const aSocket = await aServer(
    (request, reply) => {
      begun += 1
      if (request.url === '/late') finish = () => reply.end('<late>')
    },
    { stopMs: 50 },
  )
  const read = collectText(await aSocket('GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))
  const body = await aSocket('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx')
  const head = await aSocket('GET / HTTP/1.1\r\nHost:')
  await expect.poll(() => begun).toBe(2)
  const stopped = aSocket.stop()
  expect(await isCut(body)).toBe(true)
  expect(await isCut(head)).toBe(true)
  expect(read()).toBe('')
  finish()
  await stopped
  await expect.poll(read).toContain('<late>')
})
