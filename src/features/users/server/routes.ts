import { createFieldError, failures, RequestError } from '#shared/failure.ts'
import { describePage, readPage, uuidPattern } from '#shared/server/list-page.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import { type UsersContract, usersContract } from '../contract.ts'
import { describeRoleChange, describeStatusChange } from '../role-and-status.ts'
import { usersPerPage } from '../texts-and-limits.ts'
import type { UserService } from './service.ts'

export function userHandlers({ users }: { users: UserService }): Handlers<UsersContract> {
  return {
    me: async ({ session }) => {
      const user = await users.find(session.userId)
      // The account was deleted after the session was checked.
      if (!user) throw new RequestError(failures.unauthorized)
      return { data: user }
    },
    getAllUser: async ({ query }) => {
      const { email, limit = usersPerPage, page = 1 } = query
      const { items, ...listed } = await users.list(email, readPage(query, usersPerPage, [uuidPattern]))
      const { total } = listed
      return {
        data: { users: items, total, page, totalPages: Math.ceil(total / limit) },
        headers: describePage(usersContract.getAllUser, query, listed),
      }
    },
    changeUserRoleOrStatus: async ({ query, body, session, caller }) => {
      const email = assertField('email', pickSingle('email', query.email, body?.email))
      const role = pickSingle('role', query.role, body?.role)
      const status = pickSingle('status', query.status, body?.status)
      if (role === undefined && status === undefined)
        throw createFieldError('role', 'role or status is required.')
      const user = await users.change({ email, role, status }, { session, caller })
      const messages = [
        role && describeRoleChange(user.name, role),
        status && describeStatusChange(user.name, status),
      ]
      return { data: user, message: messages.filter(Boolean).join(' ') }
    },
    endSessions: async ({ query, session, caller }) => {
      await users.endSessions(query.email, { session, caller })
      return { data: null, message: 'All sessions ended.' }
    },
  }
}

/** A value may be in the query or in the body, but not in both with different values. */
function pickSingle<T extends string>(
  field: string,
  inQuery: T | undefined,
  inBody: T | undefined,
): T | undefined {
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody)
    throw createFieldError(field, `${field} may be given only once.`)
  return inQuery ?? inBody
}

function assertField(field: string, value: string | undefined): string {
  if (!value) throw createFieldError(field, `${field} is required.`)
  return value
}
