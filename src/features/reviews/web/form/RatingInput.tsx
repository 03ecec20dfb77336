import './RatingInput.css'
import { Star } from '#shared/web/ui/values/Star.tsx'

type RatingInputProps = {
  name: string
  legend: string
  /** 1 to 10 (§9). */
  count?: number
  /** The id of the error message. */
  faultId?: string | undefined
}

/** A radio group of stars; arrow keys change the selection. No star is selected at first. */
export function RatingInput({ name, legend, count = 5, faultId }: RatingInputProps) {
  const steps = Array.from({ length: count }, (_none, index) => index + 1)
  return (
    <fieldset className="rating-input" aria-describedby={faultId}>
      <legend className="field__label">{legend}</legend>
      <span className="rating-input__stars">
        {steps.map((step) => (
          <label key={step}>
            <input className="over-label" type="radio" name={name} value={step} />
            <Star />
            <span className="visually-hidden">{step === 1 ? '1 star' : `${step} stars`}</span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}
