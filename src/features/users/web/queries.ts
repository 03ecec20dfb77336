import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { UsersContract } from '../contract.ts'
import type { UserSearch } from '../user-search.ts'

/** A page of all accounts, or the accounts whose email contains a text. Cached per admin. */
export function usersQuery(send: ApiClient, { email, page }: UserSearch, adminId: string) {
  const query = email === '' ? { page: String(page) } : { email }
  return queryOptions({
    queryKey: ['getAllUser', query, adminId],
    queryFn: () => send<UsersContract['getAllUser']>('GET /users/getAllUser', { query }),
  })
}
