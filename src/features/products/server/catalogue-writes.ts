import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockItem } from '#db/item-lock.ts'
import { assertPosition, closeGap, lockPositions, moveRow, nextPosition } from '#db/positions.ts'
import { ratingsOf } from '#db/ratings.ts'
import { products } from '#db/schema.ts'
import type { ImageRegistry } from '#features/pictures/image-registry.ts'
import { uploadFolders } from '#features/pictures/uploads.ts'
import { RequestError, wrongField } from '#shared/failure.ts'
import { yuanToFen } from '#shared/money.ts'
import type { Actor } from '#shared/server/actor.ts'
import type { ItemKey } from '#shared/shops.ts'
import type { Product, ProductChange, ProductDraft } from '../contract.ts'
import { normalizeDimensions } from '../dimensions.ts'
import { productText } from '../spec.ts'
import { assertNotListed, type Listed, lockProduct, recordChange } from './catalogue-checks.ts'
import { presentProduct, selectProducts } from './catalogue-rows.ts'
import { priceInfo, renameInfo } from './info-store.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

type CatalogueDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'addressOf' | 'keep' | 'sourceBehind'>
  /** Called with an item's new price, in fen, in the same transaction. */
  onPrice?: (tx: Db, item: ItemKey, priceFen: number) => Promise<void>
}

/** The catalogue as admins change it: each call is one transaction, after which the places are 1..N. */
export function createCatalogue({ db, pictures, onPrice }: CatalogueDeps) {
  const write = (change: (tx: Db) => Promise<string>): Promise<Product> =>
    db.transaction(async (tx) => {
      const id = await change(tx)
      const [row] = await selectProducts(tx).where(eq(products.id, id))
      if (!row) throw new Error('The product that was just written has gone.')
      return presentProduct(row, pictures)
    })

  return {
    /** Puts an item at the end of the list, with the ratings that its reviews have already. */
    async add({ thumbnailImg = '', ...draft }: ProductDraft, actor: Partial<Actor>): Promise<Product> {
      const thumbnail = await sourceOf(thumbnailImg, pictures)
      await pictures.keep([thumbnail])
      return write(async (tx) => {
        const id = await addIn(tx, { ...draft, thumbnail }, actor)
        const item = { shopType: draft.storeName, itemId: draft.productCode }
        await onPrice?.(tx, item, yuanToFen(draft.price))
        return id
      })
    },

    /** Changes what is given and nothing else. */
    change: (id: string, change: ProductChange, actor: Partial<Actor>) =>
      write((tx) => changeIn(tx, id, { change, actor })),

    /** Moves a product to a place; those between its old and its new place move by one. */
    move: (id: string, to: number, actor: Partial<Actor>) => write((tx) => moveIn(tx, id, { to, actor })),

    /** Makes a product trending, or no longer. */
    setTrend: (id: string, onTrend: boolean, actor: Partial<Actor>) =>
      write((tx) => setTrendIn(tx, id, { onTrend, actor })),

    /** Removes a product from the list and returns it; its reviews and collection entries stay. */
    remove: (id: string, actor: Partial<Actor>): Promise<ItemKey> =>
      db.transaction((tx) => removeIn(tx, id, actor)),
  }
}

/**
 * The source of a thumbnail; throws a RequestError (400) when it may not be shown, or when it was uploaded for
 * something else, with which it would go.
 */
async function sourceOf(
  address: string,
  { sourceBehind }: Pick<ImageRegistry, 'sourceBehind'>,
): Promise<string> {
  const source = address === '' ? '' : await sourceBehind(address)
  const isUpload = uploadFolders.some((folder) => source?.startsWith(`${folder}/`))
  if (source === undefined || isUpload) throw wrongField('thumbnailImg', productText.wrongPicture)
  return source
}

type Addition = Omit<ProductDraft, 'thumbnailImg'> & { thumbnail: string }

async function addIn(tx: Db, { thumbnail, ...draft }: Addition, actor: Partial<Actor>): Promise<string> {
  const item = { shopType: draft.storeName, itemId: draft.productCode }
  await lockPositions(tx, products)
  await lockItem(tx, item)
  await assertNotListed(tx, item)
  const values = {
    ...item,
    name: draft.name,
    priceFen: yuanToFen(draft.price),
    thumbnail,
    weightGrams: draft.weight,
    shippingDays: draft.shippingTime,
    dimensions: draft.dimensions && normalizeDimensions(draft.dimensions),
    position: await nextPosition(tx, products),
    ...(await ratingsOf(tx, item)),
  }
  const [added] = await tx.insert(products).values(values).returning({ id: products.id })
  if (!added) throw new Error('The database returned no row.')
  await priceInfo(tx, item, values.priceFen)
  await recordChange(tx, 'product-added', { ...item, actor })
  return added.id
}

type Changing = { change: ProductChange; actor: Partial<Actor> }

async function changeIn(tx: Db, id: string, { change, actor }: Changing): Promise<string> {
  const row = await lockProduct(tx, id)
  if (change.version !== undefined && change.version !== row.version)
    throw new RequestError({ status: 409, message: productText.changed, code: 'STALE' })
  const { name, weight: weightGrams, shippingTime: shippingDays } = change
  const dimensions = change.dimensions && normalizeDimensions(change.dimensions)
  const wanted = { name, weightGrams, shippingDays, dimensions }
  const fields = changedFields(row, wanted)
  if (fields.length === 0) return id
  await tx
    .update(products)
    .set({ ...wanted, version: row.version + 1, updatedAt: sql`now()` })
    .where(eq(products.id, id))
  if (name !== undefined) await renameInfo(tx, row, name)
  await recordChange(tx, 'product-changed', { ...row, actor, details: { fields: fields.join(', ') } })
  return id
}

type Wanted = Partial<Record<'name' | 'weightGrams' | 'shippingDays' | 'dimensions', unknown>>

/** The names, as the wire has them, of what would be another than it is. */
function changedFields(row: Listed, { name, weightGrams, shippingDays, dimensions }: Wanted): string[] {
  const fields = [
    ['name', name, row.name],
    ['weight', weightGrams, row.weightGrams],
    ['shippingTime', shippingDays, row.shippingDays],
    ['dimensions', dimensions, row.dimensions],
  ] as const
  return fields.flatMap(([field, now, before]) => (now === undefined || now === before ? [] : [field]))
}

async function moveIn(
  tx: Db,
  id: string,
  { to, actor }: { to: number; actor: Partial<Actor> },
): Promise<string> {
  await lockPositions(tx, products)
  const row = await lockProduct(tx, id)
  await assertPosition(tx, products, to)
  if (to === row.place) return id
  await moveRow(tx, products, { id, from: row.place, to })
  const details = { from: String(row.place), to: String(to) }
  await recordChange(tx, 'product-moved', { ...row, actor, details })
  return id
}

type Trending = { onTrend: boolean; actor: Partial<Actor> }

async function setTrendIn(tx: Db, id: string, { onTrend, actor }: Trending): Promise<string> {
  const row = await lockProduct(tx, id)
  if (row.onTrend === onTrend) return id
  await tx.update(products).set({ onTrend }).where(eq(products.id, id))
  await recordChange(tx, 'product-trend-changed', { ...row, actor, details: { trending: String(onTrend) } })
  return id
}

async function removeIn(tx: Db, id: string, actor: Partial<Actor>): Promise<ItemKey> {
  await lockPositions(tx, products)
  const row = await lockProduct(tx, id)
  await tx.update(products).set({ position: null, deletedAt: sql`now()` }).where(eq(products.id, id))
  await closeGap(tx, products, row.place)
  await recordChange(tx, 'product-deleted', { ...row, actor })
  return row
}
