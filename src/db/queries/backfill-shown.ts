import type { ClientBase } from 'pg'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { chooseShownVariant } from '#shared/items/shown-variant.ts'

type StoredItem = { shop_type: string; item_id: string; info: ProductInfo; labels: string[] }

const batchSize = 1000

/** Stores the shown variant of every item, in the caller's transaction. Uses the tables as migration 0009 leaves them. */
export async function backfillShownVariants(client: ClientBase): Promise<void> {
  let last: Pick<StoredItem, 'shop_type' | 'item_id'> = { shop_type: '', item_id: '' }
  for (;;) {
    const items = await readItems(client, last)
    await saveShownVariants(client, items)
    const next = items.at(-1)
    if (!next || items.length < batchSize) return
    last = next
  }
}

/** The next items with variants in the order of their keys. `labels` are the variant names of their photos. */
async function readItems(
  client: ClientBase,
  { shop_type, item_id }: Pick<StoredItem, 'shop_type' | 'item_id'>,
): Promise<StoredItem[]> {
  const { rows } = await client.query<StoredItem>(
    `select i.shop_type, i.item_id, i.info, array(
       select q.variant from qc_photos q left join photo_submissions s on s.id = q.submission_id
       where q.shop_type = i.shop_type and q.item_id = i.item_id and q.variant is not null
         and (q.submission_id is null or s.status = 'approved')
       union select photo ->> 'variant' from qc_snapshots c, jsonb_array_elements(c.photos) photo
       where c.shop_type = i.shop_type and c.item_id = i.item_id and photo ->> 'variant' is not null
     ) as labels
     from product_infos i
     where (i.shop_type, i.item_id) > ($1, $2) and jsonb_array_length(i.info -> 'skus') > 0
     order by i.shop_type, i.item_id limit $3`,
    [shop_type, item_id, batchSize],
  )
  return rows
}

async function saveShownVariants(client: ClientBase, items: readonly StoredItem[]): Promise<void> {
  const rows = items.map(({ shop_type, item_id, info, labels }) => {
    return { shop_type, item_id, shown: chooseShownVariant(info, labels.filter(Boolean)) }
  })
  await client.query(
    `update product_infos i set shown = one.shown
     from jsonb_to_recordset($1::jsonb) as one(shop_type text, item_id text, shown jsonb)
     where i.shop_type = one.shop_type and i.item_id = one.item_id`,
    [JSON.stringify(rows)],
  )
}
