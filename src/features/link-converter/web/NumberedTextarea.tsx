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

const minRows = 8

/** A field for lines, with their numbers beside them; it grows with its text and scrolls as one. */
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
