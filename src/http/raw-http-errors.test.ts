import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const host = 'Host: localhost\r\n'
const parse = `POST /api/v1/links/parse HTTP/1.1\r\n${host}Content-Type: application/json\r\n`
const chunked = `${parse}Transfer-Encoding: chunked\r\n`
const get = `GET /api/v1/site/settings HTTP/1.1\r\n`

describe('malformed requests', () => {
  const database = useDatabase()
  const app = useApp(database)

  /** Everything the server says until it closes the connection. */
  async function say(bytes: string, { isEnd = false } = {}): Promise<string> {
    const address = app().app.server.address()
    if (address === null || typeof address === 'string') throw new Error('The application has no port.')
    const socket = connect(address.port, '127.0.0.1')
    if (isEnd) socket.end(bytes, 'latin1')
    else socket.write(bytes, 'latin1')
    return String(Buffer.concat(await socket.toArray()))
  }

  test.each([
    ['no HTTP', '\x16\x03\x01\x00\xa5\r\n\r\n', 400],
    ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n`, 400],
    ['both lengths', `${chunked}Content-Length: 6\r\n\r\n0\r\n\r\nG`, 400],
    ['two lengths', `${parse}Content-Length: 15\r\nContent-Length: 5\r\n\r\n{"texts":["a"]}`, 400],
    ['a length that is no number', `${parse}Content-Length: 0xf\r\n\r\n{"texts":["a"]}`, 400],
    ['an unknown encoding', `${parse}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
    ['a space before the colon', `${parse}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a folded line', `${get}${host}X-A: a\r\n b\r\n\r\n`, 400],
    ['bare line feeds', `${get}${host}\r\n`.replaceAll('\r', ''), 400],
    ['NUL in a header', `${get}${host}X-A: a\0b\r\n\r\n`, 400],
    ['raw bytes in the address', `GET /\xff\xfe HTTP/1.1\r\n${host}\r\n`, 400],
    ['a space in the address', `GET /a b HTTP/1.1\r\n${host}\r\n`, 400],
    ['a chunk without a size', `${chunked}\r\nzz\r\n{}\r\n0\r\n\r\n`, 400],
    ['a chunk with a word too long', `${chunked}\r\n1;${'a'.repeat(20_000)}\r\n`, 413],
    ['headers too large', `${get}${host}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ])('answers %s once in the envelope and closes the connection', async (_what, bytes, status) => {
    const text = await say(bytes)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain('\r\nconnection: close')
    expect(head).toContain("\r\ncontent-security-policy: default-src 'none'")
    expect(head).toContain('\r\nx-content-type-options: nosniff')
    const [, id] = /\r\nx-request-id: ([\w-]{8,})/.exec(head) ?? []
    expect(JSON.parse(body)).toMatchObject({ success: false, statusCode: status, requestId: id })
    expect(app().logged).toEqual([])
  })

  test('answers a truncated body in the envelope', async () => {
    expect(await say(`${parse}Content-Length: 100\r\n\r\n{"te`, { isEnd: true })).toContain('"success":false')
  })

  test.each([
    ['no host', `${get}Connection: close\r\n\r\n`],
    ['two hosts', `${get}${host}host: evil.example\r\nConnection: close\r\n\r\n`],
  ])('rejects a request with %s in the envelope', async (_what, bytes) => {
    const text = await say(bytes)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('"code":"BAD_REQUEST"')
    expect(text).toContain('x-request-id: ')
  })

  test('accepts HTTP/1.0 without a host', async () => {
    expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('ignores an unknown Expect header', async () => {
    const text = await say(`${get}${host}Expect: miracles\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('does not answer a request after a malformed one', async () => {
    expect(await say(`${get}${host}X : a\r\n\r\n${get}${host}\r\n`)).not.toContain('HTTP/1.1 200')
  })

  test('limits headers to 10 s and a request to 30 s', () => {
    const { headersTimeout, requestTimeout } = app().app.server
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 })
  })
})
