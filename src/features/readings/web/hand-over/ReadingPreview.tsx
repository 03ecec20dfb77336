import './ReadingPreview.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useUploadPhotos } from '#features/member-photos/web/use-photo-queue.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { detectLanguage } from '#shared/language.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { ReadingsContract } from '../../contract.ts'
import {
  listParts,
  type PartName,
  partNames,
  type ReadingFacts,
  type ShownPart,
  toReadingDraft,
} from './reading-parts.ts'
import { Thumbnails } from './Thumbnails.tsx'

type ReadingPreviewProps = {
  item: ItemParams
  facts: ReadingFacts
  /** Pictures from the device. */
  files: readonly File[]
  /** What stands before the button, such as Back. */
  before?: ReactNode
  /** Keeps the reading and leads to the login. */
  onLogin: () => void
  /** Called with the parts that were sent. */
  onSent: (parts: ShownPart[]) => void
}

/** All that will be stored, with a tick for each part. Nothing is sent before the press. */
export function ReadingPreview({ item, facts, files, before, onLogin, onSent }: ReadingPreviewProps) {
  const [ticked, setTicked] = useState<ReadonlySet<PartName>>(new Set(partNames))
  const { isSending, error, send } = useSendReading(item)
  const { user, status } = useSession()
  const parts = listParts(facts, files)
  const tickedParts = parts.filter(({ name }) => ticked.has(name))
  const isEmpty = tickedParts.length === 0
  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending || isEmpty) return
    if (!user) onLogin()
    else if (await send({ facts, files, ticked })) onSent(tickedParts)
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
                {name === 'pictures' && <Thumbnails files={files} />}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <ShownAs item={item} hasPictures={parts.some(({ name }) => name === 'pictures')} />
      {!user && status !== 'loading' && files.length > 0 && (
        <p className="muted">Pictures from your device have to be chosen again after the login.</p>
      )}
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

type TickedReading = { facts: ReadingFacts; files: readonly File[]; ticked: ReadonlySet<PartName> }

/** Uploads and sends the parts that stayed ticked. */
function useSendReading(item: ItemParams) {
  const client = useApiClient()
  const upload = useUploadPhotos()
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  /** Resolves to whether it was sent. */
  async function send({ facts, files, ticked }: TickedReading): Promise<boolean> {
    setSending(true)
    setError(undefined)
    try {
      const uploads = ticked.has('pictures') ? await upload(files) : []
      const body = toReadingDraft(item, facts, ticked, uploads)
      await client<ReadingsContract['createReading']>('POST /items/readings', { body })
      await queryClient.invalidateQueries({ queryKey: ['getReadings'] })
      return true
    } catch (cause) {
      const [fieldError] = isRequestError(cause) ? (cause.errors ?? []) : []
      setError(fieldError?.message ?? getErrorMessage(cause, "We couldn't hand it over. Please try again."))
      return false
    } finally {
      setSending(false)
    }
  }
  return { isSending, error, send }
}
