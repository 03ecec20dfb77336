import { useNavigate } from '#shared/web/navigation/router.tsx'
import { useTypedFilter } from '#shared/web/typed-filter.ts'
import { ListBar, ListSearch } from '#shared/web/ui/lists/ListBar.tsx'
import { buildUserListUrl, type UserSearch } from '../user-search.ts'

type UserFilterProps = { search: UserSearch; summary: string }

/** The search by any part of the email address. */
export function UserFilter({ search, summary }: UserFilterProps) {
  const navigate = useNavigate()
  const email = useTypedFilter(search.email, (text) => {
    navigate(buildUserListUrl({ email: text, page: 1 }), { replace: true, preventScrollReset: true })
  })
  return (
    <ListBar onSubmit={email.applyNow} summary={summary}>
      <ListSearch
        id="user-email"
        label="Email"
        name="email"
        placeholder="Search by email"
        inputMode="email"
        maxLength={254}
        value={email.text}
        onChange={({ target }) => email.type(target.value)}
      />
    </ListBar>
  )
}
