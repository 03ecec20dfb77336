import { memo } from 'react'
import { type UserStatus, userStatuses } from '#shared/column-values.ts'
import type { Role } from '#shared/contract.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { RowSelect } from '#shared/web/ui/lists/RowSelect.tsx'
import { Table, TableCell, type TableColumn, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { StatusShape } from '#shared/web/ui/values/StatusMark.tsx'
import type { ListedUser } from '../contract.ts'
import { usersPerPage } from '../texts-and-limits.ts'
import type { UserList } from './user-list.ts'
import './UserTable.css'

export const userColumns: readonly TableColumn[] = [
  { key: 'number', label: '#', isNumeric: true, isNarrow: true, position: 'none' },
  { key: 'name', label: 'Name', position: 'lead' },
  { key: 'email', label: 'Email', position: 'sub' },
  { key: 'joined', label: 'Joined', position: 'third' },
  { key: 'status', label: 'Status', isSelect: true, position: 'third' },
  { key: 'role', label: 'Role', isSelect: true, position: 'third' },
]

const roleOptions = [
  { value: 'user', label: 'user' },
  { value: 'admin', label: 'admin' },
] as const

const statusOptions = userStatuses.map((value) => ({ value, label: value }))

type UserTableProps = Pick<UserList, 'isChanging' | 'changeRole' | 'changeStatus' | 'isOutdated'> & {
  label: string
  users: readonly ListedUser[]
  page: number
}

/** A page of accounts with their statuses and roles. */
export function UserTable(props: UserTableProps) {
  const { label, users, page, isOutdated, isChanging, changeRole, changeStatus } = props
  const handleStatus = useStableCallback(({ user, status }: StatusChange) => changeStatus(user, status))
  const handleRole = useStableCallback(({ user, role }: RoleChange) => changeRole(user, role))
  return (
    <Table
      label={label}
      columns={userColumns}
      isBusy={isOutdated}
      className={isOutdated ? 'user-table is-outdated' : 'user-table'}
    >
      {users.map((user, index) => (
        <UserRow
          key={user.id}
          user={user}
          number={index + 1 + (page - 1) * usersPerPage}
          isChanging={isChanging(user.id)}
          onStatus={handleStatus}
          onRole={handleRole}
        />
      ))}
    </Table>
  )
}

type StatusChange = { user: ListedUser; status: UserStatus }
type RoleChange = { user: ListedUser; role: Role }
type UserRowProps = {
  user: ListedUser
  number: number
  isChanging: boolean
  onStatus: (change: StatusChange) => void
  onRole: (change: RoleChange) => void
}

const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, number, isChanging, onStatus, onRole } = props
  const { name, email, role, status, createdAt } = user
  return (
    <TableRow>
      <TableCell column="number" isMuted>
        {number}
      </TableCell>
      <TableCell column="name" isStrong>
        {name}
      </TableCell>
      <TableCell column="email" isMuted>
        {email}
      </TableCell>
      <TableCell column="joined" className="tabular-nums">
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </TableCell>
      <TableCell column="status">
        <span className="status-choice">
          <StatusShape variant={status === 'active' ? 'good' : 'bad'} />
          <RowSelect
            label={`Status of ${name}`}
            value={status}
            options={statusOptions}
            isBusy={isChanging}
            onChange={(value) => onStatus({ user, status: value === 'blocked' ? 'blocked' : 'active' })}
          />
        </span>
      </TableCell>
      <TableCell column="role">
        <RowSelect
          label={`Role of ${name}`}
          value={role}
          options={roleOptions}
          isBusy={isChanging}
          onChange={(value) => onRole({ user, role: value === 'admin' ? 'admin' : 'user' })}
        />
      </TableCell>
    </TableRow>
  )
})
