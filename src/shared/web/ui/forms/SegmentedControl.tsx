import type { ReactNode } from 'react'

type SegmentedControlProps<V extends string> = {
  label: string
  value: V | undefined
  options: readonly { value: V; label: ReactNode }[]
  onChange: (value: V) => void
  className?: string
}

/** A few options side by side, one of them pressed; none if the value is undefined. */
export function SegmentedControl<V extends string>({
  label,
  value,
  options,
  onChange,
  className = '',
}: SegmentedControlProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
    <div className={`segmented-control ${className}`} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="segmented-control__opt"
          data-value={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
