import type { Database } from '#db/client.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'

/** Fills an empty site up to its limits, because responses with long lists are costly. */
export async function fillSite({ pool }: Database, email: string): Promise<void> {
  for (const statement of statements) await pool.query(statement)
  for (const statement of accountStatements) await pool.query(statement, [email])
  await pool.query(
    `insert into product_infos (shop_type, item_id, source, info)
     select shop, item, 'storefront', $1 from (values ('taobao', '42'), ('weidian', '900')) as known (shop, item)`,
    [JSON.stringify(createLargestInfo())],
  )
}

const repeatText = (letters: number) => `left(repeat('Good for the price. ', 200), ${letters})`

const statements = [
  `insert into products (shop_type, item_id, name, price_fen, thumbnail, weight_grams, dimensions, on_trend, position)
   select 'taobao', (41 + n)::text, ${repeatText(200)}, n, 'demo/' || n || '/shop-1.webp', 100 + n * 19,
     (n % 60 + 1) || 'x' || (n % 50 + 1) || 'x' || (n % 40 + 1), true, n from generate_series(1, 1000) n`,
  `insert into reviews (shop_type, item_id, author, rating, comment, status, is_public, product_name, product_image)
   select 'taobao', '42', 'size-eu-43', 4, ${repeatText(2000)}, 'approved', true, ${repeatText(300)}, 'demo/tote/shop-1.webp'
   from generate_series(1, 1000)`,
  `insert into agents (name, image, offer, link_taobao, link_weidian, position)
   select 'Agent ' || n, '/agents/mark.svg', ${repeatText(80)}, 'https://agent.example/t/{id}', 'https://agent.example/w/{id}', n
   from generate_series(1, 50) n`,
  `insert into qc_photos (shop_type, item_id, image, source, agent, variant, taken_at, width, height)
   select 'taobao', '42', 'demo/tote/qc-' || n || '.webp', 'Warehouse A', 'CNFans', 'Navy', now(), 1080, 1080
   from generate_series(1, 200) n`,
  `insert into item_prices (shop_type, item_id, first_seen, last_seen, price_fen, source)
   select 'taobao', '42', now() - n * interval '8 days', now() - n * interval '8 days', n, 'storefront'
   from generate_series(1, 400) n`,
  `insert into users (name, email, email_key, verified_at)
   select ${repeatText(80)}, 'visitor-' || n || '@example.com', 'visitor-' || n || '@example.com', now()
   from generate_series(1, 2000) n`,
]

const accountId = '(select id from users where email_key = $1)'
const accountStatements = [
  `insert into collection_entries (user_id, shop_type, item_id, title, price_minor, image)
   select ${accountId}, 'taobao', (41 + n)::text, ${repeatText(300)}, n, 'demo/tote/shop-1.webp' from generate_series(1, 1000) n`,
  `insert into watches (user_id, shop_type, item_id, below_fen)
   select ${accountId}, 'taobao', (41 + n)::text, n from generate_series(1, 199) n`,
  `insert into watch_notices (user_id, shop_type, item_id, kind, value)
   select ${accountId}, 'taobao', (41 + n)::text, 'price', n from generate_series(1, 200) n`,
]

/** A thousand variants, the maximum that is stored of an item. */
function createLargestInfo(): ProductInfo {
  const name = 'Navy, long, with a zip and two pockets, '.repeat(3)
  const skus = Array.from({ length: 1000 }, (_, index) => ({
    skuID: String(index),
    specId: String(index),
    name,
    nameTrans: name,
    imgUrl: '',
    stock: index,
    propsID: `1:${index};2:${index % 30}`,
    propsCode: `1:${index};2:${index % 30}`,
    price: index + 1,
  }))
  const values = skus.map(({ skuID }) => ({ valueID: skuID, valueTrans: name }))
  const productAttr = ['1', '2'].map((attrID) => ({ attrID, attrTrans: 'Colour', values }))
  return {
    title: name,
    titleOriginal: name,
    price: 10,
    currency: 'CNY',
    imgList: [],
    skus,
    productAttr,
    propsTrans: Object.fromEntries(skus.map(({ propsID }) => [propsID, name])),
  }
}
