import sharp from 'sharp'

export type FilePart = { bytes: Uint8Array | string; name?: string; type?: string }
export type Form = { headers: Record<string, string>; body: Buffer }

/** A PNG of one colour. */
export function aPng(width = 8, height = width): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}

/** The smallest PNG there is. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A body as JSON in the field `data`, with a file beside it, as a browser packs them. */
export async function aForm(data: unknown, file?: FilePart): Promise<Form> {
  const form = new FormData()
  form.set('data', JSON.stringify(data))
  if (file) {
    const bytes = typeof file.bytes === 'string' ? file.bytes : Uint8Array.from(file.bytes)
    form.set('file', new Blob([bytes], { type: file.type ?? 'image/png' }), file.name ?? 'mark.png')
  }
  const packed = new Response(form)
  return {
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    body: Buffer.from(await packed.arrayBuffer()),
  }
}

type RawPart = { headers?: string[]; body?: Uint8Array | string }
const boundary = 'a-line-between'
export const formType = `multipart/form-data; boundary=${boundary}`

/** The same by hand, for what no browser would send. */
export function rawForm(
  parts: RawPart[],
  { end = `--${boundary}--\r\n`, type }: { end?: string; type?: string } = {},
): Form {
  const chunks = parts.flatMap(({ headers = [], body = '' }) => [
    Buffer.from([`--${boundary}`, ...headers, '', ''].join('\r\n')),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': type ?? formType },
    body: Buffer.concat([...chunks, Buffer.from(end)]),
  }
}

export const textPart = (name: string, body: string): RawPart => ({
  headers: [`content-disposition: form-data; name="${name}"`],
  body,
})
export const dataPart = (data: unknown): RawPart =>
  textPart('data', typeof data === 'string' ? data : JSON.stringify(data))
export const filePart = (bytes: Uint8Array | string, name = 'mark.png', type = 'image/png'): RawPart => ({
  headers: [`content-disposition: form-data; name="file"; filename="${name}"`, `content-type: ${type}`],
  body: bytes,
})

export const agentDraft = {
  name: 'CNFans',
  offer: 'Opens the item on CNFans',
  to: {
    taobao: 'https://cnfans.com/product/?shop_type=taobao&id={id}',
    weidian: 'https://cnfans.com/product/?shop_type=weidian&id={id}',
    ali_1688: 'https://cnfans.com/product/?shop_type=ali_1688&id={id}',
  },
}
