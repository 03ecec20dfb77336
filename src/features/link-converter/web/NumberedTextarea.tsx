import './NumberedTextarea.css'
import type { Ref } from 'react'

type NumberedTextareaProps = {
  id: string
  name: string
  value: string
  onChange: (text: string) => void
  /** Numbers of lines to mark, from 1 on. */
  badLines: number[]
  describedBy: string
  isInvalid: boolean
  ref: Ref<HTMLTextAreaElement>
}

const minRows = 5

/** A field for lines. It is as tall as its text, and scrolls with the numbers beside it in one box. */
export function NumberedTextarea({
  value,
  onChange,
  badLines,
  describedBy,
  isInvalid,
  ref,
  ...field
}: NumberedTextareaProps) {
  const lines = value.split('\n').length
  const bad = new Set(badLines)
  return (
    <div className="numbered-textarea">
      <div className="numbered-textarea__numbers" aria-hidden>
        {Array.from({ length: lines }, (_, index) => index + 1).map((line) => (
          <div key={line} className={bad.has(line) ? 'numbered-textarea__bad' : undefined}>
            {line}
          </div>
        ))}
      </div>
      <textarea
        {...field}
        ref={ref}
        rows={Math.max(minRows, lines)}
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

/** Shows where the lines begin; a paste leaves the box at the end of the last one. */
export function showLineStarts(field: HTMLTextAreaElement): void {
  field.scrollLeft = 0 // where the field cannot be as wide as its longest line
  field.parentElement?.scrollTo({ left: 0 })
}

/** Selects a line of the field, from 1 on, and scrolls the box to it. */
export function selectLine(field: HTMLTextAreaElement, line: number): void {
  const before = field.value.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, text) => sum + text.length + 1, 0)
  const end = field.value.indexOf('\n', start)
  const box = field.parentElement
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end === -1 ? field.value.length : end)
  if (!box) return
  const top = before.length * Number.parseFloat(getComputedStyle(field).lineHeight)
  box.scrollTo({ top: top - box.clientHeight / 2, left: 0 })
  box.scrollIntoView({ block: 'nearest' })
}
