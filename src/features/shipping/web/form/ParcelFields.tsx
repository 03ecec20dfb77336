import './ParcelFields.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { guessWeight, quickWeights } from '#features/freight/item/typical-weights.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { FieldFrame, getAriaProps } from '#shared/web/ui/forms/Field.tsx'

type NumberFieldProps = ComponentProps<'input'> & {
  id: string
  label: string
  unit: string
  error: string | undefined
  hint?: string | undefined
}

/** A number input that displays its unit. */
export function NumberField({ label, unit, error, hint, ...input }: NumberFieldProps) {
  return (
    <FieldFrame id={input.id} label={label} error={error} hint={hint}>
      <span className="unit">
        <input
          className="input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          {...input}
          {...getAriaProps(input.id, error, hint)}
        />
        <span className="unit__u" aria-hidden>
          {unit}
        </span>
      </span>
    </FieldFrame>
  )
}

type QuickWeightsProps = {
  /** Ids of the chosen categories; their typical weight is offered too. */
  categories: readonly string[]
  onChoose: (grams: number) => void
}

/** Weights as buttons, for shoppers without a scale. */
export function QuickWeights({ categories, onChoose }: QuickWeightsProps) {
  const guess = guessWeight(categories)
  const note = useId()
  return (
    <div className="js-only">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons */}
      <div className="quick-weights" role="group" aria-label="Quick weights">
        {quickWeights.map(({ name, grams }) => (
          <button key={name} type="button" className="chip" onClick={() => onChoose(grams)}>
            <span>{`${name} `}</span>
            <span>{formatGrams(grams)}</span>
          </button>
        ))}
        {guess !== undefined && (
          <button type="button" className="chip" aria-describedby={note} onClick={() => onChoose(guess)}>
            One of each <span>{formatGrams(guess)}</span>
          </button>
        )}
      </div>
      {guess !== undefined && (
        <p className="field__hint quick-weights__note" id={note}>
          "One of each" is our guess for one piece of each category you chose.
        </p>
      )}
    </div>
  )
}

/** Length, width and height, side by side. */
export function SizeFields({ children }: { children: ReactNode }) {
  return (
    <fieldset className="field">
      <legend className="field__label size-fields__legend">
        Size of the parcel <span className="muted">optional</span>
      </legend>
      <div className="size-fields">{children}</div>
    </fieldset>
  )
}
