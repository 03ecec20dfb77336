import { useQuery } from '@tanstack/react-query'
import { dutyNotesQuery } from '#features/duty-notes/web/queries.ts'
import { findDestination } from '#features/freight/destination.ts'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import './DutyNote.css'

/** What is known of duty and tax in a country, with its date and source. Nothing where nothing is known. */
export function DutyNote({ destination }: { destination: string }) {
  const { data } = useQuery(dutyNotesQuery(useApiClient()))
  const country = useCountryCode(destination)
  const note = data?.data.find((one) => one.country === country)
  if (!note) return null
  return (
    <section className="duty" aria-labelledby="duty-title">
      <h3 className="duty__title" id="duty-title">
        Duty and tax
      </h3>
      <p>{note.text}</p>
      <p className="duty__source">
        As of {note.asOf}. Source: {note.source}. Not advice.
      </p>
    </section>
  )
}

/** A request may name its country in other ways than by its code. */
function useCountryCode(destination: string): string | undefined {
  const isCode = /^[A-Z]{2}$/.test(destination) && destination !== 'UK' && destination !== 'EL'
  const { data } = useQuery({ ...countriesQuery(), enabled: !isCode })
  return isCode ? destination : findDestination(destination, data ?? [])?.code
}
