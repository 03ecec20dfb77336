import { getImageUrl } from '#shared/image-urls.ts'
import type { Item } from './panel-item.ts'

const limits = { answerMs: 12_000, photos: 6 } as const

/** What the site knows about an item. */
export type Known = {
  title: string
  price: number | null
  currency: string
}
export type Photos = {
  /** URLs of the first few, in the size that the panel shows. */
  shown: string[]
  count: number
  /** A source that may have more did not answer. */
  isPartial: boolean
}

/** Asks the site about an item: only the item's number is sent, and no cookie. */
export function createSite(origin: string) {
  async function ask(path: string): Promise<unknown> {
    const response = await fetch(origin + path, options())
    if (!response.ok) throw new Error(`The site answered with status ${response.status}.`)
    return at(await response.json(), 'data')
  }

  /** Throws when the site cannot be reached. */
  async function photosOf({ shopType, id }: Item): Promise<Photos> {
    const item = encodeURIComponent(id)
    const [own, outside] = await Promise.allSettled([
      ask(`/api/v1/qc-photos/${item}?shopType=${shopType}`),
      ask(`/api/v1/qc-external?shopType=${shopType}&goodsId=${item}`),
    ])
    if (own.status === 'rejected' && outside.status === 'rejected') throw own.reason
    const ofSite = own.status === 'fulfilled' ? texts(at(own.value, 'photos')) : []
    const ofOthers = outside.status === 'fulfilled' ? listOf(outside.value) : []
    const all = new Set(
      [...ofSite, ...ofOthers.flatMap((entry) => texts(at(entry, 'imgs')))].map(withoutFacts),
    )
    return {
      shown: [...all].filter((address) => address.startsWith('/')).slice(0, limits.photos),
      count: all.size,
      isPartial: own.status === 'rejected' || outside.status === 'rejected' || outside.value === null,
    }
  }

  async function knownOf({ shopType, id }: Item): Promise<Known | undefined> {
    const data = await ask(`/api/v1/product-info?shopType=${shopType}&productCode=${encodeURIComponent(id)}`)
    const info = at(data, 'productInfo')
    const [title, price, currency] = [at(info, 'title'), at(info, 'price'), at(info, 'currency')]
    if (typeof title !== 'string') return undefined
    return {
      title,
      price: typeof price === 'number' && Number.isFinite(price) ? price : null,
      currency: typeof currency === 'string' ? currency : 'CNY',
    }
  }

  /** An image's bytes as a URL that only this panel can read. */
  async function pictureOf(address: string): Promise<string> {
    const response = await fetch(origin + getImageUrl(address, 320), options())
    const bytes = await response.blob()
    if (!response.ok || !bytes.type.startsWith('image/')) throw new Error('This is no picture.')
    return URL.createObjectURL(bytes)
  }
  return { photosOf, knownOf, pictureOf }
}

function options(): RequestInit {
  return {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.timeout(limits.answerMs),
  }
}

/** Removes the fragment that describes the image. */
function withoutFacts(address: string): string {
  return address.split('#', 1)[0] ?? ''
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function texts(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}
