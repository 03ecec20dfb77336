import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { productInfos, products } from '#db/schema.ts'
import { yuanToFen } from '#shared/money.ts'
import type { ItemKey } from '#shared/shops.ts'
import type { ProductInfo } from '../contract.ts'

/** What is known of an item, who said so and when. Pictures are sources, not addresses. */
export type KeptInfo = { info: ProductInfo; source: string; fetchedAt: Date }

/** Our own word; it never gets old. */
export const catalogue = 'catalogue'

/** The catalogue's or a source's last answer about an item. */
export async function readInfo(db: Db, { shopType, itemId }: ItemKey): Promise<KeptInfo | undefined> {
  const [row] = await db
    .select({ info: productInfos.info, source: productInfos.source, fetchedAt: productInfos.fetchedAt })
    .from(productInfos)
    .where(and(eq(productInfos.shopType, shopType), eq(productInfos.itemId, itemId)))
  return row
}

/** Keeps a source's answer in place of the former one; the catalogue's own word stays. */
export async function writeInfo(db: Db, { shopType, itemId }: ItemKey, kept: KeptInfo): Promise<void> {
  await db
    .insert(productInfos)
    .values({ shopType, itemId, ...kept })
    .onConflictDoUpdate({
      target: [productInfos.shopType, productInfos.itemId],
      set: kept,
      setWhere: ne(productInfos.source, catalogue),
    })
}

/** Gives an item another title where the title is our own word. */
export async function renameInfo(db: Db, key: ItemKey, title: string): Promise<void> {
  await db
    .update(productInfos)
    .set({ info: sql`jsonb_set(${productInfos.info}, '{title}', to_jsonb(${title}::text))` })
    .where(isOurWordOf(key))
}

/** Gives an item the price at which it is listed, in fen, where the price is our own word. */
export async function priceInfo(tx: Db, key: ItemKey, priceFen: number): Promise<void> {
  const isOurs = isOurWordOf(key)
  const [row] = await tx.select({ info: productInfos.info }).from(productInfos).where(isOurs).for('update')
  if (row)
    await tx
      .update(productInfos)
      .set({ info: pricedAt(row.info, priceFen) })
      .where(isOurs)
}

/** Variants keep what they cost more or less than the item; one that would cost nothing costs what the item does. */
function pricedAt(info: ProductInfo, priceFen: number): ProductInfo {
  const more = info.price === null ? 0 : priceFen - yuanToFen(info.price)
  const priceOf = (yuan: number) => {
    const fen = yuanToFen(yuan) + more
    return (fen > 0 ? fen : priceFen) / 100
  }
  const skus = info.skus.map((sku) => (sku.price === null ? sku : { ...sku, price: priceOf(sku.price) }))
  return { ...info, price: priceFen / 100, skus }
}

function isOurWordOf({ shopType, itemId }: ItemKey): SQL | undefined {
  return and(
    eq(productInfos.shopType, shopType),
    eq(productInfos.itemId, itemId),
    eq(productInfos.source, catalogue),
  )
}

/** The little that the catalogue's list says of an item nobody described. */
export async function readProduct(db: Db, { shopType, itemId }: ItemKey): Promise<KeptInfo | undefined> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt)))
  if (!row) return undefined
  const info: ProductInfo = {
    title: row.name,
    titleOriginal: '',
    price: row.priceFen / 100,
    currency: 'CNY',
    imgList: row.thumbnail ? [row.thumbnail] : [],
    skus: [],
    productAttr: [],
    propsTrans: {},
  }
  return { info, source: catalogue, fetchedAt: row.updatedAt }
}
