import { type FormEvent, useState } from 'react'
import { parcelLimits } from '#features/freight/parcel.ts'
import { listSides, normalizeDimensions, parseDimensions } from '#features/products/dimensions.ts'
import { parseWeight } from '#features/shipping/estimate-request.ts'
import { shippingText } from '#features/shipping/texts.ts'
import { FieldFrame, getAriaProps } from '#shared/web/ui/forms/Field.tsx'
import type { ItemAnswers } from './stored-answers.ts'

type Measures = Pick<ItemAnswers, 'grams' | 'size'>
type ParcelFormProps = { initial: Measures; onSubmit: (measures: Measures) => void }
type FormErrors = { weight?: string; size?: string }

/** The weight and the size that the visitor knows; either is enough. */
export function ParcelForm({ initial, onSubmit }: ParcelFormProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = readMeasures(String(form.get('weight')), String(form.get('size')))
    if ('errors' in read) {
      setErrors(read.errors)
      event.currentTarget
        .querySelector<HTMLElement>(read.errors.weight ? '#item-weight' : '#item-size')
        ?.focus()
    } else {
      setErrors({})
      onSubmit(read)
    }
  }
  return (
    <form className="parcel-form" noValidate onSubmit={handleSubmit}>
      <FieldFrame id="item-weight" label={shippingText.weight} error={errors.weight}>
        <input
          className="input"
          id="item-weight"
          name="weight"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder="720"
          defaultValue={initial.grams ?? ''}
          {...getAriaProps('item-weight', errors.weight, undefined)}
        />
      </FieldFrame>
      <FieldFrame id="item-size" label="Size, cm" error={errors.size}>
        <input
          className="input"
          id="item-size"
          name="size"
          autoComplete="off"
          maxLength={40}
          placeholder="38 x 32 x 8"
          defaultValue={initial.size?.replaceAll('x', ' x ') ?? ''}
          {...getAriaProps('item-size', errors.size, undefined)}
        />
      </FieldFrame>
      <button type="submit" className="btn">
        {shippingText.calculate}
      </button>
    </form>
  )
}

/** The typed texts as grams and `LxWxH`, or what is wrong with them. */
export function readMeasures(weight: string, size: string): Measures | { errors: FormErrors } {
  const sides = listSides(size)
  const isSize =
    sides.length > 0 && sides.every((side) => side >= parcelLimits.minCm && side <= parcelLimits.maxCm)
  const sizeError = size.trim() === '' || isSize ? {} : { size: 'Size must be like 38 x 32 x 8, in cm.' }
  const grams = weight.trim() === '' && isSize ? { value: undefined } : parseWeight(weight)
  if ('message' in grams) return { errors: { ...sizeError, weight: grams.message } }
  if (sizeError.size) return { errors: sizeError }
  return { grams: grams.value ?? null, size: parseDimensions(size) ? normalizeDimensions(size) : null }
}
