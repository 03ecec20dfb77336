import { getImageUrl } from '#shared/image-urls.ts'
import type { PanelItem } from './panel-item.ts'

const limits = { answerMs: 12_000, photos: 6 } as const

/** What the site knows about an item. */
export type ItemInfo = {
  title: string
  price: number | null
  currency: string
}
export type ItemPhotos = {
  /** URLs of the first few, in the size that the panel shows. */
  shown: string[]
  count: number
  /** A source that may have more did not answer. */
  isPartial: boolean
}

/** Asks the site about an item: only the item's number is sent, and no cookie. */
export function createSiteClient(origin: string) {
  async function ask(path: string): Promise<unknown> {
    const response = await fetch(origin + path, createFetchOptions())
    if (!response.ok) throw new Error(`The site answered with status ${response.status}.`)
    return getProperty(await response.json(), 'data')
  }

  /** Throws when the site cannot be reached. */
  async function fetchPhotos({ shopType, id }: PanelItem): Promise<ItemPhotos> {
    const item = encodeURIComponent(id)
    const [own, outside] = await Promise.allSettled([
      ask(`/api/v1/qc-photos/${item}?shopType=${shopType}`),
      ask(`/api/v1/qc-external?shopType=${shopType}&goodsId=${item}`),
    ])
    if (own.status === 'rejected' && outside.status === 'rejected') throw own.reason
    const ofSite = own.status === 'fulfilled' ? filterTexts(getProperty(own.value, 'photos')) : []
    const ofOthers = outside.status === 'fulfilled' ? toList(outside.value) : []
    const all = new Set(
      [...ofSite, ...ofOthers.flatMap((entry) => filterTexts(getProperty(entry, 'imgs')))].map(stripFragment),
    )
    return {
      shown: [...all].filter((address) => address.startsWith('/')).slice(0, limits.photos),
      count: all.size,
      isPartial: own.status === 'rejected' || outside.status === 'rejected' || outside.value === null,
    }
  }

  async function fetchItemInfo({ shopType, id }: PanelItem): Promise<ItemInfo | undefined> {
    const data = await ask(`/api/v1/product-info?shopType=${shopType}&productCode=${encodeURIComponent(id)}`)
    const info = getProperty(data, 'productInfo')
    const [title, currency] = [getProperty(info, 'title'), getProperty(info, 'currency')]
    const shown = toList(getProperty(info, 'skus')).find(
      (sku) => getProperty(sku, 'skuID') === getProperty(data, 'shownSku'),
    )
    const price = getProperty(shown, 'price') ?? getProperty(info, 'price')
    if (typeof title !== 'string') return undefined
    return {
      title,
      price: typeof price === 'number' && Number.isFinite(price) ? price : null,
      currency: typeof currency === 'string' ? currency : 'CNY',
    }
  }

  /** An image's bytes as a URL that only this panel can read. */
  async function fetchImage(address: string): Promise<string> {
    const response = await fetch(origin + getImageUrl(address, 320), createFetchOptions())
    const bytes = await response.blob()
    if (!response.ok || !bytes.type.startsWith('image/')) throw new Error('This is no picture.')
    return URL.createObjectURL(bytes)
  }
  return { fetchPhotos, fetchItemInfo, fetchImage }
}

function createFetchOptions(): RequestInit {
  return {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.timeout(limits.answerMs),
  }
}

/** Removes the fragment that describes the image. */
function stripFragment(address: string): string {
  return address.split('#', 1)[0] ?? ''
}

function getProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function filterTexts(value: unknown): string[] {
  return toList(value).filter((one) => typeof one === 'string')
}
