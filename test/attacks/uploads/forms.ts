import { onePixel } from '#support/forms.ts'

/** The headers and the encoded body of a form. */
export type RawForm = { headers: Record<string, string>; body: Uint8Array }
export type Form = RawForm & {
  name: string
  /** Whether the form may be accepted: odd forms may, wrong ones may not. */
  mayPass: boolean
}
type RawPart = { head: string[]; body?: Uint8Array | string }

const boundary = 'line-between-parts'

/** Packs parts by hand, for forms that no browser sends. */
function rawForm(parts: RawPart[], end = `--${boundary}--\r\n`): RawForm {
  const chunks = parts.flatMap(({ head, body = '' }) => [
    Buffer.from([`--${boundary}`, ...head, '', ''].join('\r\n')),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...chunks, Buffer.from(end)]),
  }
}

const dataPart = (data: unknown): RawPart => ({
  head: ['content-disposition: form-data; name="data"'],
  body: typeof data === 'string' ? data : JSON.stringify(data),
})

/** `quoted` is put into the header without escaping. */
const filePart = (bytes: Uint8Array | string, quoted = 'mark.png', type = 'image/png'): RawPart => ({
  head: [`content-disposition: form-data; name="file"; filename="${quoted}"`, `content-type: ${type}`],
  body: bytes,
})

/** Names with a meaning for a file system, a shell or a person. */
const fileNames = [
  '../../x.png',
  '..%2f..%2fx.png',
  '..\\..\\x.png',
  '/etc/cron.d/x',
  'C:\\Windows\\x.png',
  'x.png\0.php',
  `${'n'.repeat(4096)}.png`,
  '\u202egnp.exe',
  'CON',
  '.htaccess',
  'x.php.png',
  'x";name="data',
  '$(id).png',
  '<script>alert(1)</script>.png',
]

/** Wrong or odd forms with a valid image. `data` is a valid body of the call. */
export function oddForms(data: Record<string, unknown>): Form[] {
  const good = dataPart(data)
  const file = filePart(onePixel)
  const other = { head: ['content-disposition: form-data; name="x"'], body: 'x' }
  const createWrong = (name: string, form: RawForm): Form => ({ name, mayPass: false, ...form })
  const createOdd = (name: string, form: RawForm): Form => ({ name, mayPass: true, ...form })
  const withType = (type: string): RawForm => ({
    ...rawForm([good, file]),
    headers: { 'content-type': type },
  })
  return [
    ...fileNames.map((name) => ({
      name: `a file called ${JSON.stringify(name.slice(0, 40))}`,
      mayPass: true,
      ...rawForm([good, filePart(onePixel, name)]),
    })),
    createWrong('two files', rawForm([good, file, file])),
    createWrong('no file', rawForm([good])),
    createWrong('an empty file', rawForm([good, filePart('')])),
    createWrong(
      'a file in another field',
      rawForm([good, { ...file, head: ['content-disposition: form-data; name="image"; filename="x.png"'] }]),
    ),
    createOdd(
      'a file as a text',
      rawForm([good, { ...file, head: ['content-disposition: form-data; name="file"'] }]),
    ),
    createWrong('500 parts', rawForm([...Array.from({ length: 500 }, () => other), good, file])),
    createWrong('data twice', rawForm([good, good, file])),
    createWrong('no data', rawForm([file])),
    createWrong('half a JSON text', rawForm([dataPart('{"name":"x"'), file])),
    createWrong('a key that changes prototypes', rawForm([dataPart('{"__proto__":{"active":true}}'), file])),
    createWrong('17 KB of data', rawForm([dataPart({ ...data, x: 'x'.repeat(17 * 1024) }), file])),
    createWrong('no end', rawForm([good, file], '')),
    createWrong('no part', rawForm([])),
    createWrong('another boundary', withType('multipart/form-data; boundary=another')),
    createWrong('no boundary', withType('multipart/form-data')),
    createWrong('an empty boundary', withType('multipart/form-data; boundary=""')),
    createWrong('another kind of multipart', withType(`multipart/mixed; boundary=${boundary}`)),
    createWrong('JSON', {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(data)),
    }),
    createWrong('an image without a form', { headers: { 'content-type': 'image/png' }, body: onePixel }),
    createOdd(
      'a header of 20 KB',
      rawForm([good, { ...file, head: [...file.head, `x-a: ${'a'.repeat(20_000)}`] }]),
    ),
    createOdd(
      '1,000 headers',
      rawForm([
        good,
        { ...file, head: [...file.head, ...Array.from({ length: 1000 }, (_, index) => `x-${index}: 1`)] },
      ]),
    ),
  ]
}
