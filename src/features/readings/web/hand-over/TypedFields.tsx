import { Pencil } from 'lucide-react'
import { useId } from 'react'
import { parseWeight } from '#features/shipping/estimate-request.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { readingLimits } from '../../page-reading.ts'
import { noFacts } from './read-pasted.ts'
import type { ReadingFacts } from './reading-parts.ts'

export type TypedErrors = { title?: string; price?: string; weight?: string }

/** Fields for title, price and weight. */
export function TypedFields({ errors }: { errors: TypedErrors }) {
  const id = useId()
  return (
    <details className="doors__type">
      <summary className="btn">
        <Pencil className="icon icon--s" aria-hidden />
        <span>Type title, price, weight</span>
      </summary>
      <div className="doors__fields">
        <Field
          id={`${id}-title`}
          name="title"
          label="Title"
          maxLength={readingLimits.title}
          error={errors.title}
        />
        <Field id={`${id}-price`} name="price" label="Price in ¥" inputMode="decimal" error={errors.price} />
        <Field
          id={`${id}-weight`}
          name="weight"
          label="Weight in g"
          inputMode="decimal"
          error={errors.weight}
        />
      </div>
    </details>
  )
}

/** Reads the three fields; any of them may be empty. */
export function readTyped(form: FormData): { facts: ReadingFacts } | { errors: TypedErrors } {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const typed = { title: read('title'), price: read('price'), weight: read('weight') }
  const errors: TypedErrors = {}
  const price = typed.price === '' ? null : Number(normalizeTypedNumber(typed.price.replace(/^[¥￥]/, '')))
  if (price !== null && !(price > 0 && price <= readingLimits.price))
    errors.price = 'Type a price such as 168.'
  const weight = typed.weight === '' ? undefined : parseWeight(typed.weight)
  if (weight && 'message' in weight) errors.weight = weight.message
  if (Object.keys(errors).length > 0) return { errors }
  return {
    facts: {
      ...noFacts,
      title: typed.title || null,
      price,
      currency: price === null ? null : 'CNY',
      weightGrams: weight && 'value' in weight ? (weight.value ?? null) : null,
    },
  }
}
