import { useQuery } from '@tanstack/react-query'
import { formatCheckedDate, splitDutyNote } from '#features/duty-notes/describe-note.ts'
import { dutyNotesQuery } from '#features/duty-notes/web/queries.ts'
import { findDestination } from '#features/freight/destination.ts'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import './DutyNote.css'

type DutyNoteProps = {
  destination: string
  /** A sentence before the note. */
  lead?: string | undefined
}

/** The note on duty and tax in a country: the first sentence, and in a disclosure the rest with date and source. */
export function DutyNote({ destination, lead }: DutyNoteProps) {
  const { data } = useQuery(dutyNotesQuery(useApiClient()))
  const country = useCountryCode(destination)
  const note = data?.data.find((candidate) => candidate.country === country)
  if (!note) return lead ? <p className="duty-note">{lead}</p> : null
  const { first, rest } = splitDutyNote(note.text)
  return (
    <details className="duty-note">
      <summary>
        <span>{`${lead ?? ''} Duty and tax: ${first} `}</span>
        <span className="duty-note__more">Read more</span>
      </summary>
      {rest && <p>{rest}</p>}
      <p className="duty-note__source">
        {`Checked ${formatCheckedDate(note.asOf)}. Source: ${note.source}. For information only.`}
      </p>
    </details>
  )
}

/** The country's code; a request may contain a name or another code. */
function useCountryCode(destination: string): string | undefined {
  const isCode = /^[A-Z]{2}$/.test(destination) && destination !== 'UK' && destination !== 'EL'
  const { data } = useQuery({ ...countriesQuery(), enabled: !isCode })
  return isCode ? destination : findDestination(destination, data ?? [])?.code
}
