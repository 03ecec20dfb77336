import { once } from 'node:events'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import type { Server, Socket } from 'node:net'

type DoorAddress = { port: number; host: string }

/** A port that can be closed: connections are refused then, as where no program listens. */
export class Door {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #place: DoorAddress | undefined

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {}) // a client that hangs up early
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** Resolves to the port; 0 asks for any that is free. */
  async open({ port, host }: DoorAddress): Promise<number> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    const bound = this.#server.address()
    if (bound === null || typeof bound === 'string') throw new Error('The simulator got no port.')
    this.#place = { port: bound.port, host }
    return bound.port
  }

  setShut(isShut: boolean): void {
    if (isShut && this.#server.listening) {
      this.#server.close()
      for (const socket of this.#sockets) socket.resetAndDestroy()
    }
    if (!isShut && !this.#server.listening && this.#place) this.#server.listen(this.#place)
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
 * A file in the format of /etc/hosts with a name for each source, for programs that read it in the place of
 * their own. Names can be removed; the file keeps its length, so that no reader sees half of it.
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

  strikeOut(struck: ReadonlySet<string>): void {
    const file = openSync(this.#file, 'r+')
    try {
      writeSync(file, this.#content(struck), 0)
    } finally {
      closeSync(file)
    }
  }

  #content(struck: ReadonlySet<string>): string {
    const lines = this.#names.map((name) => `${struck.has(name) ? '# ' : '  '}${this.#address} ${name}`)
    return ['  127.0.0.1 localhost', ...lines, ''].join('\n')
  }
}
