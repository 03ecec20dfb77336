import { apiBase } from '#shared/paths.ts'
import { aForm, aPng } from '#support/forms.ts'
import type { Reply } from '#support/http-client.ts'
import { sendForm, type TestApp, tokens } from './api.ts'

/** An item without public photos. */
export const qcItem = { shopType: 'weidian', productCode: '9900661650' } as const

/** What members and admins do with photos, over HTTP. */
export function photoPeople(app: () => TestApp) {
  const as = (authorization: string) => ({ authorization })
  const people = {
    upload: async (bytes?: Uint8Array | string, authorization = tokens.user): Promise<Reply> =>
      sendForm(app(), '/qc-photos/uploads', await aForm({}, { bytes: bytes ?? (await aPng(40, 30)) }), {
        authorization,
      }),
    /** The ids of new uploads. */
    async uploads(count: number, authorization = tokens.user): Promise<string[]> {
      const ids: string[] = []
      for (let at = 0; at < count; at += 1) {
        const { body } = await people.upload(undefined, authorization)
        ids.push(Object(body?.data).id)
      }
      return ids
    },
    remove: (id: string, authorization = tokens.user) =>
      app().send(`${apiBase}/qc-photos/uploads/${id}`, { method: 'DELETE', headers: as(authorization) }),
    send: (uploads: unknown, more: object = {}, authorization = tokens.user) =>
      app().post('/qc-photos/sets', { ...qcItem, uploads, ...more }, as(authorization)),
    /** The id of a new, pending submission of one photo. */
    async aSet(): Promise<string> {
      const { body } = await people.send(await people.uploads(1))
      return Object(body?.data)._id
    },
    list: (query = '', authorization = tokens.admin) =>
      app().get(`/qc-photos/sets${query}`, as(authorization)),
    moderate: (id: string, body: object, authorization = tokens.admin) =>
      app().post(`/qc-photos/sets/${id}/status`, body, as(authorization)),
    delete: (id: string, authorization = tokens.admin) =>
      app().send(`${apiBase}/qc-photos/sets/${id}`, { method: 'DELETE', headers: as(authorization) }),
    mine: (authorization = tokens.user, { shopType, productCode } = qcItem as Item) =>
      app().get(`/qc-photos/sets/mine?shopType=${shopType}&productCode=${productCode}`, as(authorization)),
    /** How many photos the item's page shows. */
    async shown(): Promise<number> {
      const { body } = await app().get(`/qc-photos/${qcItem.productCode}?shopType=${qcItem.shopType}`)
      return Object(body?.data).photos.length
    },
  }
  return people
}

type Item = { shopType: string; productCode: string }
