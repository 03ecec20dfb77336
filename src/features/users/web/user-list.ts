import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Role } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { askConfirm } from '#shared/web/ui/dialogs/alerts.ts'
import { useOptimisticList } from '#shared/web/ui/feedback/optimistic-change.ts'
import type { ListedUser, UserPage, UsersContract } from '../contract.ts'
import type { UserSearch } from '../search.ts'
import { userText } from '../spec.ts'
import { usersQuery } from './queries.ts'

export type UserList = {
  /** The accounts with pending changes applied; undefined while loading. */
  shown: UserPage | undefined
  error: Error | null
  /** Another part of the list is loading, or this one is being reloaded. */
  isBusy: boolean
  /** The rows still belong to what was searched before. */
  isOutdated: boolean
  isChanging: (id: string) => boolean
  changeRole: (user: ListedUser, role: Role) => void
  retry: () => void
}

/** The accounts of the dashboard, and the change of their roles. */
export function useUserList(search: UserSearch): UserList {
  const send = useApiClient()
  const { user } = useSession()
  const myId = user?.id ?? ''
  const list = usersQuery(send, search, myId)
  const query = useQuery({ ...list, placeholderData: keepPreviousData })
  const { change, ...shown } = useOptimisticList(list.queryKey, query)

  async function changeRole({ id, email }: ListedUser, role: Role) {
    if (id === myId && !(await askConfirm(ownRoleConfirm))) return
    await change({
      of: id,
      apply: (page) => applyRole(page, id, role),
      send: () =>
        send<UsersContract['changeUserRoleOrStatus']>('POST /users/changeUserRoleOrStatus', {
          query: { email, role },
        }),
      success: ({ message }) => message,
      failure: userText.changeFailed,
      invalidated: [['getAllUser']],
    })
  }

  return {
    ...shown,
    isOutdated: query.isPlaceholderData,
    changeRole,
  }
}

const ownRoleConfirm = {
  title: 'Change your own role?',
  text: "You'll be logged out and lose access to the dashboard.",
  help: 'Only another admin can restore your role.',
  confirm: 'Yes, change it',
  kind: 'warning',
} as const

function applyRole(page: UserPage, id: string, role: Role): UserPage {
  return { ...page, users: page.users.map((user) => (user.id === id ? { ...user, role } : user)) }
}
