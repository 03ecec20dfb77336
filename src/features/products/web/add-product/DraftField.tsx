import { CircleCheck } from 'lucide-react'
import { FieldFrame, type FieldProps, getAriaProps } from '#shared/web/ui/forms/Field.tsx'
import './DraftField.css'

type DraftFieldProps = FieldProps & {
  unit?: string
  isOptional?: boolean
  /** The value was fetched from a source. */
  isFetched?: boolean
}

/** A field of a new product with its unit, and marks for optional and fetched values. */
export function DraftField(props: DraftFieldProps) {
  const { label, error, hint, unit, isOptional = false, isFetched = false, ...input } = props
  const { id } = input
  return (
    <FieldFrame
      id={id}
      label={isOptional ? <OptionalLabel label={label} /> : label}
      beside={isFetched && <FetchedMark />}
      error={error}
      hint={hint}
    >
      <span className={unit ? 'unit' : 'draft-field'}>
        <input className="input" autoComplete="off" {...input} {...getAriaProps(id, error, hint)} />
        {unit && <span className="unit__u">{unit}</span>}
      </span>
    </FieldFrame>
  )
}

function OptionalLabel({ label }: { label: string }) {
  return (
    <>
      <span>{`${label} `}</span>
      <span className="draft-field__optional">optional</span>
    </>
  )
}

/** Marks a value that was fetched from a source. */
export function FetchedMark() {
  return (
    <span className="fetched">
      <CircleCheck className="icon icon--s" aria-hidden />
      fetched
    </span>
  )
}
