import { kept } from '../shipping/haul-page.ts'
import type { Member } from '../support/accounts.ts'
import { keep } from '../support/collection-page.ts'
import { items } from '../support/product-page.ts'

/** The screens that people spend their time on, with something in each. */
export const screens = {
  home: '/',
  popular: '/popular',
  product: items.sneaker,
  'product without photos': items.withoutQc,
  estimation: '/estimation?destination=DE&weight=1240&length=34&width=22&height=12&features=202',
  haul: '/haul',
  tools: '/tools',
  convert: '/convert',
  extension: '/extension',
  collection: '/collection',
  login: '/login',
  overview: '/dashboard/admin-home',
  products: '/dashboard/manage-products',
  'add a product': '/dashboard/add-a-product',
  reviews: '/dashboard/manage-review',
  'rate cards': '/dashboard/rate-cards',
  users: '/dashboard/users',
  error: '/no-such-page',
} as const

/** What a browser has stored of a visitor who has chosen a country and put things into a haul. */
export const stored = { ...kept('DE'), country: 'DE' }

export async function furnish(member: Member): Promise<void> {
  await keep(
    member,
    { productCode: '9900661650', storeName: 'weidian' },
    { productCode: '990000605666', storeName: 'ali_1688' },
  )
}
