import { lazy, Suspense, useState } from 'react'
import './TruncatedText.css'
import { cutText } from './cut.ts'

const Dialog = lazy(async () => ({ default: (await import('./Dialog.tsx')).Dialog }))

type CutTextProps = {
  text: string
  /** How many characters are shown in the page. */
  most: number
  /** The title of the dialog with the whole text. */
  title: string
  /** Opens something other than that dialog. */
  onOpen?: () => void
}

/**
 * A text that is truncated in the page and complete in its accessible name; pressed, it opens a dialog with
 * the full text.
 */
export function TruncatedText({ text, most, title, onOpen }: CutTextProps) {
  const [isOpen, setOpen] = useState<boolean>()
  const cut = cutText(text, most)
  if (cut === text) return text
  return (
    <>
      <button
        type="button"
        className="cut-text"
        aria-haspopup="dialog"
        onClick={onOpen ?? (() => setOpen(true))}
      >
        <span aria-hidden>{cut}</span>
        <span className="vh">{text}</span>
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
