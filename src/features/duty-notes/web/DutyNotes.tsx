import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { ListEmpty, ListError, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import type { DutyNote } from '../contract.ts'
import { dutyNotesQuery } from './queries.ts'
import './DutyNotes.css'
import { getRateCardsPath } from '#features/rate-cards/rate-search.ts'
import { DutyNoteTable, dutyColumns } from './DutyNoteTable.tsx'
import { useDutyChanges } from './duty-changes.ts'

const DutyNoteDialog = lazy(async () => ({
  default: (await import('./DutyNoteDialog.tsx')).DutyNoteDialog,
}))

type DutyNotesProps = {
  /** The country whose note is being edited, `new` for one without a note, or none. */
  edited: string
}

/** The notes on duty and tax that shoppers see, by country. */
export function DutyNotes({ edited }: DutyNotesProps) {
  const { data, error, isFetching, refetch } = useQuery(dutyNotesQuery(useApiClient()))
  const notes = data?.data
  const navigate = useNavigate()
  const open = (note: string) =>
    navigate(getRateCardsPath({ view: 'duty', note }), { preventScrollReset: true, replace: note === '' })
  return (
    <section className="duty" aria-labelledby="duty">
      <div className="part-head">
        <h2 id="duty">Duty and tax notes</h2>
        <p>shown with every estimate to a country</p>
        <button type="button" className="btn" onClick={() => open('new')}>
          <Plus className="icon icon--s" aria-hidden />
          Add a country
        </button>
      </div>
      <Callout title="For information only">
        <p>Shoppers see each note with its date and source, marked "for information only".</p>
      </Callout>
      {notes && notes.length > 0 && <DutyNoteRows notes={notes} onEdit={({ country }) => open(country)} />}
      {notes?.length === 0 && <ListEmpty title="No country has a note" text="Shoppers see none." />}
      {!notes && error && <ListError error={error} onRetry={() => void refetch()} isBusy={isFetching} />}
      {!notes && !error && <TableSkeleton of="notes" columns={dutyColumns} />}
      {notes && <DutyNoteEditor notes={notes} edited={edited} onClose={() => open('')} />}
    </section>
  )
}

function DutyNoteRows({ notes, onEdit }: { notes: DutyNote[]; onEdit: (note: DutyNote) => void }) {
  const { restore, isBusy } = useDutyChanges(notes)
  return (
    <DutyNoteTable notes={notes} onEdit={onEdit} onRestore={(note) => void restore(note)} isBusy={isBusy} />
  )
}

type DutyNoteEditorProps = { notes: DutyNote[]; edited: string; onClose: () => void }

/** The dialog that a link can open. It keeps its note until it has closed. */
function DutyNoteEditor({ notes, edited, onClose }: DutyNoteEditorProps) {
  const [last, setLast] = useState(edited)
  if (edited !== '' && edited !== last) setLast(edited)
  const note = notes.find(({ country }) => country === last)
  if (last === '' || (last !== 'new' && !note)) return null
  return (
    <Suspense>
      <DutyNoteDialog
        key={last}
        note={note}
        taken={notes.map(({ country }) => country)}
        open={edited !== ''}
        onClose={onClose}
      />
    </Suspense>
  )
}
