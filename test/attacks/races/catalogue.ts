import { aForm } from '#support/forms.ts'
import {
  addProduct,
  agentValue,
  alternate,
  as,
  checkOneWinner,
  countStatus,
  deleteProduct,
  ensureAgents,
  getRow,
  getRows,
  listProducts,
  newCode,
  type Race,
  type RaceSite,
} from './race-site.ts'

/** A new product for a round. */
async function createProduct(raceSite: RaceSite) {
  const code = newCode()
  const { _id: id, version } = getRow(await addProduct(raceSite, raceSite.admins[0], code))
  return { code, id, version: Number(version) }
}

const find = async ({ client, admins: [admin] }: RaceSite, code: string) =>
  getRow(
    await client.call(
      `GET /products/findProductById?productCode=${code}&storeName=taobao`,
      undefined,
      as(admin),
    ),
  )

const rename = ({ client, admins }: RaceSite, id: unknown, index: number, version?: number) =>
  client.call(
    `PATCH /products/updateProduct?product_id=${id}`,
    { name: `Name ${index}`, weight: 100 + index, ...(version !== undefined && { version }) },
    as(alternate(admins, index)),
  )

/** All clients add the same item. */
export const sameProduct: Race = {
  name: 'the same product added by all',
  begin: async (raceSite, count) => {
    const code = newCode()
    return {
      clients: Array.from(
        { length: count },
        (_, index) => () => addProduct(raceSite, alternate(raceSite.admins, index), code),
      ),
      statuses: [200, 409],
      check: async (replies) => {
        const matches = (await listProducts(raceSite)).filter(({ productCode }) => productCode === code)
        for (const { _id } of matches) await deleteProduct(raceSite, raceSite.admins[0], _id)
        return [
          ...checkOneWinner(replies, 409),
          ...(matches.length === 1 ? [] : [`it is there ${matches.length} times`]),
        ]
      },
    }
  },
}

/** All clients change the same version of a product. */
export const productVersions: Race = {
  name: 'one version of a product changed by all',
  begin: async (raceSite, count) => {
    const { id, code, version } = await createProduct(raceSite)
    return {
      clients: Array.from({ length: count }, (_, index) => () => rename(raceSite, id, index, version)),
      statuses: [200, 409],
      check: async (replies) => {
        const { name, weight } = await find(raceSite, code)
        await deleteProduct(raceSite, raceSite.admins[0], id)
        const index = replies.findIndex(({ status }) => status === 200)
        const isWhole = name === `Name ${index}` && weight === 100 + index
        return [
          ...checkOneWinner(replies, 409),
          ...(isWhole ? [] : [`${index} won, but it is ${name} of ${weight} g`]),
        ]
      },
    }
  },
}

/** Half of the clients change a product, half delete it. */
export const changeAndDelete: Race = {
  name: 'a product changed and deleted at once',
  begin: async (raceSite, count) => {
    const { id, code } = await createProduct(raceSite)
    const isDelete = (index: number) => index % 4 > 1
    return {
      clients: Array.from({ length: count }, (_, index) => () => {
        return isDelete(index)
          ? deleteProduct(raceSite, alternate(raceSite.admins, index), id)
          : rename(raceSite, id, index)
      }),
      statuses: [200, 404],
      check: async (replies) => {
        const deleted = countStatus(
          replies.filter((_, index) => isDelete(index)),
          200,
        )
        const left = (await listProducts(raceSite)).filter(({ productCode }) => productCode === code)
        return [
          ...(deleted === 1 ? [] : [`${deleted} deleted it`]),
          ...(left.length === 0 ? [] : ['it is still there']),
        ]
      },
    }
  },
}

/** Forms that two admins may send at once: two active and twelve queued each. */
const mostForms = 28

/** The same as above for agents, whose form comes as multipart. */
export const agentVersions: Race = {
  name: 'one version of an agent changed by all',
  begin: async (raceSite, count) => {
    const [first] = await ensureAgents(raceSite, 2)
    const { _id: id, version } = Object(first)
    const change = async (index: number) => {
      const sent = await aForm({ ...agentValue(`Renamed ${newCode()}`), offer: `Offer ${index}`, version })
      const headers = { ...sent.headers, ...as(alternate(raceSite.admins, index)).headers }
      return raceSite.client.send(`/api/v1/agent/updateAgent?agent_id=${id}`, {
        ...sent,
        method: 'POST',
        headers,
      })
    }
    return {
      clients: Array.from({ length: Math.min(count, mostForms) }, (_, index) => () => change(index)),
      statuses: [200, 409],
      check: async (replies) => {
        const all = getRows(
          await raceSite.client.call('GET /agent/getAgent', undefined, as(raceSite.admins[0])),
        )
        const offer = all.find(({ _id }) => _id === id)?.offer
        const index = replies.findIndex(({ status }) => status === 200)
        return [
          ...checkOneWinner(replies, 409),
          ...(offer === `Offer ${index}` ? [] : [`${index} won, but it is ${offer}`]),
        ]
      },
    }
  },
}
