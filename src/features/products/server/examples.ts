import { and, isNull, lte } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { products } from '#db/schema.ts'
import { findDemoExample } from '#features/product-links/examples.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import { type CatalogueRow, selectProducts } from './catalogue-rows.ts'

/** Only the first items of the list are looked at, so that this takes as long on a million items. */
const maxPosition = 200

/**
 * The best item of each marketplace (073): those with QC photos first, then the newest. Three items of the demo catalog, chosen
 * because they have everything, go before all others where they are listed.
 */
export async function readExamples(db: Db): Promise<CatalogueRow[]> {
  const rows = await selectProducts(db).where(
    and(isNull(products.deletedAt), lte(products.position, maxPosition)),
  )
  const sorted = rows.toSorted(
    (a, b) =>
      Number(isDemo(b)) - Number(isDemo(a)) ||
      Number(hasPhotos(b)) - Number(hasPhotos(a)) ||
      b.createdAt.getTime() - a.createdAt.getTime(),
  )
  return shopTypes.flatMap((shopType) => sorted.find((row) => row.shopType === shopType) ?? [])
}

const isDemo = ({ shopType, itemId }: CatalogueRow) => findDemoExample(shopType, itemId) !== undefined
const hasPhotos = ({ qcCount }: CatalogueRow) => (qcCount ?? 0) > 0
