import { linksPerRequest, maxListBytes } from '#features/product-links/texts-and-limits.ts'
import type { contract } from '#main/contract.ts'
import { paths } from '#shared/paths.ts'
import { filePart, rawForm, textPart } from '#support/forms.ts'
import { largeCards } from './large-cards.ts'
import type { Costly } from './shapes.ts'

type CostlyForm = { search?: string; body?: unknown }

const features = '101,102,103,201,202,203,301,302,303,401,402,403'
const parcelRequest = {
  destination: 'DE',
  weight: 29_000,
  length: 60,
  width: 50,
  height: 40,
  features,
  currency: 'EUR',
}
/** A body of link texts, as long as the limit allows. */
const texts = (text: string) => {
  const each = text.repeat(Math.floor((maxListBytes / linksPerRequest - 4) / Buffer.byteLength(text)))
  return { body: { texts: Array.from({ length: linksPerRequest }, () => each) } }
}

/** Costly requests that cannot be derived from a schema: they depend on the stored data or on the meaning of texts. */
const costlyForms: Partial<Record<keyof typeof contract, Record<string, CostlyForm>>> = {
  parseLinks: {
    'short links': texts('m.tb.cn '),
    links: texts('https://weidian.com/item.html?itemID=42 '),
    'encoded links': texts('https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D42%26url%3D'),
    hosts: texts('http://a.'),
    blanks: texts('  a'),
    emoji: texts('😀'),
  },
  getAllProduct: {
    'all products': { search: 'limit=1000' },
    'all products with freight': { search: 'limit=1000&ShipTo=FR&Sort=landed' },
  },
  findReview: { 'a thousand': { search: 'product_code=42&shopType=taobao&limit=1000' } },
  productInfo: { 'a thousand variants': { search: 'productCode=900&shopType=weidian' } },
  getAllUser: { 'a page': { search: 'page=3' } },
  get_estimation: {
    everything: { body: parcelRequest },
    'everywhere at once': { body: { ...parcelRequest, destination: 'US' } },
  },
  importRateCard: createNamedForms('card', largeCards),
  getRateCard: { 'a large one': { search: 'card_id=large' } },
  compareRateCards: { 'a large one': { search: 'card_id=large' } },
}

function createNamedForms(name: string, values: Record<string, unknown>): Record<string, CostlyForm> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`${name}: ${key}`, { body: { [name]: value } }]),
  )
}

/** The costly requests of a call that are listed by hand. */
export function listManualShapes(name: string, method: string, path: string): Costly[] {
  return Object.entries(costlyForms[name as keyof typeof contract] ?? {}).map(
    ([shape, { search, body }]) => ({
      shape,
      method,
      path: search ? `${path}?${search}` : path,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  )
}

const long = (letters: string, maxLength = 1900) =>
  encodeURIComponent(letters).repeat(maxLength / encodeURIComponent(letters).length)

/** Every screen at its plain URL, and costlier URLs of some screens. */
export function pages(): Costly[] {
  // Paths without parameters ignore these arguments.
  const plain = Object.values(paths as Record<string, (...args: never[]) => string>).map((path) =>
    Reflect.apply(path, undefined, ['taobao', '42']),
  )
  const costly = [
    `${paths.popular()}?ShipTo=DE&Sort=landed&page=99`,
    `${paths.popular()}?ShipTo=FR&page=99&view=compact`,
    `${paths.product('weidian', '900')}`,
    `${paths.estimation()}?destination=DE&weight=29000&length=60&width=50&height=40&features=${features}`,
    `${paths.haul()}?h=1${'A'.repeat(1900)}`,
    ...['m.tb.cn ', 'http://a.', '  a', '😀', '%25'].flatMap((letters) => [
      `${paths.convert()}?text=${long(letters)}`,
      `${paths.go()}?url=${long(letters, 14_000)}`,
      `/${long(letters)}`,
    ]),
    `/${'a/'.repeat(7000)}`,
    `/${'%25'.repeat(4500)}`,
    `/popular?${'a=1&'.repeat(3500)}`,
    ...[
      '/sitemap.xml',
      '/robots.txt',
      '/.well-known/security.txt',
      '/country.json',
      '/category.json',
      '/metrics',
      '/readyz',
      '/api/v1/openapi.json',
    ],
  ]
  const addresses = [...new Set([...plain, ...costly])].map((path) => {
    const [address = ''] = path.split('#')
    return { shape: address.slice(0, 60), method: 'GET', path: address, headers: {}, body: undefined }
  })
  return [...addresses, ...shares()]
}

/** Forms of the share sheet: the longest texts that are read, and many pictures that are not. */
function shares(): Costly[] {
  const texts = ['m.tb.cn ', 'http://a.', '  a', '😀', '%25'].map((letters) => {
    const text = letters.repeat(Math.floor((16 * 1024) / Buffer.byteLength(letters)))
    return { shape: `shared ${letters}`, parts: [textPart('text', text)] }
  })
  const picture = filePart(Buffer.alloc(256 * 1024, 'x'))
  const pictures = { shape: 'shared pictures', parts: Array.from({ length: 30 }, () => picture) }
  return [...texts, pictures].map(({ shape, parts }) => ({
    shape,
    method: 'POST',
    path: paths.go(),
    ...rawForm(parts),
  }))
}
