import { onePixel } from '#support/forms.ts'

/** A body as it goes over the wire. */
export type RawForm = { headers: Record<string, string>; body: Uint8Array }
export type Form = RawForm & {
  name: string
  /** Whether the form may be accepted, which is so for forms that only look odd. */
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

/** `quoted` stands in the header as it is. */
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
  const refused = (name: string, form: RawForm): Form => ({ name, mayPass: false, ...form })
  const odd = (name: string, form: RawForm): Form => ({ name, mayPass: true, ...form })
  const typed = (type: string): RawForm => ({ ...rawForm([good, file]), headers: { 'content-type': type } })
  return [
    ...fileNames.map((name) => ({
      name: `a file called ${JSON.stringify(name.slice(0, 40))}`,
      mayPass: true,
      ...rawForm([good, filePart(onePixel, name)]),
    })),
    refused('two files', rawForm([good, file, file])),
    refused('no file', rawForm([good])),
    refused('an empty file', rawForm([good, filePart('')])),
    refused(
      'a file in another field',
      rawForm([good, { ...file, head: ['content-disposition: form-data; name="image"; filename="x.png"'] }]),
    ),
    odd(
      'a file as a text',
      rawForm([good, { ...file, head: ['content-disposition: form-data; name="file"'] }]),
    ),
    refused('500 parts', rawForm([...Array.from({ length: 500 }, () => other), good, file])),
    refused('data twice', rawForm([good, good, file])),
    refused('no data', rawForm([file])),
    refused('half a JSON text', rawForm([dataPart('{"name":"x"'), file])),
    refused('a prototype in disguise', rawForm([dataPart('{"__proto__":{"active":true}}'), file])),
    refused('17 KB of data', rawForm([dataPart({ ...data, x: 'x'.repeat(17 * 1024) }), file])),
    refused('no end', rawForm([good, file], '')),
    refused('no part', rawForm([])),
    refused('another line between', typed('multipart/form-data; boundary=another')),
    refused('no line between', typed('multipart/form-data')),
    refused('an empty line between', typed('multipart/form-data; boundary=""')),
    refused('another kind of multipart', typed(`multipart/mixed; boundary=${boundary}`)),
    refused('JSON', {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(data)),
    }),
    refused('a picture alone', { headers: { 'content-type': 'image/png' }, body: onePixel }),
    odd(
      'a header of 20 KB',
      rawForm([good, { ...file, head: [...file.head, `x-a: ${'a'.repeat(20_000)}`] }]),
    ),
    odd(
      '1,000 headers',
      rawForm([
        good,
        { ...file, head: [...file.head, ...Array.from({ length: 1000 }, (_, index) => `x-${index}: 1`)] },
      ]),
    ),
  ]
}
