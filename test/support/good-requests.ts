import { z } from 'zod'
import { builtInCard, builtInCardId } from '#features/freight/built-in-card.ts'
import { contract } from '#main/contract.ts'
import { type Endpoint, listAddresses } from '#shared/contract.ts'
import { password } from './factories.ts'
import { dataPart, filePart, onePixel, rawForm } from './forms.ts'

/** A good value for each parameter of each call; a call with a new parameter cannot be tested until it stands here. */
export const goodValues: Record<string, unknown> = {
  email: 'a@example.com',
  password,
  name: 'Mat Ruler',
  role: 'user',
  oldPassword: password,
  newPassword: 'battery staple 12',
  id: '42',
  productCode: '42',
  product_code: '42',
  product_id: '0198a000-0000-7000-8000-000000000003',
  serial_No: '1',
  title: 'Canvas tote',
  price: 35,
  priceTo: 39,
  variants: [['Navy', 'Sand']],
  thumbnailImg: '/agents/cnfans.svg',
  pictures: ['/agents/cnfans.svg'],
  weight: 300,
  shippingTime: 3,
  dimensions: '4.5x4.5x1',
  ownKind: 'hoodie',
  version: 1,
  goodsId: '42',
  shopType: 'taobao',
  storeName: 'taobao',
  store_name: 'taobao',
  session_id: '0198a000-0000-7000-8000-000000000001',
  token: 'an-unknown-token-1',
  text: 'https://weidian.com/item.html?itemID=42',
  texts: ['https://weidian.com/item.html?itemID=42'],
  path: '/product/taobao/42',
  productName: 'Canvas tote',
  product_img: 'https://img.alicdn.com/tote.jpg',
  comment: 'Good for the price.',
  rating: 4,
  review_id: '0198a000-0000-7000-8000-000000000002',
  agent_id: '0198a000-0000-7000-8000-000000000004',
  isSelected: 'true',
  revision: '1',
  apply: 'true',
  offer: 'Opens the item',
  destination: 'DE',
  ShipTo: 'DE',
  Sort: 'landed',
  features: '101,201',
  length: '34',
  width: '22',
  height: '12.5',
  currency: 'EUR',
  card: builtInCard,
  card_id: builtInCardId,
  photos: [],
  showWithQc: true,
  uploads: ['0198a000-0000-7000-8000-000000000005'],
  agent: 'CNFans',
  variant: 'Navy',
  sku: '4201',
  note: { title: 'Hoodie', price: 168, priceTo: null, currency: 'CNY' },
  takenAt: '2026-11-02',
  below: 200,
  backInStock: true,
  newPhotos: true,
  byMail: true,
  status: 'denied',
  match: 'part',
  verdict: 'right',
  active: 'false',
  forceReload: 'true',
  to: { taobao: 'https://agent.example/{id}', weidian: '', ali_1688: '' },
}
/** What a call cannot do without, though others take it as a filter. */
const ownValues: Partial<Record<keyof typeof contract, Record<string, unknown>>> = {
  approveOrDenyReview: { status: 'denied' },
  activeOrDactiveAnAgent: { active: 'false' },
  addProduct: { productCode: '43' }, // 42 is there
  deleteQcUpload: { id: '0198a000-0000-7000-8000-000000000005' },
  judgeQcSet: { id: '0198a000-0000-7000-8000-000000000006', status: 'denied' },
  deleteQcSet: { id: '0198a000-0000-7000-8000-000000000006' },
  createReading: { productCode: '44', uploads: [] }, // of 42 everything is known, and an upload can be used once
  judgeReading: { id: '0198a000-0000-7000-8000-000000000007' },
  setRateCard: { active: 'true' },
  setOrRemoveProductOnTend: { status: 'true' },
}
/** What is better left out of a good request; every `adminOnly` parameter is, and sent by a test of its own. */
const leftOut = [
  'activate',
  'fx',
  'link',
  'method',
  'credential',
  'idToken',
  'others',
  'count',
  'forceReload',
  'status',
  'active',
  'page',
  'cursor',
  'match',
  'seen',
  'until',
  'all',
]
const filters = ['limit', 'Trending', 'MinPrice', 'MaxPrice', 'Storefront']

type NamedCall = { name: string; path: string; endpoint: Endpoint }
type GoodRequest = {
  method: string
  path: string
  /** Of the body: what kind it is. */
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** Every call under each of its addresses. */
export const calls = Object.entries<Endpoint>(contract).flatMap(([name, endpoint]) =>
  listAddresses(endpoint).map((path) => ({ name, path, endpoint })),
)

/** The input of a call as it is meant to be made. */
export function createGoodRequest({ name: call, path, endpoint }: NamedCall): GoodRequest {
  const { method, query, body } = endpoint
  // The names of `contract` are the names of `calls`.
  const own = ownValues[call as keyof typeof contract] ?? {}
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => String(getGoodValue(name, own)))
  const search = new URLSearchParams(
    listFields(query, own).map((name) => [name, String(getGoodValue(name, own))]),
  )
  const fields = listFields(body, own).map((name) => [name, getGoodValue(name, own)])
  return {
    method,
    path: filled + (search.size > 0 ? `?${search}` : ''),
    ...packBody(endpoint, Object.fromEntries(fields)),
  }
}

function packBody({ method, file }: Endpoint, value: RequestValues): Pick<GoodRequest, 'headers' | 'body'> {
  if (method === 'GET') return { headers: {}, body: undefined }
  if (file) return rawForm([dataPart(value), filePart(onePixel)])
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

type RequestValues = Record<string, unknown>

function listFields(part: Endpoint['query'] | Endpoint['body'], own: RequestValues): string[] {
  const object = part instanceof z.ZodOptional ? part.unwrap() : part
  const isOptional = (name: string) => [...leftOut, ...filters].includes(name)
  return Object.keys(object?.shape ?? {}).filter((name) => name in own || !isOptional(name))
}

function getGoodValue(name: string, own: RequestValues): unknown {
  if (name in own) return own[name]
  if (!(name in goodValues))
    throw new Error(`test/support/good-requests.ts: goodValues has no value for ${name}.`)
  return goodValues[name]
}
