import { hash as digest } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProductsContract } from '#features/products/contract.ts'
import { parseItemParams } from '#features/products/item-params.ts'
import type { QcPhotosContract } from '#features/qc-photos/contract.ts'
import { mergeQc } from '#features/qc-photos/merge-qc.ts'
import type { ApiClient } from '#shared/contract.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { getNetwork, type LimitCounter } from '#shared/server/access/rate-limits.ts'
import { type CardFacts, getCardFacts, getCardVersion } from '../card-facts.ts'
import { type CardShape, cardLimit, cardShapes, cardWaitMs } from '../texts-and-limits.ts'
import { renderCard } from './render-card.ts'

export type CardRouteDeps = {
  publicUrl: string
  limits: { count: (counter: LimitCounter) => void }
  reportRejection: (request: FastifyRequest, error: unknown) => void
  turns: { run: <T>(task: () => Promise<T>) => Promise<T> }
  /** The client for the calls that the item's page makes too. */
  sendFor: (visitor: string) => ApiClient
  /** Finds the image at one of our own URLs. */
  findPicture: (address: string) => Promise<Uint8Array | undefined>
  /** Reads the stored drawing with this name, or draws and stores it; without a name it is not stored. */
  findDrawing: (
    name: string | undefined,
    file: `${string}.jpg`,
    draw: () => Promise<Buffer>,
  ) => Promise<Buffer>
}
type CardRouteParams = { shopType: string; id: string }

/** Increased with each change of the drawing. */
const drawingVersion = 3
const headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' }
/** A URL with the current version is immutable; any other is cached for a short time. */
const cacheFinal = 'public, max-age=31536000, immutable'
const cacheTemporary = 'public, max-age=300'

/** Serves each item's inspection cards, `/product/{shop}/{id}/card.jpg` and `card-portrait.jpg`. */
export function serveCards(app: FastifyInstance, deps: CardRouteDeps): void {
  for (const shape of Object.keys(cardShapes) as CardShape[]) {
    const address = `/product/:shopType/:id/${cardShapes[shape].file}`
    app.get<{ Params: CardRouteParams }>(address, { schema: { hide: true } }, (request, reply) =>
      sendCard(request, reply, { ...deps, shape }),
    )
  }
}

async function sendCard(
  request: FastifyRequest<{ Params: CardRouteParams }>,
  reply: FastifyReply,
  deps: CardRouteDeps & { shape: CardShape },
): Promise<FastifyReply> {
  const item = parseItemParams(request.params)
  if (!item) throw new RequestError(failures.notFound)
  countCard(request, deps)
  const facts = await deps.turns.run(() => loadFacts(item, deps.sendFor(request.ip)))
  if (!facts) throw new RequestError(failures.notFound)
  const version = getCardVersion(facts)
  const etag = `"${drawingVersion}-${version}"`
  const pictures = await loadPictures(facts, deps)
  const isWhole = pictures.length === countPictures(facts)
  const isFinal = isWhole && new URLSearchParams(request.url.split('?')[1]).get('v') === version
  reply.headers({ ...headers, 'cache-control': isFinal ? cacheFinal : cacheTemporary })
  if (isWhole) reply.header('etag', etag)
  if (isWhole && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('image/jpeg').send(await drawOrFind(facts, pictures, { ...deps, isWhole }))
}

/** Limits the rate first, because a card costs as much as a page and an image. */
function countCard(request: FastifyRequest, { limits, reportRejection }: CardRouteDeps): void {
  try {
    limits.count({ rule: 'cards', who: getNetwork(request.ip), limit: cardLimit })
  } catch (error) {
    reportRejection(request, error)
    throw error
  }
}

/** The facts of the item's page; undefined for an item that does not exist on its marketplace. */
async function loadFacts(item: ItemParams, send: ApiClient): Promise<CardFacts | undefined> {
  const { shopType, productCode: id } = item
  const [product, info, own, outside] = await Promise.all([
    send<ProductsContract['findProductById']>('GET /products/findProductById', { query: item }),
    send<ProductsContract['productInfo']>('GET /product-info', { query: item }).catch(() => undefined),
    send<QcPhotosContract['qcPhotos']>('GET /qc-photos/{id}', { params: { id }, query: { shopType } }),
    withTimeout(
      send<QcPhotosContract['qcExternal']>('GET /qc-external', { query: { shopType, goodsId: id } }),
    ),
  ])
  if (info?.data.state === 'not-found' && !product.data) return undefined
  const qc = mergeQc(own.data, outside?.data).items
  return getCardFacts({ item, product: product.data, infoResult: info?.data, qc })
}

/** The result, or undefined after an error or a timeout; the next card will contain it. */
async function withTimeout<T>(promise: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), cardWaitMs)
  try {
    return await Promise.race([promise.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}

function countPictures({ photos, sellerImage }: CardFacts): number {
  return photos.length || (sellerImage ? 1 : 0)
}

/** Loads the card's images; images that cannot be loaded are left out. */
async function loadPictures(
  { photos, sellerImage }: CardFacts,
  { findPicture }: CardRouteDeps,
): Promise<Uint8Array[]> {
  const urls = photos.length > 0 ? photos : [sellerImage ?? []].flat()
  const results = await Promise.all(urls.map((address) => findPicture(address)))
  return results.flatMap((picture) => picture ?? [])
}

type CardDrawing = CardRouteDeps & { shape: CardShape; isWhole: boolean }

/** Draws a card or reads a stored one. Cards without images are not stored: their number is unlimited and they are cheap. */
function drawOrFind(facts: CardFacts, pictures: Uint8Array[], deps: CardDrawing): Promise<Buffer> {
  const { publicUrl, shape, findDrawing, isWhole } = deps
  const page = publicUrl + paths.product(facts.item.shopType, facts.item.productCode)
  const address = page.replace(/^https?:\/\//, '')
  const draw = () => renderCard({ facts, shape, pictures, address })
  const content =
    isWhole && pictures.length > 0 ? JSON.stringify([drawingVersion, facts, address]) : undefined
  const name = content && digest('sha256', content, 'buffer').subarray(0, 16).toString('base64url')
  return findDrawing(name, cardShapes[shape].file, draw)
}
