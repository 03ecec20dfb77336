import { z } from 'zod'
import { userStatuses } from '#shared/column-values.ts'
import { defineContract, roles } from '#shared/contract.ts'
import { emailInQuery, pageParameters } from '#shared/wire.ts'
import { usersPerPage } from './texts-and-limits.ts'

const bothIds = { id: z.string(), _id: z.string() }

/** The logged-in user, as the browser stores them (§3). */
export const signedInUser = z.object({
  ...bothIds,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
})
export type SignedInUser = z.output<typeof signedInUser>

export const listedUser = z.object({
  ...signedInUser.shape,
  status: z.enum(userStatuses),
  createdAt: z.string(),
})
export type ListedUser = z.output<typeof listedUser>

export const userPage = z.object({
  users: z.array(listedUser),
  total: z.number(),
  page: z.number(),
  totalPages: z.number(),
})
export type UserPage = z.output<typeof userPage>

const changes = { role: z.enum(roles).optional(), status: z.enum(userStatuses).optional() }

export const usersContract = defineContract({
  me: {
    method: 'GET',
    path: '/users/me',
    access: 'user',
    summary: 'Returns the account that is logged in.',
    reply: signedInUser,
  },
  getAllUser: {
    method: 'GET',
    path: '/users/getAllUser',
    access: 'admin',
    summary: 'Lists all accounts, oldest first, or those whose email contains a text. Default: 100 per page.',
    query: z.object({ email: z.string().max(254).optional(), ...pageParameters(usersPerPage) }),
    reply: userPage,
    topLevel: ['users', 'total', 'page', 'totalPages'],
  },
  changeUserRoleOrStatus: {
    method: 'POST',
    path: '/users/changeUserRoleOrStatus',
    access: 'admin',
    summary: 'Changes the role or the status of the account with this email. It takes effect at once.',
    query: z.object({ email: emailInQuery.optional(), ...changes }),
    body: z.object({ email: emailInQuery.optional(), ...changes }).optional(),
    reply: listedUser,
  },
  endSessions: {
    method: 'POST',
    path: '/users/endSessions',
    access: 'admin',
    summary: 'Logs the account with this email out on all devices.',
    query: z.object({ email: emailInQuery }),
    reply: z.null(),
  },
})
export type UsersContract = typeof usersContract
