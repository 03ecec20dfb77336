import type { Product, ProductChange } from './contract.ts'
import { parseDimensions } from './dimensions.ts'
import { productLimits, productText } from './spec.ts'

/** What an admin types of a product: all of it may be left empty (§5). */
export type DetailTexts = { weight: string; shippingTime: string; dimensions: string }

/** Why a weight cannot be sent; undefined when it can. */
export function weightProblem(text: string): string | undefined {
  return wholeProblem(text, { from: 1, to: productLimits.grams, sentence: productText.wrongWeight })
}

export function shippingTimeProblem(text: string): string | undefined {
  const range = { from: 0, to: productLimits.shippingDays }
  return wholeProblem(text, { ...range, sentence: productText.wrongShippingTime })
}

export function dimensionsProblem(text: string): string | undefined {
  const typed = text.trim()
  return typed === '' || parseDimensions(typed) ? undefined : productText.wrongDimensions
}

type Range = { from: number; to: number; sentence: string }

function wholeProblem(text: string, { from, to, sentence }: Range): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  return number >= from && number <= to ? undefined : sentence
}

type Known = Pick<Product, 'name' | 'weight' | 'shippingTime' | 'dimensions' | 'version'>

/** §5: only fields that are not empty are sent; one that had a value and was emptied is sent as null. */
export function changedDetails(known: Known, typed: DetailTexts & { name: string }): ProductChange {
  const name = typed.name.trim()
  const weight = typed.weight.trim()
  const shippingTime = typed.shippingTime.trim()
  const dimensions = typed.dimensions.trim()
  return {
    ...(name !== '' && { name }),
    ...sent('weight', weight === '' ? null : Number(weight), known.weight),
    ...sent('shippingTime', shippingTime === '' ? null : Number(shippingTime), known.shippingTime),
    ...sent('dimensions', dimensions || null, known.dimensions),
    version: known.version,
  }
}

function sent<K extends string, V>(name: K, value: V | null, known: V | null): { [N in K]?: V | null } {
  const isLeftOut = value === null && known === null
  return isLeftOut ? {} : ({ [name]: value } as { [N in K]?: V | null }) // a computed key is a plain string to tsc
}
