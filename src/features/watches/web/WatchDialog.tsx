import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { ErrorLine } from '#shared/web/ui/forms/ErrorLine.tsx'
import type { Watch } from '../contract.ts'
import { formatPrice } from '../price-chart.ts'
import { watchText } from '../texts-and-limits.ts'
import { parsePrice } from '../watch-texts.ts'
import { useWatchMutations, type WatchSettings } from './watch-mutations.ts'
import './WatchDialog.css'

type WatchDialogProps = {
  item: ItemParams
  /** The sku of the chosen variant. */
  sku: string | null | undefined
  name: string
  /** The existing watch; undefined when the item is not watched. */
  watch: Watch | undefined
  /** The current price in yuan; undefined when unknown. */
  price: number | undefined
  onClose: () => void
}

/** Edits the alerts of a watch. A new watch starts with the alert for new photos. */
export function WatchDialog({ item, sku, name, watch, price, onClose }: WatchDialogProps) {
  const priceInput = useRef<HTMLInputElement>(null)
  const { fault, failure, busyAction, submit, stop } = useWatchForm({ item, sku, onClose, priceInput })
  return (
    <Dialog open onClose={onClose} title="Watch this item" description={name} initialFocus={priceInput}>
      <form className="watch-form" method="dialog" noValidate onSubmit={submit}>
        <PriceField inputRef={priceInput} watch={watch} price={price} fault={fault} />
        <CheckField name="backInStock" label="Back in stock" isOn={watch?.backInStock ?? false} />
        <CheckField name="newPhotos" label="New QC photos" isOn={watch?.newPhotos ?? true} />
        <hr />
        <CheckField name="byMail" label="Email me too" isOn={watch?.byMail ?? true} />
        {failure && <Callout variant="bad" title={failure} role="alert" />}
        <div className="dialog__acts">
          {watch && (
            <button
              type="button"
              className="btn"
              aria-busy={busyAction === 'stop' || undefined}
              onClick={stop}
            >
              {busyAction === 'stop' && <Spinner />}
              <span>Stop watching</span>
            </button>
          )}
          <button type="submit" className="btn btn--brand" aria-busy={busyAction === 'save' || undefined}>
            {busyAction === 'save' && <Spinner />}
            <span>Save</span>
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type PriceFieldProps = Pick<WatchDialogProps, 'watch' | 'price'> & {
  inputRef: RefObject<HTMLInputElement | null>
  fault: string | undefined
}

/** The price below which a notice is sent, beside the current one. */
function PriceField({ inputRef, watch, price, fault }: PriceFieldProps) {
  const [text, setText] = useState(watch?.below ? String(watch.below) : '')
  return (
    <div className="field">
      <label className="field__label" htmlFor="watch-below">
        Price below
      </label>
      <span className="watch-form__price">
        <span aria-hidden>¥</span>
        <input
          ref={inputRef}
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
        <ErrorLine id="watch-fault" role="alert">
          {fault}
        </ErrorLine>
      )}
      <p className="field__hint" id="watch-hint" role="status">
        {getPriceHint(parsePrice(text), price)}
      </p>
    </div>
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
  priceInput: { current: HTMLInputElement | null }
}

/** Submits the form once at a time, and holds its errors. */
function useWatchForm({ item, sku, onClose, priceInput }: WatchFormOptions) {
  const { watch, unwatch } = useWatchMutations()
  const [busyAction, setBusy] = useState<'save' | 'stop'>()
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const isUnderWay = useRef(false)

  async function runAction(action: 'save' | 'stop', request: () => Promise<unknown>, doneMessage: string) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(action)
    setFailure(undefined)
    try {
      await request()
      toast.success(doneMessage)
      onClose()
    } catch (error) {
      setFailure(getErrorMessage(error))
    }
    isUnderWay.current = false
    setBusy(undefined)
  }

  return {
    busyAction,
    fault,
    failure,
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      event.stopPropagation() // React bubbles it to the component that opened the dialog
      const alerts = readWatchSettings(new FormData(event.currentTarget))
      setFault(typeof alerts === 'string' ? alerts : undefined)
      if (typeof alerts === 'string') priceInput.current?.focus()
      else void runAction('save', () => watch(item, { ...alerts, sku: sku || undefined }), watchText.saved)
    },
    stop: () => void runAction('stop', () => unwatch(item), watchText.removed),
  }
}

/** The form's settings, or an error message. */
function readWatchSettings(form: FormData): WatchSettings | string {
  const text = String(form.get('below') ?? '').trim()
  const below = text === '' ? null : parsePrice(text)
  if (below === undefined) return watchText.wrongPrice
  const [backInStock, newPhotos] = [form.has('backInStock'), form.has('newPhotos')]
  if (below === null && !backInStock && !newPhotos) return watchText.noAlert
  return { below, backInStock, newPhotos, byMail: form.has('byMail') }
}
