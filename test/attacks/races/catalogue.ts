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
async function createProduct(world: RaceSite) {
  const code = newCode()
  const { _id: id, version } = getRow(await addProduct(world, world.admins[0], code))
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

const rename = ({ client, admins }: RaceSite, id: unknown, at: number, version?: number) =>
  client.call(
    `PATCH /products/updateProduct?product_id=${id}`,
    { name: `Name ${at}`, weight: 100 + at, ...(version !== undefined && { version }) },
    as(alternate(admins, at)),
  )

/** All clients add the same item. */
export const sameProduct: Race = {
  name: 'the same product added by all',
  begin: async (world, count) => {
    const code = newCode()
    return {
      clients: Array.from(
        { length: count },
        (_, at) => () => addProduct(world, alternate(world.admins, at), code),
      ),
      statuses: [200, 409],
      judge: async (replies) => {
        const matches = (await listProducts(world)).filter(({ productCode }) => productCode === code)
        for (const { _id } of matches) await deleteProduct(world, world.admins[0], _id)
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
  begin: async (world, count) => {
    const { id, code, version } = await createProduct(world)
    return {
      clients: Array.from({ length: count }, (_, at) => () => rename(world, id, at, version)),
      statuses: [200, 409],
      judge: async (replies) => {
        const { name, weight } = await find(world, code)
        await deleteProduct(world, world.admins[0], id)
        const at = replies.findIndex(({ status }) => status === 200)
        const isWhole = name === `Name ${at}` && weight === 100 + at
        return [
          ...checkOneWinner(replies, 409),
          ...(isWhole ? [] : [`${at} won, but it is ${name} of ${weight} g`]),
        ]
      },
    }
  },
}

/** Half of the clients change a product, half delete it. */
export const changeAndDelete: Race = {
  name: 'a product changed and deleted at once',
  begin: async (world, count) => {
    const { id, code } = await createProduct(world)
    const isDelete = (at: number) => at % 4 > 1
    return {
      clients: Array.from({ length: count }, (_, at) => () => {
        return isDelete(at) ? deleteProduct(world, alternate(world.admins, at), id) : rename(world, id, at)
      }),
      statuses: [200, 404],
      judge: async (replies) => {
        const deleted = countStatus(
          replies.filter((_, at) => isDelete(at)),
          200,
        )
        const left = (await listProducts(world)).filter(({ productCode }) => productCode === code)
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
  begin: async (world, count) => {
    const [first] = await ensureAgents(world, 2)
    const { _id: id, version } = Object(first)
    const change = async (at: number) => {
      const sent = await aForm({ ...agentValue(`Renamed ${newCode()}`), offer: `Offer ${at}`, version })
      const headers = { ...sent.headers, ...as(alternate(world.admins, at)).headers }
      return world.client.send(`/api/v1/agent/updateAgent?agent_id=${id}`, {
        ...sent,
        method: 'POST',
        headers,
      })
    }
    return {
      clients: Array.from({ length: Math.min(count, mostForms) }, (_, at) => () => change(at)),
      statuses: [200, 409],
      judge: async (replies) => {
        const all = getRows(await world.client.call('GET /agent/getAgent', undefined, as(world.admins[0])))
        const offer = all.find(({ _id }) => _id === id)?.offer
        const at = replies.findIndex(({ status }) => status === 200)
        return [
          ...checkOneWinner(replies, 409),
          ...(offer === `Offer ${at}` ? [] : [`${at} won, but it is ${offer}`]),
        ]
      },
    }
  },
}
