import { createAddress } from '#support/http-client.ts'
import { createUser } from '#support/users.ts'
import { alternate, as, checkOneWinner, getRow, newCode, type Race, type RaceSite } from './race-site.ts'

/** All clients register the same email address. */
export const sameEmail: Race = {
  name: 'the same email registered by all',
  isCostly: true,
  begin: async (raceSite, count) => {
    const { email } = createUser()
    const { password } = createUser()
    return {
      clients: Array.from({ length: count }, (_, index) => () => {
        const account = { name: `Person ${index}`, email: index % 2 ? email.toUpperCase() : email, password }
        return raceSite.client.call('POST /users/createUser', account, { from: createAddress() })
      }),
      statuses: [200, 409],
      check: async (replies) => {
        const accounts = await listAccounts(raceSite, email)
        const isOne = accounts.length === 1
        return [...checkOneWinner(replies, 409), ...(isOne ? [] : [`there are ${accounts.length} accounts`])]
      },
    }
  },
}

/** Two admins demote each other and themselves; one admin must remain. */
export const demotion: Race = {
  name: 'admins demoting each other',
  begin: async (raceSite, count) => {
    const demote = (index: number) => {
      const isSelf = index % 5 === 0
      const { email } = alternate(raceSite.admins, isSelf ? index : index + 1)
      const change = { email, role: 'user' }
      return raceSite.client.call(
        'POST /users/changeUserRoleOrStatus',
        change,
        as(alternate(raceSite.admins, index)),
      )
    }
    return {
      clients: Array.from({ length: count }, (_, index) => () => demote(index)),
      statuses: [200, 401, 403, 409],
      check: async () => {
        const wrong = await checkAdminsLeft(raceSite)
        await promoteAgain(raceSite)
        return wrong
      },
    }
  },
}

/** All clients save the same item in one collection, and some remove it. */
export const sameEntry: Race = {
  name: 'the same item saved by one person at once',
  begin: async (raceSite, count) => {
    const [user] = raceSite.users
    const query = `productCode=${newCode()}&storeName=taobao`
    const act = (verb: string) =>
      raceSite.client.call(`POST /users/${verb}Collection?${query}`, undefined, as(user))
    return {
      clients: Array.from({ length: count }, () => () => act('addTo')),
      statuses: [200],
      check: async () => {
        const savedCount = await countCollection(raceSite)
        await Promise.all(Array.from({ length: 5 }, () => act('removeFrom')))
        const left = await countCollection(raceSite)
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

async function checkAdminsLeft(raceSite: RaceSite): Promise<string[]> {
  const can = await Promise.all(raceSite.admins.map(({ token }) => canListUsers(raceSite, token)))
  const count = can.filter(Boolean).length
  return count === 1 ? [] : [`${count} admins are left`]
}

/** The remaining admin promotes the other one, who logs in again. */
async function promoteAgain(raceSite: RaceSite): Promise<void> {
  const [first, second] = raceSite.admins
  const isFirst = await canListUsers(raceSite, first.token)
  const [remainingAdmin, demotedAdmin] = isFirst ? [first, second] : [second, first]
  const value = { email: demotedAdmin.email, role: 'admin' }
  getRow(await raceSite.client.call('POST /users/changeUserRoleOrStatus', value, as(remainingAdmin)))
  const again = await raceSite.logIn(demotedAdmin)
  raceSite.admins = isFirst ? [first, again] : [again, second]
}
