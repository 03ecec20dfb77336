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
  /** It has an address of its own, which Back leaves by itself. */
  hasAddress?: boolean
  title: string
  description?: ReactNode
  /** A line under the body. */
  footer?: ReactNode
  /** Buttons below everything else. */
  acts?: ReactNode
  /** `dialog--wide` for text to read. */
  className?: string
  /** The body holds no control, so it must be focusable to be scrolled by keyboard. */
  isText?: boolean
  /** Where the focus starts; on the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes afterwards; by default back to where it was. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/**
 * A modal in the middle, on phones a sheet at the lower edge. Focus stays inside and returns to the opener.
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
