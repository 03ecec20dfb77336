import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useOverlayEntry } from '#shared/web/navigation/use-overlay-entry.ts'
import './AlertDialog.css'
import './Dialog.css'

export type AlertButton = {
  label: string
  variant: 'plain' | 'brand' | 'danger'
  choose: () => void
  /** Until this moment, in ms since 1970, the button counts down and does nothing. */
  readyAt?: number | undefined
}
export type AlertRequest = {
  kind: 'error' | 'question' | 'warning' | 'success'
  title: string
  text: string
  /** An additional line under the text that the specification fixes. */
  help?: ReactNode
  footer?: ReactNode
  /** From left to right. `safe` is the button that has the focus at first. */
  buttons: AlertButton[]
  safe: AlertButton
}
type AlertDialogProps = { request: AlertRequest; onClosed: () => void }

/**
 * A dialog that must be answered, such as 'Oops...' or 'Are you sure?'. A click outside of it does nothing.
 */
export function AlertDialog({ request, onClosed }: AlertDialogProps) {
  const { kind, title, text, help, footer, buttons, safe } = request
  const [isOpen, setOpen] = useState(true)
  const [chosen, setChosen] = useState(safe)
  const safeButton = useRef<HTMLButtonElement>(null)
  useOverlayEntry(isOpen, () => setOpen(false))

  function handleChoice(button: AlertButton) {
    setChosen(button)
    setOpen(false)
  }
  function handleCloseEnd(isOpenNow: boolean) {
    if (isOpenNow) return
    onClosed()
    chosen.choose() // after the dialog has closed, because the chosen action may move the focus
  }

  return (
    <CSPProvider disableStyleElements>
      <BaseAlert.Root open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={handleCloseEnd}>
        <BaseAlert.Portal>
          <BaseAlert.Backdrop className="backdrop" />
          <BaseAlert.Popup className="dialog alert" initialFocus={safeButton}>
            <Icon kind={kind} />
            <BaseAlert.Title className="alert__title">{title}</BaseAlert.Title>
            <BaseAlert.Description className="alert__text">{text}</BaseAlert.Description>
            {help && <p className="alert__help">{help}</p>}
            <div className="alert__acts">
              {buttons.map((button) => (
                <Choice
                  key={button.label}
                  ref={button === safe ? safeButton : undefined}
                  button={button}
                  onChoose={() => handleChoice(button)}
                />
              ))}
            </div>
            {footer && <p className="alert__foot">{footer}</p>}
          </BaseAlert.Popup>
        </BaseAlert.Portal>
      </BaseAlert.Root>
    </CSPProvider>
  )
}

const variantClasses = { plain: 'btn', brand: 'btn btn--brand', danger: 'btn btn--danger' }

type ChoiceProps = { ref: Ref<HTMLButtonElement> | undefined; button: AlertButton; onChoose: () => void }

function Choice({ ref, button: { label, variant, readyAt }, onChoose }: ChoiceProps) {
  const seconds = useSecondsUntil(readyAt)
  return (
    <button
      ref={ref}
      type="button"
      className={variantClasses[variant]}
      aria-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && onChoose()}
    >
      <span className="tabular-nums">{seconds > 0 ? `${label} in ${seconds} s` : label}</span>
    </button>
  )
}

function useSecondsUntil(moment = 0): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 250)
    return () => clearInterval(timer)
  }, [seconds, moment])
  return seconds
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}

const iconPaths = {
  error: 'M28 28l18 18M46 28L28 46',
  question: 'M29 29c0-9 15-9 15 0 0 6-7 6-7 12M37 48v4',
  warning: 'M37 24v16M37 46v5',
  success: 'M26 37l9 9 16-19',
}

function Icon({ kind }: Pick<AlertRequest, 'kind'>) {
  return (
    <svg
      className={`alert__icon alert__icon--${kind}`}
      viewBox="0 0 72 72"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d="M50 10H16l-6 6v40l6 6h40l6-6V24" strokeWidth="3.5" strokeLinejoin="round" />
      <path d="M10 24h6M10 33h9M10 42h6M10 51h9" strokeWidth="2" />
      <path d={iconPaths[kind]} strokeWidth="4.5" />
    </svg>
  )
}
