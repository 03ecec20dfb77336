import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { products } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { apiBase } from '#shared/paths.ts'
import { aProduct, aSession, aUser, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { type TestApp, tokens } from './api.ts'

const draft = { name: 'Canvas tote', price: 35, storeName: 'taobao', productCode: '42' }

/** An admin's calls that change the catalogue; after each test every rule of the data holds. */
export function useCatalogueFixture(database: Pick<Database, 'db'>, app: () => TestApp) {
  beforeEach(async () => {
    const admin = await aUser(database.db, { role: 'admin', passwordHash })
    await aSession(database.db, admin, { token: tokens.admin })
  })
  afterEach(async () => {
    expect(await verifyData(database.db)).toEqual([])
  })

  const write = (method: string, path: string, body: object = {}): Promise<Reply> => {
    const headers = { authorization: tokens.admin, 'content-type': 'application/json' }
    const sent = { method, headers, body: JSON.stringify(body) }
    return app().send(`${apiBase}/products/${path}`, sent)
  }
  return {
    write,
    /** Adds item 42 of Taobao, or what is given. */
    add: (given: object = {}) => write('POST', 'addProduct', { ...draft, ...given }),
    change: (id: string, body: object) => write('PATCH', `updateProduct?product_id=${id}`, body),
    move: (id: string, place: number | string) =>
      write('PATCH', `setProductSerial?product_id=${id}&serial_No=${place}`),
    setTrend: (id: string, status: string) =>
      write('PATCH', `setOrRemoveProductOnTend?product_id=${id}&status=${status}`),
    remove: (id: string) => write('DELETE', `dleteProduct?product_id=${id}`),

    /** Puts items with these codes into the list, and answers their ids. */
    async aList(...itemIds: string[]): Promise<string[]> {
      const ids: string[] = []
      for (const itemId of itemIds) ids.push((await aProduct(database.db, { itemId })).id)
      return ids
    },
    /** The codes of the list in its order, as a visitor gets them. */
    async codes(): Promise<string[]> {
      const { body } = await app().get('/products/getAllProduct')
      return Array.isArray(body?.data) ? body.data.map(({ productCode }) => productCode) : []
    },
    async readRow(id: string) {
      const [row] = await database.db.select().from(products).where(eq(products.id, id))
      return row
    },
  }
}

export function getReplyData({ body }: Reply) {
  return Object(body?.data)
}

export function getRefusal({ status, body }: Reply): unknown[] {
  return [status, body?.message, body?.code]
}
