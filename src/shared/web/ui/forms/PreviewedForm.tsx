import { type ReactNode, useId } from 'react'
import './PreviewedForm.css'

type PreviewedFormProps = {
  /** What shoppers will see, and other help while typing. */
  side: ReactNode
  children: ReactNode
}

/** A form with a column beside it that stays visible on wide screens. */
export function PreviewedForm({ side, children }: PreviewedFormProps) {
  return (
    <div className="previewed">
      <div className="previewed__sheet">{children}</div>
      <aside className="previewed__side" aria-label="Preview">
        {side}
      </aside>
    </div>
  )
}

type PreviewProps = { note?: ReactNode; children: ReactNode }

/** A preview of the public site, rendered from the form's values. */
export function Preview({ note, children }: PreviewProps) {
  const id = useId()
  return (
    <section className="preview surface-mat" aria-labelledby={id}>
      <h2 className="preview__tag" id={id}>
        As shoppers see it
      </h2>
      {children}
      {note && <p className="preview__note">{note}</p>}
    </section>
  )
}
