import { Pencil, RotateCcw } from 'lucide-react'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { RowAction, RowActions } from '#shared/web/ui/lists/RowActions.tsx'
import { Table, TableCell, type TableColumn, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { TruncatedText } from '#shared/web/ui/values/TruncatedText.tsx'
import type { DutyNote } from '../contract.ts'

export const dutyColumns: readonly TableColumn[] = [
  { key: 'country', label: 'Country', position: 'lead' },
  { key: 'note', label: 'Note', position: 'sub' },
  { key: 'asOf', label: 'Checked', position: 'half' },
  { key: 'source', label: 'Source', position: 'half' },
  { key: 'changed', label: 'Changed', isNarrow: true, position: 'half' },
  { key: 'action', label: 'Action', isNarrow: true, position: 'end' },
]

type DutyNoteTableProps = {
  notes: readonly DutyNote[]
  onEdit: (note: DutyNote) => void
  onRestore: (note: DutyNote) => void
  isBusy: (country: string) => boolean
}

export function DutyNoteTable({ notes, onEdit, onRestore, isBusy }: DutyNoteTableProps) {
  const getCountryName = useCountryNames()
  return (
    <Table label="Duty and tax notes" columns={dutyColumns}>
      {notes
        .toSorted((one, other) =>
          getCountryName(one.country).localeCompare(getCountryName(other.country), 'en'),
        )
        .map((note) => {
          const { country, text, asOf, source, updatedAt } = note
          const name = getCountryName(country)
          return (
            <TableRow key={country} data-country={country}>
              <TableCell column="country" isStrong>
                {name}
              </TableCell>
              <TableCell column="note">
                <TruncatedText text={text} maxLength={72} title={`Note on ${name}`} />
              </TableCell>
              <TableCell column="asOf">{asOf}</TableCell>
              <TableCell column="source" isMuted>
                <TruncatedText text={source} maxLength={32} title={`Source on ${name}`} />
              </TableCell>
              <TableCell column="changed" isMuted className="duty__changed">
                {updatedAt ? formatDate(updatedAt) : 'built-in'}
              </TableCell>
              <TableCell column="action">
                <RowActions>
                  {updatedAt && (
                    <RowAction
                      icon={<RotateCcw className="icon icon--s" aria-hidden />}
                      label="Restore"
                      of={name}
                      aria-disabled={isBusy(country) || undefined}
                      onClick={() => isBusy(country) || onRestore(note)}
                    />
                  )}
                  <RowAction
                    icon={<Pencil className="icon icon--s" aria-hidden />}
                    label="Edit"
                    of={name}
                    onClick={() => onEdit(note)}
                  />
                </RowActions>
              </TableCell>
            </TableRow>
          )
        })}
    </Table>
  )
}
