import { readingLimits } from '../../page-reading.ts'

const unit = '(kgs?|kilograms?|kilos?|g|gr|grams?|千克|公斤|克)'
/** Neither per area (`260g/m²`) nor a range, nor the start of another word. */
const noMore = '(?![a-z²]|\\s*\\/\\s*(?:m|平|㎡)|\\s*[-–~]\\s*\\d)'
const amount = `(\\d{1,6}(?:[.,]\\d{1,3})?)\\s*${unit}${noMore}`
const alone = new RegExp(`^\\s*${amount}\\s*$`, 'i')
const labelled = new RegExp(
  `(?<!克|面料|体)(?:重量|毛重|净重|单重|(?<!\\p{L})(?:gross |net |item |package |shipping |actual )?(?:weight|gewicht|waga|peso|poids))[^\\p{L}\\d]{0,6}(?:约|about|approx\\.?|ca\\.?)?\\s*${amount}`,
  'giu',
)

/** Grams of a text that is a weight; null when it is none or above 100 kg. */
export function parseWeight(text: string): number | null {
  const match = alone.exec(text)
  return match ? toGrams(match[1] ?? '', match[2] ?? '') : null
}

/** Grams of the one weight that lines name as such; null for none, and for several. */
export function findWeight(lines: readonly string[]): number | null {
  const weights = new Set(
    lines.flatMap((line) =>
      [...line.slice(0, 2_000).matchAll(labelled)].map((match) => toGrams(match[1] ?? '', match[2] ?? '')),
    ),
  )
  weights.delete(null)
  return weights.size === 1 ? ([...weights][0] ?? null) : null
}

function toGrams(number: string, name: string): number | null {
  const isKilo = /^(?:k|千|公斤)/i.test(name)
  const grams = Math.round(Number(number.replace(',', '.')) * (isKilo ? 1000 : 1))
  return grams > 0 && grams <= readingLimits.weightGrams ? grams : null
}
