import { PageHead } from '#features/site/web/PageHead.tsx'
import type { UserPage } from '#features/users/contract.ts'
import { usersPerPage, userText } from '#features/users/texts-and-limits.ts'
import { buildUserListUrl, parseUserSearch, type UserSearch } from '#features/users/user-search.ts'
import { UserFilter } from '#features/users/web/UserFilter.tsx'
import { UserTable, userColumns } from '#features/users/web/UserTable.tsx'
import { type UserList, useUserList } from '#features/users/web/user-list.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { paths } from '#shared/paths.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { ListEmpty, ListError, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import { Pager } from '#shared/web/ui/lists/Pager.tsx'
import './UsersPage.css'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

/** §2 Dashboard, All Users. */
export default function UsersPage() {
  const search = parseUserSearch(useSearchParams())
  const list = useUserList(search)
  const { userPage, isOutdated } = list
  return (
    <>
      <PageHead title="All Users" description="The dashboard of the site." isIndexed={false} />
      <div className="dashboard__head users-head">
        <h1>
          <span>{'All Users '}</span>
          {userPage && !isOutdated && search.email === '' && <span>{formatNumber(userPage.total)}</span>}
        </h1>
      </div>
      <UserFilter search={search} summary={userPage && !isOutdated ? formatUserRange(userPage) : ''} />
      <UserRows search={search} list={list} />
      {userPage && search.email === '' && (
        <div className="users-foot">
          <Pager
            page={search.page}
            total={userPage.totalPages}
            href={(page) => buildUserListUrl({ email: '', page })}
          />
        </div>
      )}
    </>
  )
}

function UserRows({ search, list }: { search: UserSearch; list: UserList }) {
  const { userPage, error, isBusy, retry } = list
  if (error) return <ListError error={error} onRetry={retry} isBusy={isBusy} />
  if (!userPage) return <TableSkeleton of="users" columns={userColumns} rows={12} className="user-table" />
  if (userPage.users.length === 0) return <NoUsers search={search} />
  const label =
    search.email === '' ? `All users, page ${search.page} of ${userPage.totalPages}` : 'Users found'
  return <UserTable {...list} label={label} users={userPage.users} page={userPage.page} />
}

function NoUsers({ search }: { search: UserSearch }) {
  const isSearch = search.email !== ''
  return (
    <ListEmpty
      title={userText.emptyList}
      text={isSearch ? 'No email matches your search.' : "This page doesn't exist."}
    >
      <a className="btn" href={paths.users()}>
        {isSearch ? 'Clear filters' : 'First page'}
      </a>
    </ListEmpty>
  )
}

/** '601–700 of 2,254'. */
function formatUserRange({ users, page, total }: UserPage): string {
  if (users.length === 0) return ''
  const before = (page - 1) * usersPerPage
  return `${formatNumber(before + 1)}–${formatNumber(before + users.length)} of ${formatNumber(total)}`
}
