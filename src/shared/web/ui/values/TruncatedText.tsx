import { lazy, Suspense, useState } from 'react'
import './TruncatedText.css'
import { truncate } from './truncate.ts'

const Dialog = lazy(async () => ({ default: (await import('#shared/web/ui/dialogs/Dialog.tsx')).Dialog }))

type TruncatedTextProps = {
  text: string
  /** How many characters are shown in the page. */
  maxLength: number
  /** The title of the dialog with the whole text. */
  title: string
  /** Called instead of opening the dialog. */
  onOpen?: () => void
}

/**
 * A text that is truncated on the page. Its accessible name is the full text, and a press opens a dialog with
 * the full text.
 */
export function TruncatedText({ text, maxLength, title, onOpen }: TruncatedTextProps) {
  const [isOpen, setOpen] = useState<boolean>()
  const cut = truncate(text, maxLength)
  if (cut === text) return <span>{text}</span>
  return (
    <>
      <button
        type="button"
        className="cut-text"
        aria-haspopup="dialog"
        onClick={onOpen ?? (() => setOpen(true))}
      >
        <span aria-hidden>{cut}</span>
        <span className="visually-hidden">{text}</span>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <Dialog open={isOpen} onClose={() => setOpen(false)} title={title} isText>
            <p className="cut-text__whole">{text}</p>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
