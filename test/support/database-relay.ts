import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { parseDatabaseUrl } from '#db/connection/database-url.ts'

type DatabaseRelay = {
  /** Its address on loopback, for the same database. */
  url: string
  /** The statements that went through it, as they were sent. */
  statements: () => string[]
  close: () => Promise<void>
}

type Relayed = { fromClient: (bytes: Buffer) => void; fromServer: (bytes: Buffer) => Buffer }

/** A port of loopback that leads to the server of a `DATABASE_URL`. */
export async function startRelay(
  url: string,
  { fromClient, fromServer }: Relayed = { fromClient: () => {}, fromServer: (bytes) => bytes },
): Promise<DatabaseRelay> {
  const { host = 'localhost', port = 5432, user, password, database } = parseDatabaseUrl(url).config
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}))
    client.on('data', fromClient).pipe(server)
    server
      .on('data', (bytes) => client.write(fromServer(Buffer.from(bytes))))
      .on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port: own } = relay.address() as AddressInfo // it listens on TCP
  const login = [user, password].map((part) => encodeURIComponent(String(part ?? ''))).join(':')
  return {
    url: `postgres://${login}@127.0.0.1:${own}/${database}`,
    statements: () => [],
    close: async () => {
      for (const socket of sockets) socket.destroy()
      relay.close()
      await once(relay, 'close')
    },
  }
}

/** As PgBouncer does, it names itself and not the server in the key for cancelling. */
export async function startPooler(url: string): Promise<DatabaseRelay> {
  const statements: string[] = []
  const relay = await startRelay(url, {
    fromClient: (bytes) => {
      if (String.fromCharCode(bytes[0] ?? 0) === 'Q') statements.push(bytes.toString('utf8', 5))
    },
    fromServer: (bytes) => {
      const key = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12])) // BackendKeyData of 12 bytes
      if (key >= 0) bytes.writeInt32BE(1, key + 5)
      return bytes
    },
  })
  return { ...relay, statements: () => statements }
}
