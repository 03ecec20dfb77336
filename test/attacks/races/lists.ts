import type { Reply } from '#support/http-client.ts'
import {
  addAgent,
  addProduct,
  alternate,
  as,
  deleteProduct,
  ensureAgents,
  ensureProducts,
  listAgents,
  listGaps,
  listProducts,
  newCode,
  type Race,
  type RaceSite,
  type Row,
} from './race-site.ts'

const products = 12
const agents = 8
/** Clients of a round that add a row, and as many that delete one. */
const changeCount = 4

/** Two admins move rows while others add and delete rows. */
export const productPositions: Race = {
  name: 'positions of products',
  begin: async (world, count) => {
    const rows = await ensureProducts(world, products)
    const move = (at: number) => {
      const { _id } = pick(rows, at * 7)
      const position = 1 + ((at * 5) % rows.length)
      return world.client.call(
        `PATCH /products/setProductSerial?product_id=${_id}&serial_No=${position}`,
        undefined,
        as(alternate(world.admins, at)),
      )
    }
    const clients = mixed(count, {
      move,
      add: (at) => addProduct(world, alternate(world.admins, at), newCode()),
      drop: (at) => deleteProduct(world, alternate(world.admins, at), pick(rows, at)._id),
    })
    return {
      clients,
      statuses: [200, 400, 404],
      judge: async () => checkList(await listProducts(world), rows),
    }
  },
}

/** The same for agents. */
export const agentPositions: Race = {
  name: 'positions of agents',
  begin: async (world, count) => {
    const rows = await ensureAgents(world, agents)
    const move = (at: number) => {
      const { _id } = pick(rows, at * 3)
      const position = 1 + ((at * 5) % rows.length)
      return world.client.call(
        `PATCH /agent/setAgentSerial?agent_id=${_id}&serial_No=${position}`,
        undefined,
        as(alternate(world.admins, at)),
      )
    }
    const clients = mixed(count, {
      move,
      add: (at) => addAgent(world, alternate(world.admins, at)),
      drop: (at) => dropAgent(world, at, pick(rows, at)),
    })
    return { clients, statuses: [200, 400, 404], judge: async () => checkList(await listAgents(world), rows) }
  },
}

/** Agents are selected, closed, opened and deleted at once: one stays selected as long as one is active. */
export const selection: Race = {
  name: 'the selected agent',
  begin: async (world, count) => {
    const rows = await ensureAgents(world, agents)
    const patch = (at: number, path: string) =>
      world.client.call(`PATCH /agent/${path}`, undefined, as(alternate(world.admins, at)))
    const acts = [
      (at: number, id: unknown) => patch(at, `selectAgent?agent_id=${id}&isSelected=true`),
      (at: number, id: unknown) => patch(at, `activeOrDactiveAnAgent?agent_id=${id}&active=false`),
      (at: number, id: unknown) => patch(at, `selectAgent?agent_id=${id}&isSelected=true`),
      (at: number, id: unknown) => patch(at, `activeOrDactiveAnAgent?agent_id=${id}&active=true`),
    ]
    const clients = Array.from({ length: count }, (_, at) => async () => {
      const row = pick(rows, at * 3)
      if (at % 25 === 12) return dropAgent(world, at, row)
      return pick(acts, at)(at, row._id)
    })
    const judge = async () => {
      const after = await listAgents(world)
      const chosen = after.filter(({ isSelected }) => isSelected === true)
      const isRight = after.some(({ active }) => active === true)
        ? chosen.length === 1 && chosen[0]?.active === true
        : chosen.length === 0
      return isRight ? listGaps(after, 'agents') : [`${chosen.length} agents are selected`]
    }
    return { clients, statuses: [200, 400, 404, 409], judge }
  },
}

const dropAgent = ({ client, admins }: RaceSite, at: number, { _id }: Row) =>
  client.call(`DELETE /agent/deleteAgent?agent_id=${_id}`, undefined, as(alternate(admins, at)))

function pick<T>(list: T[], at: number): T {
  const one = list[at % list.length]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}

type Acts = Record<'move' | 'add' | 'drop', (at: number) => Promise<Reply>>

/** Mostly moves, with additions and deletions among them. */
function mixed(count: number, { move, add, drop }: Acts): (() => Promise<Reply>)[] {
  const every = Math.floor(count / changeCount)
  return Array.from({ length: count }, (_, at) => () => {
    const nth = Math.floor(at / every)
    if (nth >= changeCount) return move(at)
    if (at % every === 1) return add(at)
    return at % every === 2 ? drop(nth) : move(at)
  })
}

function checkList(after: Row[], before: Row[]): string[] {
  const expected = before.length // as many are added as deleted
  const wrong = after.length === expected ? [] : [`${after.length} rows instead of ${expected}`]
  return [...wrong, ...listGaps(after, 'rows')]
}
