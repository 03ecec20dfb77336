import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { UserStatus } from '#shared/column-values.ts'
import type { ApiClient, Role } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { askConfirm, type ConfirmQuestion } from '#shared/web/ui/dialogs/alerts.ts'
import { useOptimisticList } from '#shared/web/ui/feedback/optimistic-change.ts'
import type { ListedUser, UserPage, UsersContract } from '../contract.ts'
import { userText } from '../texts-and-limits.ts'
import type { UserSearch } from '../user-search.ts'

export type UserList = {
  /** The accounts with pending changes applied; undefined while loading. */
  userPage: UserPage | undefined
  error: Error | null
  /** Another part of the list is loading, or this one is being reloaded. */
  isBusy: boolean
  /** The rows still belong to the previous search. */
  isOutdated: boolean
  isChanging: (id: string) => boolean
  changeRole: (user: ListedUser, role: Role) => void
  changeStatus: (user: ListedUser, status: UserStatus) => void
  retry: () => void
}

/** The accounts of the dashboard, and the change of their roles and statuses. */
export function useUserList(search: UserSearch): UserList {
  const send = useApiClient()
  const { user } = useSession()
  const myId = user?.id ?? ''
  const list = usersQuery(send, search, myId)
  const query = useQuery({ ...list, placeholderData: keepPreviousData })
  const { change, list: userPage, ...state } = useOptimisticList(list.queryKey, query)

  async function changeRole(target: ListedUser, role: Role) {
    const question = findRoleQuestion(target, role, myId)
    if (!question || (await askConfirm(question))) await save(target, { role })
  }

  async function changeStatus(target: ListedUser, status: UserStatus) {
    if (status === 'active' || (await askConfirm(createBlockConfirm(target)))) await save(target, { status })
  }

  function save({ id, email }: ListedUser, changes: Partial<Pick<ListedUser, 'role' | 'status'>>) {
    return change({
      of: id,
      apply: (page) => applyChange(page, id, changes),
      send: () =>
        send<UsersContract['changeUserRoleOrStatus']>('POST /users/changeUserRoleOrStatus', {
          query: { email, ...changes },
        }),
      success: ({ message }) => message,
      failure: userText.changeFailed,
      invalidated: [['getAllUser']],
    })
  }

  return {
    ...state,
    userPage,
    isOutdated: query.isPlaceholderData,
    changeRole,
    changeStatus,
  }
}

/** The confirmation needed to make an account an admin, or to change one's own role. */
function findRoleQuestion({ id, name }: ListedUser, role: Role, myId: string): ConfirmQuestion | undefined {
  if (id === myId) return ownRoleConfirm
  if (role !== 'admin') return undefined
  return {
    title: `Make ${name} an admin?`,
    text: 'Admins can change everything here: products, agents, reviews and users, you included.',
    confirm: 'Yes, make admin',
    kind: 'warning',
  }
}

const ownRoleConfirm = {
  title: 'Change your own role?',
  text: "You'll be logged out and lose access to the dashboard.",
  help: 'Only another admin can restore your role.',
  confirm: 'Yes, change it',
  kind: 'warning',
} as const

function createBlockConfirm({ name }: ListedUser) {
  return {
    title: `Block ${name}?`,
    text: "They'll be logged out everywhere and can't log in. Their reviews stay.",
    confirm: 'Yes, block',
    isDanger: true,
  } as const
}

function applyChange(page: UserPage, id: string, changes: Partial<ListedUser>): UserPage {
  return { ...page, users: page.users.map((user) => (user.id === id ? { ...user, ...changes } : user)) }
}

/** A page of all accounts, or the accounts whose email contains a text. Cached per admin. */
function usersQuery(send: ApiClient, { email, page }: UserSearch, adminId: string) {
  const query = email === '' ? { page: String(page) } : { email }
  return queryOptions({
    queryKey: ['getAllUser', query, adminId],
    queryFn: () => send<UsersContract['getAllUser']>('GET /users/getAllUser', { query }),
  })
}
