import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'

const LENGTH_BYTES = 4

/** Looks like a TCP socket to `pg`, so that the embedded database needs no driver of its own. */
export class WireStream extends Duplex {
  readonly #port: MessagePort
  #unsent: Buffer = Buffer.alloc(0)

  /** Opens one channel per connection, so that a late response cannot reach the next connection. */
  constructor(worker: Worker) {
    super()
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.on('message', (bytes: Uint8Array) => this.push(bytes))
    port1.on('close', () => this.destroy())
    worker.postMessage(port2, [port2])
  }

  /** Emits 'connect' on the next tick, because `pg` adds its listener after this call. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#port.ref()
    return this
  }

  unref(): this {
    this.#port.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk])
    done()
  }

  /** Sends buffered chunks together, so that parse, bind and execute are one message to the worker. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  /** Closes both directions, because `pg` waits for 'close' after its last message. */
  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }

  /** Transfers a copy, because Buffers may share memory, and shared memory must not be transferred. */
  #send(chunks: Buffer[]): void {
    const bytes = Buffer.concat([this.#unsent, ...chunks])
    const end = countCompleteBytes(bytes)
    this.#unsent = bytes.subarray(end)
    const request = new Uint8Array(bytes.subarray(0, end))
    if (end > 0) this.#port.postMessage(request, [request.buffer])
  }
}

/** How many leading bytes are whole messages, because PGlite reads a half message as garbage. */
export function countCompleteBytes(bytes: Buffer): number {
  let end = 0
  for (let next = findMessageEnd(bytes, 0); next <= bytes.length; next = findMessageEnd(bytes, end)) {
    end = next
  }
  return end
}

/** The startup message alone has no type byte, and its length is too small to begin with anything but a zero. */
function findMessageEnd(bytes: Buffer, start: number): number {
  const lengthAt = bytes[start] === 0 ? start : start + 1
  if (lengthAt + LENGTH_BYTES > bytes.length) return Number.POSITIVE_INFINITY
  return lengthAt + bytes.readInt32BE(lengthAt)
}
