import './NumberedTextarea.css'
import type { Ref } from 'react'

type NumberedTextareaProps = {
  id: string
  name: string
  value: string
  onChange: (text: string) => void
  /** The 1-based numbers of the lines to mark as invalid. */
  invalidLines: number[]
  describedBy: string
  isInvalid: boolean
  ref: Ref<HTMLTextAreaElement>
}

const minRows = 5

/** A text area with line numbers. It is as tall as its text and scrolls together with the numbers. */
export function NumberedTextarea({
  value,
  onChange,
  invalidLines,
  describedBy,
  isInvalid,
  ref,
  ...field
}: NumberedTextareaProps) {
  const lineCount = value.split('\n').length
  const invalid = new Set(invalidLines)
  return (
    <div className="numbered-textarea">
      <div className="numbered-textarea__numbers" aria-hidden>
        {Array.from({ length: lineCount }, (_, index) => index + 1).map((line) => (
          <div key={line} className={invalid.has(line) ? 'numbered-textarea__bad' : undefined}>
            {line}
          </div>
        ))}
      </div>
      <textarea
        {...field}
        ref={ref}
        rows={Math.max(minRows, lineCount)}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
      />
    </div>
  )
}

/** Scrolls to the start of the lines, because a paste scrolls to the end of the last one. */
export function showLineStarts(field: HTMLTextAreaElement): void {
  field.scrollLeft = 0 // some browsers make the field narrower than its longest line
  field.parentElement?.scrollTo({ left: 0 })
}

/** Selects the line with this 1-based number and scrolls to it. */
export function selectLine(field: HTMLTextAreaElement, line: number): void {
  const previousLines = field.value.split('\n').slice(0, line - 1)
  const start = previousLines.reduce((sum, text) => sum + text.length + 1, 0)
  const end = field.value.indexOf('\n', start)
  const box = field.parentElement
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end === -1 ? field.value.length : end)
  if (!box) return
  const topPx = previousLines.length * Number.parseFloat(getComputedStyle(field).lineHeight)
  box.scrollTo({ top: topPx - box.clientHeight / 2, left: 0 })
  box.scrollIntoView({ block: 'nearest' })
}
