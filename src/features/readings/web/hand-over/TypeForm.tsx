import { Pencil } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { parseWeight } from '#features/shipping/estimate-request.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { readingLimits } from '../../page-reading.ts'
import { noFacts } from './read-pasted.ts'
import type { ReadingFacts } from './reading-parts.ts'

type TypedErrors = { title?: string; price?: string; weight?: string }

/** Title, price and weight, typed. */
export function TypeForm({ onRead }: { onRead: (facts: ReadingFacts) => void }) {
  const id = useId()
  const [errors, setErrors] = useState<TypedErrors>({})
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const read = readTyped({ title: text('title'), price: text('price'), weight: text('weight') })
    setErrors('errors' in read ? read.errors : {})
    if ('facts' in read) onRead(read.facts)
  }
  return (
    <details className="doors__type">
      <summary className="btn">
        <Pencil className="icon icon--s" aria-hidden />
        <span>Type title, price, weight</span>
      </summary>
      <form noValidate onSubmit={handleSubmit}>
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
        <button type="submit" className="btn">
          Next
        </button>
      </form>
    </details>
  )
}

/** Reads the three fields; any of them may be empty, but not all. */
function readTyped(typed: {
  title: string
  price: string
  weight: string
}): { facts: ReadingFacts } | { errors: TypedErrors } {
  const errors: TypedErrors = {}
  const price = typed.price === '' ? null : Number(normalizeTypedNumber(typed.price.replace(/^[¥￥]/, '')))
  if (price !== null && !(price > 0 && price <= readingLimits.price))
    errors.price = 'Type a price such as 168.'
  const weight = typed.weight === '' ? undefined : parseWeight(typed.weight)
  if (weight && 'message' in weight) errors.weight = weight.message
  if (typed.title + typed.price + typed.weight === '') errors.title = 'Type a title, a price or a weight.'
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
