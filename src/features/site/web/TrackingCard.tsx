import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowUpRight, CircleAlert, Package } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ToolCard, type ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import { buildTrackingUrl } from '../tracking.ts'
import { settingsQuery } from './queries.ts'
import './TrackingCard.css'

/** §2 Tools, Package Tracking: opens the tracking site with the number appended. */
export function TrackingCard({ level }: { level: ToolLevel }) {
  const { trackingUrl } = useSuspenseQuery(settingsQuery(useApiClient())).data.data
  return (
    <ToolCard
      title="Package Tracking"
      level={level}
      note="Opens the tracking site in a new tab."
      stage={<ParcelLabel />}
    >
      <div>
        <NumberForm trackingUrl={trackingUrl} />
        <a className="btn no-js" href={trackingUrl} target="_blank" rel="noopener noreferrer">
          Open the tracking site <ArrowUpRight className="icon icon--s" aria-hidden />
          <span className="visually-hidden">(opens in a new tab)</span>
        </a>
      </div>
    </ToolCard>
  )
}

/** Needs JavaScript, because the number follows a `#` in the URL, which a form cannot produce. */
function NumberForm({ trackingUrl }: { trackingUrl: string }) {
  const id = useId()
  const [error, setError] = useState('')
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = String(new FormData(form).get('number')).trim()
    const url = buildTrackingUrl(trackingUrl, text)
    if (url) window.open(url, '_blank', 'noopener')
    else {
      setError(text ? 'A tracking number has 5 to 40 letters and digits' : 'Enter a tracking number')
      form.querySelector('input')?.focus()
    }
  }
  return (
    <form className="js-only" noValidate onSubmit={handleSubmit}>
      <div className="tool__act">
        <label className="visually-hidden" htmlFor={id}>
          Tracking number
        </label>
        <input
          id={id}
          className="input tabular-nums"
          name="number"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          placeholder="Tracking number"
          aria-invalid={error !== '' || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onInput={() => setError('')}
        />
        <button type="submit" className="btn btn--brand">
          Track <ArrowUpRight className="icon icon--s" aria-hidden />
          <span className="visually-hidden">(opens in a new tab)</span>
        </button>
      </div>
      {error && (
        <p className="err tool__error" id={`${id}-error`} role="alert">
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </form>
  )
}

function ParcelLabel() {
  return (
    <div className="parcel-label">
      <div className="parcel-label__top">
        <span className="parcel-label__big">C</span>
        <span className="parcel-label__line">
          <b>International parcel</b>Guangdong, CN to Köln, DE
        </span>
        <span className="parcel-label__arrows">
          <Package className="icon" />
        </span>
      </div>
      <div className="parcel-label__code">
        <span className="parcel-label__bars" />
        LX 004 471 926 CN
      </div>
    </div>
  )
}
