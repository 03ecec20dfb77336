import { createAddress, type Reply } from '#support/http-client.ts'
import { type Stage, signInWithGoogle } from './stage.ts'
import type { HttpSource, ProbeResult } from './table.ts'

/** Makes the site call a source: each request is for something new. */
export type Probe = {
  source: HttpSource
  request(): Promise<Reply>
  /** Undefined for a response that visitors must never get. */
  classify(reply: Reply): ProbeResult | undefined
}

let numbers = 652_874_751_412

/** The number of an item that is new in this run. */
export function createItemNumber(): string {
  numbers += 1
  return String(numbers)
}

/** `pictures`: paths of images that were never rendered; each is used once. */
export function createProbes(stage: Stage, pictures: string[]): Probe[] {
  const { client } = stage
  const from = () => ({ from: createAddress() })
  return [
    {
      source: 'product-info',
      request: () =>
        client.call(`GET /product-info?shopType=taobao&productCode=${createItemNumber()}`, undefined, from()),
      classify: ({ status, body }) => {
        const { state } = Object(body.data)
        if (status !== 200) return undefined
        if (state === 'known') return 'works'
        if (state === 'not-found') return 'gone'
        return state === 'unavailable' ? 'fails' : undefined
      },
    },
    {
      source: 'qc',
      request: () =>
        client.call(`GET /qc-external?shopType=taobao&goodsId=${createItemNumber()}`, undefined, from()),
      classify: ({ status, body: { data } }) => {
        if (status !== 200) return undefined
        if (data === null) return 'fails'
        const photos = readPhotos(data)
        return photos.length > 0 ? 'works' : 'gone'
      },
    },
    {
      source: 'pictures',
      request: () => {
        const path = pictures.pop()
        if (!path) throw new Error('There are too few images that were never rendered.')
        return client.send(path, from())
      },
      classify: ({ status, headers }) => {
        if (status === 200) return headers['content-type'] === 'image/webp' ? 'works' : undefined
        return status === 404 || status === 503 ? 'fails' : undefined
      },
    },
    {
      source: 'google-keys',
      request: () => signInWithGoogle(stage),
      classify: ({ status, body }) => {
        if (status === 200) return 'works'
        const isGoogleError = body.message === 'Google sign-in could not be verified.'
        return status === 401 && isGoogleError ? 'fails' : undefined
      },
    },
  ]
}

/** The addresses of `data[0].imgs`. */
export function readPhotos(data: unknown): string[] {
  const [first] = Array.isArray(data) ? data : []
  const { imgs } = Object(first)
  return Array.isArray(imgs) ? imgs.map(String) : []
}

/**
 * Lists paths of images that were never requested. Every item of the simulated source has five images. With a fault's name
 * as the prefix, such as `slow-`, the images have that fault.
 */
export async function listNewPictures({ client }: Stage, count: number, prefix = ''): Promise<string[]> {
  const paths: string[] = []
  while (paths.length < count) {
    const path = `GET /product-info?shopType=taobao&productCode=${prefix}${createItemNumber()}`
    const { body, text } = await client.call(path, undefined, { from: createAddress() })
    const { imgList } = Object(Object(body.data).productInfo)
    if (!Array.isArray(imgList)) throw new Error(`An item has no pictures: ${text}`)
    paths.push(...imgList.map((address) => String(address).split('#')[0] ?? ''))
  }
  return paths
}
