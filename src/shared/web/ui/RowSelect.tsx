import { ChevronDown } from 'lucide-react'
import { type Ref, useState } from 'react'
import './RowSelect.css'

export type RowOption = { value: string; label: string }

type RowSelectProps = {
  /** What is chosen, and of which row: 'Role of Ann Lee'. */
  label: string
  value: string
  /** The words of the present value, all that stands in the page until the select is used. */
  valueLabel?: string
  /** Asked when the select is used: a thousand rows must not hold a thousand options each. */
  options: () => readonly RowOption[]
  onChange: (value: string) => void
  /** A change is on its way. */
  isBusy?: boolean
  selectRef?: Ref<HTMLSelectElement>
}

/** A native select in a row, which looks like text until the row is pointed at or holds the focus. */
export function RowSelect(props: RowSelectProps) {
  const { label, value, valueLabel = value, options, onChange, isBusy = false, selectRef } = props
  const [isInUse, setInUse] = useState(false)
  const shown = isInUse ? options() : [{ value, label: valueLabel }]
  return (
    <label className="row-select">
      <span className="vh">{label}</span>
      <select
        ref={selectRef}
        value={value}
        aria-busy={isBusy || undefined}
        onPointerDown={() => setInUse(true)}
        onFocus={() => setInUse(true)}
        onBlur={() => setInUse(false)}
        onChange={({ target }) => onChange(target.value)}
      >
        {shown.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="icon icon--s" aria-hidden />
    </label>
  )
}
