import { sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { itemPrices, productInfos, products, qcPhotos, reviews } from '#db/schema.ts'
import type { ClaimConditions } from '../../claims.ts'
import { catalogueSource } from '../info/info-repository.ts'

/** Reads the conditions of the site's claims: demo data only, links checked within 7 days, a change within 24 hours. */
export async function readClaimConditions(
  db: Db,
): Promise<Pick<ClaimConditions, 'isDemo' | 'areLinksChecked' | 'isRecent'>> {
  const day = sql`now() - interval '24 hours'`
  const week = sql`now() - interval '7 days'`
  const isOfItem = (table: typeof productInfos | typeof itemPrices) =>
    sql`${table.shopType} = ${products.shopType} and ${table.itemId} = ${products.itemId} and ${table.source} <> ${catalogueSource}`
  const [conditions] = await db
    .select({
      isDemo: sql<boolean>`not exists (select 1 from ${products} where ${products.deletedAt} is null and ${products.thumbnail} not like 'demo/%')`,
      areLinksChecked: sql<boolean>`not exists (select 1 from ${products} where ${products.deletedAt} is null
        and not exists (select 1 from ${productInfos} where ${isOfItem(productInfos)} and ${productInfos.fetchedAt} >= ${week})
        and not exists (select 1 from ${itemPrices} where ${isOfItem(itemPrices)} and ${itemPrices.lastSeen} >= ${week}))`,
      isRecent: sql<boolean>`exists (select 1 from ${products} where greatest(${products.updatedAt}, ${products.deletedAt}) >= ${day})
        or exists (select 1 from ${qcPhotos} where ${qcPhotos.createdAt} >= ${day})
        or exists (select 1 from ${reviews} where ${reviews.updatedAt} >= ${day})
        or exists (select 1 from ${itemPrices} where ${itemPrices.firstSeen} >= ${day})`,
    })
    .from(sql`(select 1) one`)
  return conditions ?? { isDemo: false, areLinksChecked: false, isRecent: false }
}
