import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { apiBase } from '#shared/paths.ts'

const end = '\r\n--x--\r\n'
const fileHead =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'

type SlowForm = { path: string; authorization?: string; bytes: Uint8Array; sent?: number }

/**
 * A form with a file on a socket of its own; only so many bytes of the file are `sent` until it is told to
 * finish.
 */
export async function aSlowForm(origin: string, { path, authorization = '', bytes, sent = 0 }: SlowForm) {
  const length = Buffer.byteLength(fileHead) + bytes.length + Buffer.byteLength(end)
  const head = [
    `POST ${apiBase}${path} HTTP/1.1`,
    'host: localhost',
    `authorization: ${authorization}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${length}`,
  ]
  const socket = await aSocketTo(origin)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.write(`${head.join('\r\n')}\r\n\r\n${fileHead}`)
  socket.write(bytes.subarray(0, sent))
  return {
    socket,
    /** What was answered so far. */
    answer: () => answer,
    finish: () => void socket.write(Buffer.concat([bytes.subarray(sent), Buffer.from(end)])),
  }
}

async function aSocketTo(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // being closed is one
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}
