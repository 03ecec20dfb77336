import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { assertPosition, closeGap, getNextPosition, lockPositions, moveRow } from '#db/queries/positions.ts'
import { computeRatings } from '#db/queries/ratings.ts'
import { lockShownVariant } from '#db/queries/shown-variant.ts'
import { products } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { QueryKey } from '#shared/contract.ts'
import { RequestError } from '#shared/failure.ts'
import { yuanToFen } from '#shared/format/money.ts'
import { getShownQueries } from '#shared/items/shown-queries.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import type { Product, ProductChange, ProductDraft } from '../contract.ts'
import { normalizeDimensions } from '../dimensions.ts'
import { manageProductText } from '../manage-texts.ts'
import { assertNotListed, type LockedProduct, lockProduct, recordProductEvent } from './catalogue-checks.ts'
import { selectProducts, serializeProduct } from './catalogue-rows.ts'
import { updateInfoPictures, updateInfoPrice, updateInfoTitle } from './info/info-repository.ts'
import { resolvePictures } from './product-pictures.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

type CatalogueDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'register' | 'resolveImageSource'>
  /** Called with an item's new price in the same transaction. */
  onPrice?: (tx: Db, item: ItemKey, priceFen: number) => Promise<void>
}

/** The admins' changes to the catalogue. Each call is one transaction, after which the positions are 1..N. */
export function createCatalogue({ db, pictures, onPrice }: CatalogueDeps) {
  const write = (change: (tx: Db) => Promise<string>): Promise<Product> =>
    db.transaction(async (tx) => {
      const id = await change(tx)
      const [row] = await selectProducts(tx).where(eq(products.id, id))
      if (!row) throw new Error('The product was not found after it was written in the same transaction.')
      return serializeProduct(row, pictures)
    })

  return {
    /** Adds an item at the end of the list, with the ratings of its existing reviews. */
    async add(
      { thumbnailImg = '', pictures: pictureUrls = [], ...draft }: ProductDraft,
      actor: Partial<Actor>,
    ) {
      const sources = await resolvePictures(pictureUrls, pictures)
      const thumbnail = sources[0] ?? (await resolveThumbnail(thumbnailImg, pictures))
      await pictures.register([thumbnail, ...sources])
      return write(async (tx) => {
        const id = await insertProduct(tx, { ...draft, thumbnail, pictures: sources }, actor)
        const item = { shopType: draft.storeName, itemId: draft.productCode }
        await onPrice?.(tx, item, yuanToFen(draft.price))
        return id
      })
    },

    /** Changes only the fields that are set. Throws a RequestError (404; 409 for an outdated version). */
    async change(id: string, { pictures: pictureUrls, ...change }: ProductChange, actor: Partial<Actor>) {
      const sources = pictureUrls && (await resolvePictures(pictureUrls, pictures))
      if (sources) await pictures.register(sources)
      return write((tx) =>
        updateProduct(tx, id, { change: { ...change, pictures: sources }, actor, onPrice }),
      )
    },

    /** Moves a product to a position. The products between its old and new position move by one. */
    move: (id: string, to: number, actor: Partial<Actor>) =>
      write((tx) => moveProduct(tx, id, { to, actor })),

    /** Sets whether a product is trending. */
    setTrend: (id: string, onTrend: boolean, actor: Partial<Actor>) =>
      write((tx) => setTrending(tx, id, { onTrend, actor })),

    /** Removes a product from the list; its reviews and collection entries stay. */
    remove: (id: string, actor: Partial<Actor>): Promise<void> =>
      db.transaction((tx) => deleteProduct(tx, id, actor)),
  }
}

async function resolveThumbnail(
  url: string,
  pictures: Pick<ImageRegistry, 'resolveImageSource'>,
): Promise<string> {
  const [source = ''] = url === '' ? [] : await resolvePictures([url], pictures, 'thumbnailImg')
  return source
}

/** The values of a new product. Pictures are sources, not URLs. */
type ProductAddition = Omit<ProductDraft, 'thumbnailImg' | 'pictures'> & {
  thumbnail: string
  pictures: string[]
}

async function insertProduct(
  tx: Db,
  { thumbnail, pictures, ...draft }: ProductAddition,
  actor: Partial<Actor>,
): Promise<string> {
  const item = { shopType: draft.storeName, itemId: draft.productCode }
  await lockPositions(tx, products)
  await lockItem(tx, item)
  await assertNotListed(tx, item)
  const values = {
    ...item,
    name: draft.name,
    priceFen: yuanToFen(draft.price),
    thumbnail,
    pictures,
    weightGrams: draft.weight,
    shippingDays: draft.shippingTime,
    dimensions: draft.dimensions && normalizeDimensions(draft.dimensions),
    position: await getNextPosition(tx, products),
    ...(await computeRatings(tx, item)),
  }
  const [added] = await tx.insert(products).values(values).returning({ id: products.id })
  if (!added) throw new Error('The database returned no row for the inserted product.')
  markStale([...getShownQueries(item.itemId), ...getQueriesByNumber(item.itemId)])
  await updateInfoPrice(tx, item, values.priceFen)
  if (pictures.length > 0) await updateInfoPictures(tx, item, pictures)
  await recordProductEvent(tx, 'product-added', { ...item, actor })
  return added.id
}

type ProductUpdate = {
  change: Omit<ProductChange, 'pictures'> & { pictures: string[] | undefined }
  actor: Partial<Actor>
  onPrice: CatalogueDeps['onPrice']
}

async function updateProduct(tx: Db, id: string, { change, actor, onPrice }: ProductUpdate): Promise<string> {
  const row = await lockProduct(tx, id)
  if (change.version !== undefined && change.version !== row.version)
    throw new RequestError({ status: 409, message: manageProductText.changed, code: 'STALE' })
  const { name, price, pictures, weight: weightGrams, shippingTime: shippingDays, ownKind: kind } = change
  const priceFen = price === undefined ? undefined : yuanToFen(price)
  const dimensions = change.dimensions && normalizeDimensions(change.dimensions)
  const thumbnail = pictures && (pictures[0] ?? '')
  const values = { name, priceFen, pictures, thumbnail, weightGrams, shippingDays, dimensions, kind }
  const fields = getChangedFields(row, values)
  if (fields.length === 0) return id
  markStale(getShownQueries(row.itemId))
  await lockShownVariant(tx, row)
  await tx
    .update(products)
    .set({ ...values, version: row.version + 1, updatedAt: sql`now()` })
    .where(eq(products.id, id))
  if (name !== undefined) await updateInfoTitle(tx, row, name)
  if (pictures) await updateInfoPictures(tx, row, pictures)
  if (priceFen !== undefined && priceFen !== row.priceFen) {
    await updateInfoPrice(tx, row, priceFen)
    await onPrice?.(tx, row, priceFen)
  }
  await recordProductEvent(tx, 'product-changed', { ...row, actor, details: { fields: fields.join(', ') } })
  return id
}

type ProductColumnValues = Partial<
  Record<'name' | 'priceFen' | 'pictures' | 'weightGrams' | 'shippingDays' | 'dimensions' | 'kind', unknown>
>

/** The API names of the fields whose value would change. */
function getChangedFields(
  row: LockedProduct,
  { name, priceFen, pictures, weightGrams, shippingDays, dimensions, kind }: ProductColumnValues,
): string[] {
  const fields = [
    ['name', name, row.name],
    ['price', priceFen, row.priceFen],
    ['pictures', pictures, row.pictures],
    ['weight', weightGrams, row.weightGrams],
    ['shippingTime', shippingDays, row.shippingDays],
    ['dimensions', dimensions, row.dimensions],
    ['ownKind', kind, row.kind],
  ] as const
  return fields.flatMap(([field, next, previous]) =>
    next === undefined || isDeepStrictEqual(next, previous) ? [] : [field],
  )
}

async function moveProduct(
  tx: Db,
  id: string,
  { to, actor }: { to: number; actor: Partial<Actor> },
): Promise<string> {
  await lockPositions(tx, products)
  const row = await lockProduct(tx, id)
  await assertPosition(tx, products, to)
  if (to === row.position) return id
  await moveRow(tx, products, { id, from: row.position, to })
  markStale(queriesWithPositions)
  const details = { from: String(row.position), to: String(to) }
  await recordProductEvent(tx, 'product-moved', { ...row, actor, details })
  return id
}

type TrendingUpdate = { onTrend: boolean; actor: Partial<Actor> }

async function setTrending(tx: Db, id: string, { onTrend, actor }: TrendingUpdate): Promise<string> {
  const row = await lockProduct(tx, id)
  if (row.onTrend === onTrend) return id
  await tx.update(products).set({ onTrend }).where(eq(products.id, id))
  markStale(getShownQueries(row.itemId))
  await recordProductEvent(tx, 'product-trend-changed', {
    ...row,
    actor,
    details: { trending: String(onTrend) },
  })
  return id
}

async function deleteProduct(tx: Db, id: string, actor: Partial<Actor>): Promise<void> {
  await lockPositions(tx, products)
  const row = await lockProduct(tx, id)
  await tx.update(products).set({ position: null, deletedAt: sql`now()` }).where(eq(products.id, id))
  await closeGap(tx, products, row.position)
  markStale([...queriesWithPositions, ...getShownQueries(row.itemId), ...getQueriesByNumber(row.itemId)])
  await recordProductEvent(tx, 'product-deleted', { ...row, actor })
}

/** The queries that contain positions. A move or a deletion changes the positions of several products. */
const queriesWithPositions: QueryKey[] = [['getAllProduct'], ['findProductById']]

/** The queries by item number alone. They use the marketplace of the product with that number. */
function getQueriesByNumber(productCode: string): QueryKey[] {
  return [
    ['findReview', { product_code: productCode }],
    ['qcPhotos', { id: productCode }],
  ]
}
