import { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { ProductInfo } from '#features/products/contract.ts'
import { watchNotice } from '#features/watches/contract.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { aSession, aUser, passwordHash } from '#support/factories.ts'
import type { TestApp } from './api.ts'

/** The item that tests of watching are about. */
export const watchedItem = { shopType: 'weidian', itemId: '7711603445' } as const

type SeenVariant = { price?: number | null; stock?: number | null; currency?: string }

/** Information of one variant. */
export function createInfo({ price = 219, stock = 3, currency = 'CNY' }: SeenVariant = {}): ProductInfo {
  const variant = {
    skuID: '1',
    specId: '1',
    name: 'Navy',
    nameTrans: '',
    imgUrl: '',
    propsID: '',
    propsCode: '',
  }
  return {
    title: 'Heavy cotton tee',
    titleOriginal: '',
    price,
    currency,
    imgList: [],
    skus: [{ ...variant, price, stock }],
    productAttr: [],
    propsTrans: {},
  }
}

/** Observes items as a fresh answer of a source does. */
export function createObserver(app: () => TestApp, item: ItemKey = watchedItem) {
  return (seen: SeenVariant, at = new Date()) =>
    app().services.watches.onLook(item, createInfo(seen), 'storefront', at)
}

/** A logged-in user and their calls. */
export async function createWatcher(
  { db }: Pick<Database, 'db'>,
  app: () => TestApp,
  given: Parameters<typeof aUser>[1] = {},
) {
  const user = await aUser(db, { passwordHash, ...given })
  const { token: authorization } = await aSession(db, user)
  const wish = (wishes: object) =>
    app().post(
      '/watches',
      { productCode: watchedItem.itemId, shopType: watchedItem.shopType, ...wishes },
      { authorization },
    )
  const get = (path: string) => app().get(path, { authorization })
  const notices = async () => {
    const { body } = await get('/watches/notices')
    return z.object({ data: z.array(watchNotice) }).parse(body).data
  }
  return {
    ...user,
    authorization,
    wish,
    get,
    notices,
    told: async () => (await notices()).map(({ kind, value }) => [kind, value]),
    send: (method: string, path: string) =>
      app().send(`/api/v1${path}`, { method, headers: { authorization } }),
  }
}
