import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useOverlayEntry } from '#shared/web/navigation/use-overlay-entry.ts'
import './Dialog.css'

type DialogProps = {
  open: boolean
  /** Called on backdrop click, Esc, Back or the close icon; the owner then sets `open` to false. */
  onClose: () => void
  /** The dialog has its own URL, so Back closes it without an extra history entry. */
  hasAddress?: boolean
  title: string
  description?: ReactNode
  /** A line under the body. */
  footer?: ReactNode
  /** The buttons at the bottom of the dialog. */
  acts?: ReactNode
  /** `dialog--wide` for long texts. */
  className?: string
  /** The content has no control, so the body must be focusable to be scrolled by keyboard. */
  isText?: boolean
  /** The element that gets the focus when the dialog opens; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus after the dialog has closed; by default the one that had it before. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/**
 * A modal dialog in the center; on phones a sheet at the lower edge. The focus stays inside and returns to
 * the element that opened it.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    hasAddress = false,
    title,
    description,
    footer,
    acts,
    className = '',
    isText = false,
    initialFocus,
    finalFocus,
    children,
  } = props
  useOverlayEntry(open && !hasAddress, onClose)
  return (
    <CSPProvider disableStyleElements>
      <BaseDialog.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
        <BaseDialog.Portal>
          <BaseDialog.Backdrop className="backdrop" />
          <BaseDialog.Popup
            className={`dialog ${className}`}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
          >
            <div className="dialog__head">
              <BaseDialog.Title className="dialog__title">{title}</BaseDialog.Title>
              <BaseDialog.Close className="btn btn--quiet btn--icon">
                <X className="icon" aria-hidden />
                <span className="visually-hidden">Close</span>
              </BaseDialog.Close>
              {description && (
                <BaseDialog.Description className="dialog__hint">{description}</BaseDialog.Description>
              )}
            </div>
            <div className="dialog__body" tabIndex={isText ? 0 : undefined}>
              {children}
            </div>
            {footer && <p className="dialog__foot">{footer}</p>}
            {acts && <div className="dialog__acts">{acts}</div>}
          </BaseDialog.Popup>
        </BaseDialog.Portal>
      </BaseDialog.Root>
    </CSPProvider>
  )
}
