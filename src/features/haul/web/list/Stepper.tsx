import { Minus, Plus } from 'lucide-react'
import type { HaulItem } from '../../haul.ts'
import './Stepper.css'

type StepperProps = { item: HaulItem; isFull: boolean; onChange: (quantity: number) => void }

/** The quantity with two buttons; they keep the focus at the minimum and maximum. */
export function Stepper({ item: { id, name, quantity }, isFull, onChange }: StepperProps) {
  const isMin = quantity <= 1
  return (
    <div className="compact-input">
      <span id={`quantity-${id}`}>
        Quantity<span className="visually-hidden">{` of ${name}`}</span>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons */}
      <span className="stepper" role="group" aria-labelledby={`quantity-${id}`}>
        <button
          type="button"
          aria-disabled={isMin || undefined}
          onClick={() => isMin || onChange(quantity - 1)}
        >
          <Minus className="icon icon--s" aria-hidden />
          <span className="visually-hidden">{`Decrease quantity: ${name}`}</span>
        </button>
        <output>{quantity}</output>
        <button
          type="button"
          aria-disabled={isFull || undefined}
          onClick={() => isFull || onChange(quantity + 1)}
        >
          <Plus className="icon icon--s" aria-hidden />
          <span className="visually-hidden">{`Increase quantity: ${name}`}</span>
        </button>
      </span>
    </div>
  )
}
