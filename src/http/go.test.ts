import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { appManifest } from '#features/installed-app/app-manifest.ts'
import { type Form, formType, rawForm, textPart } from '#support/forms.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const database = useDatabase()
const app = useApp(database)
const link = 'https://weidian.com/item.html?itemID=7229418055'
const shared = '「双肩包」 https://item.taobao.com/item.htm?id=991234567890&price=168&skuId=7'
const kilobytes = (count: number) => Buffer.alloc(count * 1024, 'x')

const picturePart = (body: Buffer, name = 'pictures') => ({
  headers: [`content-disposition: form-data; name="${name}"; filename="a.jpg"`, 'content-type: image/jpeg'],
  body,
})
const share = (form: Form, headers: Record<string, string> = {}) =>
  app().send('/go', { method: 'POST', body: form.body, headers: { ...form.headers, ...headers } })
const shareTexts = (texts: Record<string, string>) =>
  share(rawForm(Object.entries(texts).map(([name, text]) => textPart(name, text))))

describe('a share that the server answers', () => {
  test.each([
    [{ url: link }, '/product/weidian/7229418055'],
    [{ text: `Look ${link}` }, '/product/weidian/7229418055'],
    [
      { title: 'Canvas backpack', text: link, url: '' },
      '/product/weidian/7229418055#hints&title=Canvas+backpack',
    ],
    [
      { text: shared },
      '/product/taobao/991234567890#hints&title=%E5%8F%8C%E8%82%A9%E5%8C%85&price=168&currency=CNY&skuId=7',
    ],
    [{ text: 'hello' }, '/?refused=NOT_A_LINK'],
    [{ text: 'https://m.tb.cn/h.abc' }, '/?refused=SHORT_LINK'],
    [{ url: 'https://evil.example/' }, '/?refused=OTHER_SITE'],
    [{ unknown: link }, '/?refused=NOT_A_LINK'],
    [{}, '/?refused=NOT_A_LINK'],
  ])('with %j leads where GET leads', async (texts, target) => {
    const { status, headers } = await shareTexts(texts)
    expect([status, headers.location, headers['cache-control']]).toEqual([303, target, 'no-store'])
    const got = await app().send(`/go?${new URLSearchParams(texts as Record<string, string>)}`)
    expect(got.headers.location).toBe(target)
  })

  test('needs no origin of ours, and changes nothing', async () => {
    const form = rawForm([textPart('url', link)])
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const { status, headers: reply } = await share(form, headers)
    expect([status, reply.location, reply['set-cookie']]).toEqual([
      303,
      '/product/weidian/7229418055',
      undefined,
    ])
  })

  test('takes the first of repeated texts', async () => {
    const form = rawForm([
      textPart('url', link),
      textPart('url', 'https://detail.1688.com/offer/652874751412.html'),
    ])
    expect((await share(form)).headers.location).toBe('/product/weidian/7229418055')
  })

  test('discards pictures, wherever they stand', async () => {
    const pictures = Array.from({ length: 12 }, () => picturePart(kilobytes(200)))
    for (const parts of [
      [textPart('url', link), ...pictures],
      [...pictures, textPart('url', link)],
    ])
      expect((await share(rawForm(parts))).headers.location).toBe('/product/weidian/7229418055')
  })

  test('leads to the item although its pictures are larger than what is read', async () => {
    const reply = await sendOnWire([textPart('url', link), picturePart(kilobytes(13 * 1024))])
    expect(reply).toMatch(/^HTTP\/1\.1 303 /)
    expect(reply).toMatch(/\r\nlocation: \/product\/weidian\/7229418055\r\n/)
    expect(reply).toMatch(/\r\nconnection: close\r\n/)
  })
})

describe('a hostile form', () => {
  const hostile: [string, number, Form][] = [
    ['no form', 415, { headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }],
    [
      'a plain form',
      415,
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: Buffer.from('url=a') },
    ],
    ['no type', 415, { headers: {}, body: Buffer.from('url=a') }],
    ['no boundary', 400, rawForm([textPart('url', link)], { type: 'multipart/form-data' })],
    ['no end', 400, rawForm([textPart('url', link)], { end: '' })],
    [
      'another boundary',
      400,
      rawForm([textPart('url', link)], { type: 'multipart/form-data; boundary=other' }),
    ],
    ['a text above 16 KB', 413, rawForm([textPart('text', 'x'.repeat(17 * 1024))])],
    ['too many texts', 400, rawForm(Array.from({ length: 30 }, (_, at) => textPart(`field${at}`, 'x')))],
    ['too many files', 400, rawForm(Array.from({ length: 80 }, () => picturePart(kilobytes(1))))],
    ['a name of Object', 400, rawForm([textPart('__proto__', link)])],
    ['texts that never end', 413, rawForm([textPart('other', 'x'.repeat(13 * 1024 * 1024))])],
  ]
  test.each(hostile)('with %s is refused with %i in the one envelope', async (_name, statusCode, form) => {
    const { status, body, headers } = await share(form)
    expect(body).toMatchObject({ success: false, statusCode, requestId: expect.any(String) })
    expect([status, headers.location, headers['cache-control']]).toEqual([statusCode, undefined, 'no-store'])
  })

  test('with a method of none of the forms is refused', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await app().send('/go', { method })
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, POST, HEAD'])
    }
  })
})

describe('the manifest', () => {
  test('describes the app, and the share that the server takes', async () => {
    const { status, headers, text } = await app().send('/manifest.webmanifest')
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    expect(JSON.parse(text)).toMatchObject({
      id: '/',
      name: 'Chopmark',
      short_name: 'Chopmark',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      share_target: {
        action: '/go',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: {
          title: 'title',
          text: 'text',
          url: 'url',
          files: [{ name: 'pictures', accept: ['image/jpeg', 'image/png', 'image/webp'] }],
        },
      },
    })
    expect(appManifest.shortcuts.map(({ name }) => name)).toEqual([
      'Paste a link',
      'Haul planner',
      'Shipping Calculator',
      'My Collection',
    ])
  })
})

/** Sends a form over a socket of its own, because clients give up a request that is answered before its end. */
function sendOnWire(parts: Parameters<typeof rawForm>[0]): Promise<string> {
  const { body } = rawForm(parts)
  const address = app().app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The application has no port.')
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(address.port, '127.0.0.1', () => {
      socket.write(
        `POST /go HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${formType}\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      socket.write(body)
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined) // writing fails after the server has closed the socket
    socket.on('close', () => resolve(text))
  })
}
