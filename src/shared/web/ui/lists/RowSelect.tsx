import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import './RowSelect.css'

export type RowOption = { value: string; label: string }

type RowSelectProps = {
  /** The label of the select with its row: 'Role of Ann Lee'. */
  label: string
  value: string
  /**
   * The options, or a function that returns them when the select is first used: a thousand rows must not
   * render a thousand options each. Until then the value is its own label.
   */
  options: readonly RowOption[] | (() => readonly RowOption[])
  onChange: (value: string) => void
  /** A change is being saved. */
  isBusy?: boolean
}

/** A native select in a row. It looks like text until the row is hovered or has the focus. */
export function RowSelect(props: RowSelectProps) {
  const { label, value, options, onChange, isBusy = false } = props
  const id = useId()
  const [isInUse, setInUse] = useState(false)
  const currentOption = [{ value, label: value }]
  const visibleOptions = typeof options === 'function' ? (isInUse ? options() : currentOption) : options
  return (
    <span className="row-select">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-busy={isBusy || undefined}
        onPointerDown={() => setInUse(true)}
        onFocus={() => setInUse(true)}
        onBlur={() => setInUse(false)}
        onChange={({ target }) => onChange(target.value)}
      >
        {visibleOptions.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="icon icon--s" aria-hidden />
    </span>
  )
}
