import { CircleAlert } from 'lucide-react'
import type { FilterProblem } from '../../filter.ts'

type PriceFieldProps = {
  name: 'MinPrice' | 'MaxPrice'
  label: string
  value: string
  problem: FilterProblem | undefined
  onChange: (text: string) => void
  /** Distinguishes the page's form from the drawer's. */
  idPrefix: string
}

/** A field for an amount of yuan, with its error message. */
export function PriceField({ name, label, value, problem, onChange, idPrefix }: PriceFieldProps) {
  const id = `${idPrefix}-${name}`
  const message = problem?.field === name ? problem.message : undefined
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <span className="unit">
        <input
          className="input"
          id={id}
          name={name}
          type="number"
          inputMode="decimal"
          min="0"
          step="any"
          placeholder={name === 'MinPrice' ? '0' : 'Any'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={message !== undefined}
          aria-describedby={message && `${id}-problem`}
        />
        <span className="unit__u" aria-hidden>
          ¥
        </span>
      </span>
      {message && (
        <p className="err" id={`${id}-problem`}>
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{message}</span>
        </p>
      )}
    </div>
  )
}
