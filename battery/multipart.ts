import type { Ask } from './client.ts'

type Part = { name?: string; bytes: Uint8Array; type?: string }

/** A picture with a body as JSON beside it, as our own forms send them (§7). */
export async function multipart(value: unknown, file?: Part): Promise<Pick<Ask, 'headers' | 'body'>> {
  const form = new FormData()
  form.set('data', JSON.stringify(value))
  if (file) {
    const { name = 'mark.png', type = 'image/png', bytes } = file
    form.set('file', new Blob([Uint8Array.from(bytes)], { type }), name)
  }
  const packed = new Response(form)
  return {
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    body: new Uint8Array(await packed.arrayBuffer()),
  }
}

/** The smallest PNG there is: one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
