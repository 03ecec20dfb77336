import { Check, ImageOff, type LucideIcon, Ruler, Weight } from 'lucide-react'
import type { Overview } from '../contract.ts'
import './MissingFields.css'

type ViewedProduct = Overview['mostViewed'][number]['product']
type MissingField = { label: string; Icon: LucideIcon }

/** The missing fields of a product that would improve its page. */
export function MissingFields({ product }: { product: ViewedProduct }) {
  const missingFields = findMissingFields(product)
  if (missingFields.length === 0) {
    return (
      <span className="missing-field missing-field--none">
        <Check className="icon icon--s" aria-hidden />
        complete
      </span>
    )
  }
  return (
    <span className="missing-fields">
      {missingFields.map(({ label, Icon }) => (
        <span key={label} className="missing-field">
          <Icon className="icon icon--s" aria-hidden />
          <span>{label}</span>
        </span>
      ))}
    </span>
  )
}

function findMissingFields({ qcCount, weight, dimensions }: ViewedProduct): MissingField[] {
  return [
    ...(qcCount === 0 ? [{ label: 'no photos', Icon: ImageOff }] : []),
    ...(weight === null ? [{ label: 'no weight', Icon: Weight }] : []),
    ...(dimensions === null ? [{ label: 'no dimensions', Icon: Ruler }] : []),
  ]
}
