import { type ModerationStatus, moderationStatuses } from '#shared/column-values.ts'
import { RowSelect } from '#shared/web/ui/lists/RowSelect.tsx'
import { StatusShape, type StatusVariant } from '#shared/web/ui/values/StatusMark.tsx'
import { findStatus, statusLabels } from '../status.ts'

type StatusSelectProps = {
  label: string
  status: ModerationStatus
  /** The options, in this order. */
  statuses?: readonly ModerationStatus[]
  onChange: (status: ModerationStatus) => void
}

const shapeByStatus: Record<ModerationStatus, StatusVariant> = {
  approved: 'good',
  denied: 'bad',
  pending: 'waiting',
}

/** A row's status by shape and text, editable. */
export function StatusSelect({ label, status, statuses = moderationStatuses, onChange }: StatusSelectProps) {
  return (
    <>
      <StatusShape variant={shapeByStatus[status]} />
      <RowSelect
        label={label}
        value={status}
        options={statuses.map((value) => ({ value, label: statusLabels[value] }))}
        onChange={(value) => onChange(findStatus(value) ?? 'pending')}
      />
    </>
  )
}
