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
  begin: async (raceSite, count) => {
    const rows = await ensureProducts(raceSite, products)
    const move = (index: number) => {
      const { _id } = pick(rows, index * 7)
      const position = 1 + ((index * 5) % rows.length)
      return raceSite.client.call(
        `PATCH /products/setProductSerial?product_id=${_id}&serial_No=${position}`,
        undefined,
        as(alternate(raceSite.admins, index)),
      )
    }
    const clients = mixed(count, {
      move,
      add: (index) => addProduct(raceSite, alternate(raceSite.admins, index), newCode()),
      drop: (index) => deleteProduct(raceSite, alternate(raceSite.admins, index), pick(rows, index)._id),
    })
    return {
      clients,
      statuses: [200, 400, 404],
      check: async () => checkList(await listProducts(raceSite), rows),
    }
  },
}

/** The same for agents. */
export const agentPositions: Race = {
  name: 'positions of agents',
  begin: async (raceSite, count) => {
    const rows = await ensureAgents(raceSite, agents)
    const move = (index: number) => {
      const { _id } = pick(rows, index * 3)
      const position = 1 + ((index * 5) % rows.length)
      return raceSite.client.call(
        `PATCH /agent/setAgentSerial?agent_id=${_id}&serial_No=${position}`,
        undefined,
        as(alternate(raceSite.admins, index)),
      )
    }
    const clients = mixed(count, {
      move,
      add: (index) => addAgent(raceSite, alternate(raceSite.admins, index)),
      drop: (index) => dropAgent(raceSite, index, pick(rows, index)),
    })
    return {
      clients,
      statuses: [200, 400, 404],
      check: async () => checkList(await listAgents(raceSite), rows),
    }
  },
}

/** Agents are selected, closed, opened and deleted at once: one stays selected as long as one is active. */
export const selection: Race = {
  name: 'the selected agent',
  begin: async (raceSite, count) => {
    const rows = await ensureAgents(raceSite, agents)
    const patch = (index: number, path: string) =>
      raceSite.client.call(`PATCH /agent/${path}`, undefined, as(alternate(raceSite.admins, index)))
    const acts = [
      (index: number, id: unknown) => patch(index, `selectAgent?agent_id=${id}&isSelected=true`),
      (index: number, id: unknown) => patch(index, `activeOrDactiveAnAgent?agent_id=${id}&active=false`),
      (index: number, id: unknown) => patch(index, `selectAgent?agent_id=${id}&isSelected=true`),
      (index: number, id: unknown) => patch(index, `activeOrDactiveAnAgent?agent_id=${id}&active=true`),
    ]
    const clients = Array.from({ length: count }, (_, index) => async () => {
      const row = pick(rows, index * 3)
      if (index % 25 === 12) return dropAgent(raceSite, index, row)
      return pick(acts, index)(index, row._id)
    })
    const check = async () => {
      const after = await listAgents(raceSite)
      const chosen = after.filter(({ isSelected }) => isSelected === true)
      const isRight = after.some(({ active }) => active === true)
        ? chosen.length === 1 && chosen[0]?.active === true
        : chosen.length === 0
      return isRight ? listGaps(after, 'agents') : [`${chosen.length} agents are selected`]
    }
    return { clients, statuses: [200, 400, 404, 409], check }
  },
}

const dropAgent = ({ client, admins }: RaceSite, index: number, { _id }: Row) =>
  client.call(`DELETE /agent/deleteAgent?agent_id=${_id}`, undefined, as(alternate(admins, index)))

function pick<T>(list: T[], index: number): T {
  const one = list[index % list.length]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}

type Acts = Record<'move' | 'add' | 'drop', (index: number) => Promise<Reply>>

/** Mostly moves, with additions and deletions among them. */
function mixed(count: number, { move, add, drop }: Acts): (() => Promise<Reply>)[] {
  const every = Math.floor(count / changeCount)
  return Array.from({ length: count }, (_, index) => () => {
    const sequence = Math.floor(index / every)
    if (sequence >= changeCount) return move(index)
    if (index % every === 1) return add(index)
    return index % every === 2 ? drop(sequence) : move(index)
  })
}

function checkList(after: Row[], before: Row[]): string[] {
  const expected = before.length // as many are added as deleted
  const wrong = after.length === expected ? [] : [`${after.length} rows instead of ${expected}`]
  return [...wrong, ...listGaps(after, 'rows')]
}
