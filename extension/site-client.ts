import { getImageUrl } from '#shared/image-urls.ts'
import type { PanelItem } from './panel-item.ts'

const limits = { timeoutMs: 12_000, maxPhotos: 6 } as const

/** The site's data of an item. */
export type ItemInfo = {
  title: string
  price: number | null
  currency: string
}
export type ItemPhotos = {
  /** URLs of the first few, in the size that the panel shows. */
  visiblePhotos: string[]
  count: number
  /** A source that may have more photos did not respond. */
  isPartial: boolean
}

/** Requests data of an item from the site: sends only the item's number, and no cookies. */
export function createSiteClient(origin: string) {
  async function fetchData(path: string): Promise<unknown> {
    const response = await fetch(origin + path, createFetchOptions())
    if (!response.ok) throw new Error(`The site responded with status ${response.status}.`)
    return getProperty(await response.json(), 'data')
  }

  /** Throws when the site cannot be reached. */
  async function fetchPhotos({ shopType, id }: PanelItem): Promise<ItemPhotos> {
    const item = encodeURIComponent(id)
    const [own, external] = await Promise.allSettled([
      fetchData(`/api/v1/qc-photos/${item}?shopType=${shopType}`),
      fetchData(`/api/v1/qc-external?shopType=${shopType}&goodsId=${item}`),
    ])
    return mergePhotos(own, external)
  }

  async function fetchItemInfo({ shopType, id }: PanelItem): Promise<ItemInfo | undefined> {
    const data = await fetchData(
      `/api/v1/product-info?shopType=${shopType}&productCode=${encodeURIComponent(id)}`,
    )
    return parseItemInfo(data)
  }

  /** An image's bytes as a URL that only this panel can read. */
  async function fetchImage(url: string): Promise<string> {
    const response = await fetch(origin + getImageUrl(url, 320), createFetchOptions())
    const bytes = await response.blob()
    if (!response.ok || !bytes.type.startsWith('image/')) throw new Error('The response is not an image.')
    return URL.createObjectURL(bytes)
  }
  return { fetchPhotos, fetchItemInfo, fetchImage }
}

/** The photos of the site and those of outside sources, each once. Throws when both requests failed. */
function mergePhotos(
  own: PromiseSettledResult<unknown>,
  external: PromiseSettledResult<unknown>,
): ItemPhotos {
  if (own.status === 'rejected' && external.status === 'rejected') throw own.reason
  const sitePhotos = own.status === 'fulfilled' ? filterTexts(getProperty(own.value, 'photos')) : []
  const externalEntries = external.status === 'fulfilled' ? toList(external.value) : []
  const all = new Set(
    [...sitePhotos, ...externalEntries.flatMap((entry) => filterTexts(getProperty(entry, 'imgs')))].map(
      stripFragment,
    ),
  )
  return {
    visiblePhotos: [...all].filter((url) => url.startsWith('/')).slice(0, limits.maxPhotos),
    count: all.size,
    isPartial: own.status === 'rejected' || external.status === 'rejected' || external.value === null,
  }
}

function parseItemInfo(data: unknown): ItemInfo | undefined {
  const info = getProperty(data, 'productInfo')
  const [title, currency] = [getProperty(info, 'title'), getProperty(info, 'currency')]
  const sku = toList(getProperty(info, 'skus')).find(
    (sku) => getProperty(sku, 'skuID') === getProperty(data, 'shownSku'),
  )
  const price = getProperty(sku, 'price') ?? getProperty(info, 'price')
  if (typeof title !== 'string') return undefined
  return {
    title,
    price: typeof price === 'number' && Number.isFinite(price) ? price : null,
    currency: typeof currency === 'string' ? currency : 'CNY',
  }
}

function createFetchOptions(): RequestInit {
  return {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.timeout(limits.timeoutMs),
  }
}

/** Removes the fragment that describes the image. */
function stripFragment(url: string): string {
  return url.split('#', 1)[0] ?? ''
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
  return toList(value).filter((element) => typeof element === 'string')
}
