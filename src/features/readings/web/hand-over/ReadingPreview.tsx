import './ReadingPreview.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { detectLanguage } from '#shared/language.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { ReadingsContract } from '../../contract.ts'
import { listParts, type PartName, partNames, type ReadingFacts, toReadingDraft } from './reading-parts.ts'

type ReadingPreviewProps = {
  item: ItemParams
  facts: ReadingFacts
  /** What stands before the button, such as Back. */
  before?: ReactNode
  /** Keeps the reading and leads to the login. */
  onLogin: () => void
  onSent: () => void
}

/** All that will be stored, with a tick for each part. Nothing is sent before the press. */
export function ReadingPreview({ item, facts, before, onLogin, onSent }: ReadingPreviewProps) {
  const [ticked, setTicked] = useState<ReadonlySet<PartName>>(new Set(partNames))
  const { isSending, error, send } = useSendReading(item, onSent)
  const { user, status } = useSession()
  const parts = listParts(facts)
  const isEmpty = !parts.some(({ name }) => ticked.has(name))
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending || isEmpty) return
    if (user) void send(facts, ticked)
    else onLogin()
  }
  return (
    <form className="reading-preview" noValidate onSubmit={handleSubmit}>
      <ul className="reading-preview__parts">
        {parts.map(({ name, label, text, detail }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={ticked.has(name)}
                onChange={() => setTicked(toggle(ticked, name))}
              />
              <span className="reading-preview__label">{label}</span>
              <span className="reading-preview__value">
                <b lang={detectLanguage(text)}>{text}</b>
                {detail && <small lang={detectLanguage(detail)}>{detail}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <ShownAs item={item} hasPictures={facts.pictures.length > 0} />
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      <div className="reading-preview__acts">
        {before}
        <button
          type="submit"
          className="primary-button"
          aria-busy={isSending || undefined}
          aria-disabled={isEmpty || undefined}
        >
          {isSending && <Spinner />}
          <span>{user || status === 'loading' ? 'Hand over' : 'Log in to hand over'}</span>
        </button>
      </div>
    </form>
  )
}

/** What others will read. */
function ShownAs({ item, hasPictures }: { item: ItemParams; hasPictures: boolean }) {
  return (
    <div className="reading-preview__shown">
      <p className="label">Shown to everyone as</p>
      <b>{`Read by a member on ${formatDate(new Date(useNow()).toISOString())}`}</b>
      <small>
        <span>{`Not your name, not your ${marketplaceLabels[item.shopType]} account. `}</span>
        <span>It counts as confirmed when a second member reads the same. </span>
        {hasPictures && <span>An admin looks at the pictures first.</span>}
      </small>
    </div>
  )
}

function toggle(ticked: ReadonlySet<PartName>, name: PartName): ReadonlySet<PartName> {
  const next = new Set(ticked)
  if (!next.delete(name)) next.add(name)
  return next
}

/** Sends the parts that stayed ticked. */
function useSendReading(item: ItemParams, onSent: () => void) {
  const client = useApiClient()
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  async function send(facts: ReadingFacts, ticked: ReadonlySet<PartName>): Promise<void> {
    setSending(true)
    setError(undefined)
    try {
      const body = toReadingDraft(item, facts, ticked)
      const { message } = await client<ReadingsContract['createReading']>('POST /items/readings', { body })
      toast.success(message)
      await queryClient.invalidateQueries({ queryKey: ['getReadings'] })
      onSent()
    } catch (cause) {
      const [fieldError] = isRequestError(cause) ? (cause.errors ?? []) : []
      setError(fieldError?.message ?? getErrorMessage(cause, "We couldn't hand it over. Please try again."))
    } finally {
      setSending(false)
    }
  }
  return { isSending, error, send }
}
