import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { Spinner } from './Spinner.tsx'
import { getUndo, setUndo, toastTimes } from './toast-options.ts'

type ToastsProps = { assertiveRegion: HTMLElement; politeRegion: HTMLElement }

const { blank, error, success, loading, leaving } = toastTimes

/** Renders the waiting toasts into their live regions: errors into the assertive one. */
export function Toasts({ assertiveRegion, politeRegion }: ToastsProps) {
  const { toasts, handlers } = useToaster({
    duration: blank,
    error: { duration: error },
    success: { duration: success },
    loading: { duration: loading },
    removeDelay: leaving,
  })
  useEscape(toasts.find(({ visible }) => visible)?.id)
  const bar = (item: Toast) => (
    <ToastBar key={item.id} item={item} onHold={handlers.startPause} onRelease={handlers.endPause} />
  )
  return (
    <>
      {createPortal(toasts.filter(isError).map(bar), assertiveRegion)}
      {createPortal(toasts.filter((item) => !isError(item)).map(bar), politeRegion)}
    </>
  )
}

function isError({ type }: Toast): boolean {
  return type === 'error'
}

/** Esc closes the newest, unless it already closed something else. */
function useEscape(newest: string | undefined): void {
  useEffect(() => {
    if (!newest) return
    function handleKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) toast.dismiss(newest)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [newest])
}

type ToastBarProps = { item: Toast; onHold: () => void; onRelease: () => void }

const toastVariants = {
  success: ['toast--ok', CircleCheck],
  error: ['toast--bad', CircleAlert],
  blank: ['', Info],
  custom: ['', Info],
} as const

/** How far a finger moves up to dismiss a toast, in px. */
const flickPx = 24

function ToastBar({ item, onHold, onRelease }: ToastBarProps) {
  const start = useRef(0)
  const { id } = item
  const undo = getUndo(id)
  const [variantClass, Icon] =
    item.type === 'loading' ? ['toast--load', Spinner] : toastVariants[undo ? 'success' : item.type]
  useEffect(() => () => setUndo(id, undefined), [id])
  function handleUndo() {
    if (!item.visible) return
    toast.dismiss(id)
    undo?.()
  }
  const forMouse = (handler: () => void) => (event: PointerEvent) =>
    event.pointerType === 'mouse' && handler()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding and flicking only add to the Close button
    <div
      className={`toast ${variantClass} ${undo ? 'toast--undo' : ''}`}
      data-leaving={item.visible ? undefined : ''}
      onPointerEnter={forMouse(onHold)} // after a tap there is no leave event
      onPointerLeave={forMouse(onRelease)}
      onFocus={onHold}
      onBlur={onRelease}
      onPointerDown={(event) => {
        start.current = event.clientY
      }}
      onPointerUp={(event) => {
        if (start.current - event.clientY > flickPx) toast.dismiss(id)
      }}
    >
      <Icon className="icon" aria-hidden />
      <p>{String(item.message)}</p>
      <ToastButtons item={item} onUndo={undo && handleUndo} />
    </div>
  )
}

function ToastButtons({ item, onUndo }: { item: Toast; onUndo: (() => void) | undefined }) {
  const tabIndex = item.visible ? undefined : -1
  return (
    <>
      {onUndo && (
        <button type="button" className="btn btn--quiet" tabIndex={tabIndex} onClick={onUndo}>
          Undo
        </button>
      )}
      {item.type !== 'loading' && (
        <button
          type="button"
          className="btn btn--quiet btn--icon"
          tabIndex={tabIndex}
          onClick={() => toast.dismiss(item.id)}
        >
          <X className="icon" aria-hidden />
          <span className="visually-hidden">Close</span>
        </button>
      )}
    </>
  )
}
