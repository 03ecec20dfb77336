import { createAddress } from '#support/http-client.ts'
import { createUser } from '#support/users.ts'
import { alternate, as, checkOneWinner, getRow, newCode, type Race, type RaceSite } from './race-site.ts'

/** All clients register the same email address. */
export const sameEmail: Race = {
  name: 'the same email registered by all',
  isCostly: true,
  begin: async (world, count) => {
    const { email } = createUser()
    const { password } = createUser()
    return {
      clients: Array.from({ length: count }, (_, at) => () => {
        const account = { name: `Person ${at}`, email: at % 2 ? email.toUpperCase() : email, password }
        return world.client.call('POST /users/createUser', account, { from: createAddress() })
      }),
      statuses: [200, 409],
      judge: async (replies) => {
        const accounts = await listAccounts(world, email)
        const isOne = accounts.length === 1
        return [...checkOneWinner(replies, 409), ...(isOne ? [] : [`there are ${accounts.length} accounts`])]
      },
    }
  },
}

/** Two admins demote each other and themselves; one admin must remain. */
export const demotion: Race = {
  name: 'admins demoting each other',
  begin: async (world, count) => {
    const demote = (at: number) => {
      const isSelf = at % 5 === 0
      const { email } = alternate(world.admins, isSelf ? at : at + 1)
      const change = { email, role: 'user' }
      return world.client.call('POST /users/changeUserRoleOrStatus', change, as(alternate(world.admins, at)))
    }
    return {
      clients: Array.from({ length: count }, (_, at) => () => demote(at)),
      statuses: [200, 401, 403, 409],
      judge: async () => {
        const wrong = await checkAdminsLeft(world)
        await promoteAgain(world)
        return wrong
      },
    }
  },
}

/** All clients save the same item in one collection, and some remove it. */
export const sameEntry: Race = {
  name: 'the same item kept by one person at once',
  begin: async (world, count) => {
    const [user] = world.users
    const query = `productCode=${newCode()}&storeName=taobao`
    const act = (verb: string) =>
      world.client.call(`POST /users/${verb}Collection?${query}`, undefined, as(user))
    return {
      clients: Array.from({ length: count }, () => () => act('addTo')),
      statuses: [200],
      judge: async () => {
        const savedCount = await countCollection(world)
        await Promise.all(Array.from({ length: 5 }, () => act('removeFrom')))
        const left = await countCollection(world)
        return [
          ...(savedCount === 1 ? [] : [`it is saved ${savedCount} times`]),
          ...(left === 0 ? [] : [`it is still saved ${left} times`]),
        ]
      },
    }
  },
}

async function countCollection({ client, users: [user] }: RaceSite): Promise<number> {
  const { productCollection } = getRow(await client.call('GET /users/viewCollection', undefined, as(user)))
  return Array.isArray(productCollection) ? productCollection.length : Number.NaN
}

async function listAccounts({ client, admins: [admin] }: RaceSite, email: string) {
  const { users } = getRow(
    await client.call(`GET /users/getAllUser?email=${encodeURIComponent(email)}`, undefined, as(admin)),
  )
  return Array.isArray(users) ? users : []
}

const canListUsers = async ({ client }: RaceSite, token: string) => {
  const reply = await client.call('GET /users/getAllUser', undefined, { headers: { authorization: token } })
  return reply.status === 200
}

async function checkAdminsLeft(world: RaceSite): Promise<string[]> {
  const can = await Promise.all(world.admins.map(({ token }) => canListUsers(world, token)))
  const count = can.filter(Boolean).length
  return count === 1 ? [] : [`${count} admins are left`]
}

/** The remaining admin promotes the other one, who logs in again. */
async function promoteAgain(world: RaceSite): Promise<void> {
  const [first, second] = world.admins
  const isFirst = await canListUsers(world, first.token)
  const [remainingAdmin, demotedAdmin] = isFirst ? [first, second] : [second, first]
  const value = { email: demotedAdmin.email, role: 'admin' }
  getRow(await world.client.call('POST /users/changeUserRoleOrStatus', value, as(remainingAdmin)))
  const again = await world.logIn(demotedAdmin)
  world.admins = isFirst ? [first, again] : [again, second]
}
