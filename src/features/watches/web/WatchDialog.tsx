import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { Watch } from '../contract.ts'
import { formatPrice } from '../price-chart.ts'
import { watchText } from '../spec.ts'
import { parsePrice } from '../watch-texts.ts'
import { useWatchMutations, type WatchSettings } from './watch-mutations.ts'
import './WatchDialog.css'

type WatchDialogProps = {
  item: ItemParams
  /** The chosen variant's. */
  sku: string | null | undefined
  name: string
  /** As it is watched now, if it is. */
  watch: Watch | undefined
  /** What it costs now, as far as known, in yuan. */
  price: number | undefined
  onClose: () => void
}

/** The alerts of a watch; of a new one, that of new photos is ticked. */
export function WatchDialog({ item, sku, name, watch, price, onClose }: WatchDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  const { fault, failure, busy, submit, stop } = useWatchForm({ item, sku, onClose, field: first })
  const [text, setText] = useState(watch?.below ? String(watch.below) : '')
  const below = parsePrice(text)
  const hint = getPriceHint(below, price)
  return (
    <Dialog open onClose={onClose} title="Watch this item" description={name} initialFocus={first}>
      <form className="watch-form" method="dialog" noValidate onSubmit={submit}>
        <div className="field">
          <label className="field__label" htmlFor="watch-below">
            Price below
          </label>
          <span className="watch-form__price">
            <span aria-hidden>¥</span>
            <input
              ref={first}
              className="input"
              id="watch-below"
              name="below"
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? 'watch-fault watch-now watch-hint' : 'watch-now watch-hint'}
            />
            {price !== undefined && (
              <span className="watch-form__now" id="watch-now">
                {`now ${formatPrice(price)}`}
              </span>
            )}
          </span>
          {fault && (
            <p className="err" id="watch-fault" role="alert">
              <CircleAlert className="icon icon--s" aria-hidden />
              <span>{fault}</span>
            </p>
          )}
          <p className="field__hint" id="watch-hint" role="status">
            {hint}
          </p>
        </div>
        <CheckField name="backInStock" label="Back in stock" isOn={watch?.backInStock ?? false} />
        <CheckField name="newPhotos" label="New QC photos" isOn={watch?.newPhotos ?? true} />
        <hr />
        <CheckField name="byMail" label="Email me too" isOn={watch?.byMail ?? true} />
        {failure && <Callout variant="bad" title={failure} role="alert" />}
        <div className="dialog__acts">
          {watch && (
            <button type="button" className="btn" aria-busy={busy === 'stop' || undefined} onClick={stop}>
              {busy === 'stop' && <Spinner />}
              <span>Stop watching</span>
            </button>
          )}
          <button type="submit" className="btn btn--brand" aria-busy={busy === 'save' || undefined}>
            {busy === 'save' && <Spinner />}
            <span>Save</span>
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function getPriceHint(below: number | undefined, price: number | undefined): string {
  if (below !== undefined && price !== undefined && price < below)
    return `It's already ${formatPrice(price)}. We'll alert you the next time it drops below.`
  return 'In yuan. Leave empty for no price alerts.'
}

function CheckField({ name, label, isOn }: { name: keyof WatchSettings; label: string; isOn: boolean }) {
  return (
    <label className="check">
      <input className="check__box" type="checkbox" name={name} defaultChecked={isOn} />
      <span>{label}</span>
    </label>
  )
}

type WatchFormOptions = Pick<WatchDialogProps, 'item' | 'sku' | 'onClose'> & {
  field: { current: HTMLInputElement | null }
}

/** Sends the selection once, and shows its errors. */
function useWatchForm({ item, sku, onClose, field }: WatchFormOptions) {
  const { watch, unwatch } = useWatchMutations()
  const [busy, setBusy] = useState<'save' | 'stop'>()
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const isUnderWay = useRef(false)

  async function act(what: 'save' | 'stop', change: () => Promise<unknown>, done: string) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(what)
    setFailure(undefined)
    try {
      await change()
      toast.success(done)
      onClose()
    } catch (error) {
      setFailure(getErrorMessage(error))
    }
    isUnderWay.current = false
    setBusy(undefined)
  }

  return {
    busy,
    fault,
    failure,
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      event.stopPropagation() // React passes it on to where the dialog was opened
      const alerts = readWatchSettings(new FormData(event.currentTarget))
      setFault(typeof alerts === 'string' ? alerts : undefined)
      if (typeof alerts === 'string') field.current?.focus()
      else void act('save', () => watch(item, { ...alerts, sku: sku || undefined }), watchText.saved)
    },
    stop: () => void act('stop', () => unwatch(item), watchText.removed),
  }
}

/** What is chosen, or what is wrong with it. */
function readWatchSettings(form: FormData): WatchSettings | string {
  const text = String(form.get('below') ?? '').trim()
  const below = text === '' ? null : parsePrice(text)
  if (below === undefined) return watchText.wrongPrice
  const [backInStock, newPhotos] = [form.has('backInStock'), form.has('newPhotos')]
  if (below === null && !backInStock && !newPhotos) return watchText.noWish
  return { below, backInStock, newPhotos, byMail: form.has('byMail') }
}
