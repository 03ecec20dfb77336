import { once } from 'node:events'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import type { Server, Socket } from 'node:net'

type PortAddress = { port: number; host: string }

/** A port that can be closed; then connections are refused, as if no program listened. */
export class Door {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #address: PortAddress | undefined

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {}) // a client that disconnects early
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** Opens the port and returns its number; 0 selects any free port. */
  async open({ port, host }: PortAddress): Promise<number> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    const bound = this.#server.address()
    if (bound === null || typeof bound === 'string') throw new Error('The simulator got no port.')
    this.#address = { port: bound.port, host }
    return bound.port
  }

  setClosed(isClosed: boolean): void {
    if (isClosed && this.#server.listening) {
      this.#server.close()
      for (const socket of this.#sockets) socket.resetAndDestroy()
    }
    if (!isClosed && !this.#server.listening && this.#address) this.#server.listen(this.#address)
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

/**
 * A file in the format of /etc/hosts with a name for each source, for programs that read it instead of their own.
 * Names can be removed; the file keeps its length, so that it is never read half-written.
 */
export class HostsFile {
  readonly #file: string
  readonly #address: string
  readonly #names: readonly string[]

  constructor(file: string, { address, names }: { address: string; names: readonly string[] }) {
    this.#file = file
    this.#address = address
    this.#names = names
    writeFileSync(file, this.#content(new Set()))
  }

  removeNames(removed: ReadonlySet<string>): void {
    const file = openSync(this.#file, 'r+')
    try {
      writeSync(file, this.#content(removed), 0)
    } finally {
      closeSync(file)
    }
  }

  #content(removed: ReadonlySet<string>): string {
    const lines = this.#names.map((name) => `${removed.has(name) ? '# ' : '  '}${this.#address} ${name}`)
    return ['  127.0.0.1 localhost', ...lines, ''].join('\n')
  }
}
