import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agents } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { uploadSizes } from '#shared/server/multipart.ts'
import { anAgent } from '#support/factories.ts'
import { aForm, agentDraft, aPng, dataPart, filePart, rawForm } from '#support/forms.ts'
import type { Reply } from '#support/http-client.ts'
import { sendForm, tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const path = '/agent/createAgent'
const database = useDatabase()
useTokens(database)
const app = useApp(database)
const png = await aPng()

const send = (form: { headers: Record<string, string>; body: Buffer }) => sendForm(app(), path, form)
const good = () => aForm(agentDraft, { bytes: png })

/** Refused in the one envelope, and nothing came of it. */
async function expectRefused(reply: Reply, status: number): Promise<void> {
  expect(reply.body).toMatchObject({ success: false, statusCode: status, requestId: expect.any(String) })
  expect(reply.status).toBe(status)
  expect(await database.db.$count(agents)).toBe(0)
}

/** Writes to a socket of its own and gives all that comes back until the connection is closed. */
function sendOnWire(head: string, write: (socket: Socket) => void): Promise<string> {
  const address = app().app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The application has no port.')
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(address.port, '127.0.0.1', () => {
      socket.write(head)
      write(socket)
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined) // writing fails after the server has closed the socket
    socket.on('close', () => resolve(text))
  })
}
const wireHead = (more: string, authorization = tokens.admin) =>
  `POST ${apiBase}${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\n${more}\r\n\r\n`
const filePartHead = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

describe('a form', () => {
  test('is accepted as browsers encode it, with its parts in any order', async () => {
    expect((await send(await good())).status).toBe(200)
    const turned = rawForm([filePart(png), dataPart({ ...agentDraft, name: 'Turned' })])
    expect((await send(turned)).status).toBe(200)
  })

  test('may declare its data as JSON, or send it as a file', async () => {
    const typed = ['content-disposition: form-data; name="data"', 'content-type: application/json']
    const asFile = [
      'content-disposition: form-data; name="data"; filename="blob"',
      'content-type: application/json',
    ]
    for (const [at, headers] of [typed, asFile].entries()) {
      const body = JSON.stringify({ ...agentDraft, name: `Agent ${at}` })
      expect((await send(rawForm([{ headers, body }, filePart(png)]))).status).toBe(200)
    }
  })

  test('may contain one unknown field, which is ignored', async () => {
    const extra = { headers: ['content-disposition: form-data; name="isSelected"'], body: 'true' }
    await anAgent(database.db, { isSelected: true })
    expect((await send(rawForm([dataPart(agentDraft), extra, filePart(png)]))).body?.data).toMatchObject({
      isSelected: false,
    })
  })

  test('with an empty file field has no file', async () => {
    const form = rawForm([dataPart(agentDraft), filePart('', '', 'application/octet-stream')])
    const reply = await send(form)
    expect(reply.body).toMatchObject({ message: 'Please provide an image', errors: [{ field: 'file' }] })
  })

  test('is validated as JSON is', async () => {
    const reply = await send(rawForm([filePart(png)]))
    expect(reply.body).toMatchObject({ code: 'INVALID_INPUT', message: 'name is required.' })
    expect(Object(reply.body).errors.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'offer',
      'to',
    ])
  })
})

describe('other kinds of content are refused', () => {
  test.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=a-line-between',
    'multipart/related; boundary=a-line-between',
    'image/png',
    'multipart',
  ])('%s', async (type) => {
    const form = rawForm([dataPart(agentDraft), filePart(png)], { type })
    await expectRefused(await send(form), 415)
  })

  test('nothing at all', async () => {
    const reply = await app().send(apiBase + path, {
      method: 'POST',
      headers: { authorization: tokens.admin },
    })
    await expectRefused(reply, 415)
  })

  test('and a form by every other call', async () => {
    const { headers, body } = await good()
    for (const other of ['/auth/login', '/links/parse', '/products/addProduct', '/review/addReview']) {
      const sent = { method: 'POST', headers: { authorization: tokens.admin, ...headers }, body }
      expect((await app().send(apiBase + other, sent)).status, other).toBe(415)
    }
  })
})

const text = (name: string, body = 'x') => ({
  headers: [`content-disposition: form-data; name="${name}"`],
  body,
})

describe('a broken form is refused', () => {
  const forms: [string, () => ReturnType<typeof rawForm>][] = [
    [
      'without a boundary',
      () => rawForm([dataPart(agentDraft), filePart(png)], { type: 'multipart/form-data' }),
    ],
    [
      'with an empty boundary',
      () => rawForm([dataPart(agentDraft)], { type: 'multipart/form-data; boundary=' }),
    ],
    [
      'with another boundary',
      () => rawForm([dataPart(agentDraft)], { type: 'multipart/form-data; boundary=y' }),
    ],
    ['without an end', () => rawForm([dataPart(agentDraft), filePart(png)], { end: '' })],
    [
      'that ends in the head of a part',
      () => rawForm([dataPart(agentDraft)], { end: '--a-line-between\r\ncontent-d' }),
    ],
    ['that ends in the file', () => rawForm([dataPart(agentDraft), filePart(png)], { end: 'more of it' })],
    ['with two files', () => rawForm([dataPart(agentDraft), filePart(png), filePart(png)])],
    [
      'with a file of another name',
      () =>
        rawForm([
          dataPart(agentDraft),
          { headers: ['content-disposition: form-data; name="x"; filename="x"'] },
        ]),
    ],
    [
      'with its data twice',
      () => rawForm([dataPart(agentDraft), dataPart({ ...agentDraft, name: 'Two' }), filePart(png)]),
    ],
    ['with four parts', () => rawForm([text('a'), text('b'), dataPart(agentDraft), filePart(png)])],
    [
      'with 500 parts',
      () => rawForm([...Array.from({ length: 500 }, (_none, at) => text(`p${at}`)), dataPart(agentDraft)]),
    ],
    ['with a prototype for a field', () => rawForm([text('__proto__'), dataPart(agentDraft), filePart(png)])],
    [
      'with a constructor for a field',
      () => rawForm([text('constructor'), dataPart(agentDraft), filePart(png)]),
    ],
    ['with parts without a head', () => rawForm([{ body: 'x' }, { body: 'y' }])],
    ['with data that is no JSON', () => rawForm([dataPart('{"name":'), filePart(png)])],
    ['with data that is text', () => rawForm([dataPart('"CNFans"'), filePart(png)])],
    ['with data that is a list', () => rawForm([dataPart([agentDraft]), filePart(png)])],
    ['with data that is null', () => rawForm([dataPart('null'), filePart(png)])],
    ['with empty data', () => rawForm([dataPart(''), filePart(png)])],
    [
      'with a prototype in its data',
      () => rawForm([dataPart('{"__proto__":{"active":true}}'), filePart(png)]),
    ],
    [
      'with a constructor in its data',
      () => rawForm([dataPart('{"to":{"constructor":{"prototype":{}}}}'), filePart(png)]),
    ],
    ['with deep data', () => rawForm([dataPart('['.repeat(8000)), filePart(png)])],
    ['with no part', () => rawForm([])],
    ['without a byte', () => ({ ...rawForm([]), body: Buffer.alloc(0) })],
  ]
  test.each(forms)('%s', async (_what, form) => {
    await expectRefused(await send(form()), 400)
  })

  test('with data that is too long', async () => {
    const data = { ...agentDraft, x: 'x'.repeat(16 * 1024) }
    await expectRefused(await send(rawForm([dataPart(data), filePart(png)])), 413)
  })

  test('is always answered, whatever is changed in it', async () => {
    const whole = rawForm([dataPart(agentDraft), filePart(png)])
    const cut = fc.tuple(fc.nat(whole.body.length), fc.nat(60), fc.uint8Array({ maxLength: 12 }))
    const property = fc.asyncProperty(cut, async ([at, length, bytes]) => {
      const body = Buffer.concat([whole.body.subarray(0, at), bytes, whole.body.subarray(at + length)])
      const { status } = await send({ ...whole, body })
      expect([200, 400, 409, 413]).toContain(status)
    })
    await fc.assert(property, { seed: 20_261_121, numRuns: 150 })
  })
})

describe('callers without access', () => {
  test.each([
    ['a visitor', 'an-unknown-token', 401],
    ['a user', tokens.user, 403],
  ])('rejects %s before the form is read', async (_who, authorization, status) => {
    const head = wireHead('content-length: 99999999', authorization)
    expect(await sendOnWire(head, () => undefined)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
})

describe('what is too large', () => {
  test('is rejected before it is read when Content-Length says so', async () => {
    const response = await sendOnWire(wireHead('content-length: 104857600'), () => undefined)
    expect(response).toMatch(/^HTTP\/1.1 413 [\s\S]*connection: close[\s\S]*"code":"TOO_LARGE"/i)
  })

  test('is answered when it is 10 MB', async () => {
    await expectRefused(await send(await aForm(agentDraft, { bytes: Buffer.alloc(10 * 1024 * 1024) })), 413)
  })

  /** A file without an end that is said: what is answered to it, and how much of it was sent until then. */
  async function pour(most: number) {
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let sent = 0
    const response = await sendOnWire(wireHead('transfer-encoding: chunked'), (socket) => {
      socket.write(`${filePartHead.length.toString(16)}\r\n${filePartHead}\r\n`)
      const more = () => {
        for (let isTaken = true; isTaken && sent < most && !socket.destroyed; sent += 0x10000)
          isTaken = socket.write(piece)
      }
      socket.on('drain', more)
      more()
    })
    return { response, sent }
  }

  test('is rejected when its end is missing', async () => {
    expect((await pour(uploadSizes.readBytes)).response).toMatch(/^HTTP\/1.1 413 /)
    // The rest is in system buffers. A client that writes while the connection ends may lose the response.
    expect((await pour(Number.POSITIVE_INFINITY)).sent).toBeLessThan(uploadSizes.readBytes + 8 * 1024 * 1024)
    expect(await database.db.$count(agents)).toBe(0)
  })

  test('includes the header of a part, whose rest is ignored', async () => {
    const headers = [
      ...(filePart(png).headers ?? []),
      ...Array.from({ length: 400 }, (_none, at) => `x-${at}: ${'y'.repeat(200)}`),
    ]
    expect((await send(rawForm([dataPart(agentDraft), { headers, body: png }]))).status).toBe(200)
  })
})

test('ends a slow form at the request timeout', async () => {
  const { server } = app().app
  const { requestTimeout } = server
  server.requestTimeout = 200
  try {
    const response = await sendOnWire(wireHead('content-length: 4000'), (socket) => {
      socket.write(filePartHead)
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect(response).toMatch(/^HTTP\/1.1 408 /)
  } finally {
    server.requestTimeout = requestTimeout
  }
  expect(await database.db.$count(agents)).toBe(0)
})
