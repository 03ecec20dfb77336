import { aForm } from '#support/forms.ts'
import {
  addProduct,
  agentsOf,
  agentValue,
  alternate,
  as,
  catalogue,
  deleteProduct,
  newCode,
  oneWinner,
  type Race,
  type RaceSite,
  rowOf,
  rowsOf,
  statusesOf,
} from './race-site.ts'

/** A product of its own for a round. */
async function aProduct(world: RaceSite) {
  const code = newCode()
  const { _id: id, version } = rowOf(await addProduct(world, world.admins[0], code))
  return { code, id, version: Number(version) }
}

const find = async ({ client, admins: [admin] }: RaceSite, code: string) =>
  rowOf(
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

/** Everybody adds the same item. */
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
        const found = (await catalogue(world)).filter(({ productCode }) => productCode === code)
        for (const { _id } of found) await deleteProduct(world, world.admins[0], _id)
        return [
          ...oneWinner(replies, 409),
          ...(found.length === 1 ? [] : [`it is there ${found.length} times`]),
        ]
      },
    }
  },
}

/** Everybody changes what all have read. */
export const productVersions: Race = {
  name: 'one version of a product changed by all',
  begin: async (world, count) => {
    const { id, code, version } = await aProduct(world)
    return {
      clients: Array.from({ length: count }, (_, at) => () => rename(world, id, at, version)),
      statuses: [200, 409],
      judge: async (replies) => {
        const { name, weight } = await find(world, code)
        await deleteProduct(world, world.admins[0], id)
        const at = replies.findIndex(({ status }) => status === 200)
        const isWhole = name === `Name ${at}` && weight === 100 + at
        return [
          ...oneWinner(replies, 409),
          ...(isWhole ? [] : [`${at} won, but it is ${name} of ${weight} g`]),
        ]
      },
    }
  },
}

/** Half of them change it, half delete it. */
export const changeAndDelete: Race = {
  name: 'a product changed and deleted at once',
  begin: async (world, count) => {
    const { id, code } = await aProduct(world)
    const isDelete = (at: number) => at % 4 > 1
    return {
      clients: Array.from({ length: count }, (_, at) => () => {
        return isDelete(at) ? deleteProduct(world, alternate(world.admins, at), id) : rename(world, id, at)
      }),
      statuses: [200, 404],
      judge: async (replies) => {
        const deleted = statusesOf(
          replies.filter((_, at) => isDelete(at)),
          200,
        )
        const left = (await catalogue(world)).filter(({ productCode }) => productCode === code)
        return [
          ...(deleted === 1 ? [] : [`${deleted} deleted it`]),
          ...(left.length === 0 ? [] : ['it is still there']),
        ]
      },
    }
  },
}

/** Two admins may have so many forms on their way: two and twelve that wait, each. */
const mostForms = 28

/** The same as above for agents, whose form comes as multipart. */
export const agentVersions: Race = {
  name: 'one version of an agent changed by all',
  begin: async (world, count) => {
    const [first] = await agentsOf(world, 2)
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
        const all = rowsOf(await world.client.call('GET /agent/getAgent', undefined, as(world.admins[0])))
        const offer = all.find(({ _id }) => _id === id)?.offer
        const at = replies.findIndex(({ status }) => status === 200)
        return [
          ...oneWinner(replies, 409),
          ...(offer === `Offer ${at}` ? [] : [`${at} won, but it is ${offer}`]),
        ]
      },
    }
  },
}
