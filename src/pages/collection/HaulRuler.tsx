import { formatWeight } from '#features/products/dimensions.ts'
import { computeRuler, formatRulerWeight, type HaulRulerScale } from './haul-ruler.ts'

type HaulRulerProps = {
  grams: number
  /** Up to where more weight costs nothing; null where none does. */
  upTo: number | null
  /** What follows: 'then + ¥37.60'. */
  then: string
}

/**
 * The weight on a ruler with the free part to the next step; drawn for two widths, of which CSS shows one.
 */
export function HaulRuler({ grams, upTo, then }: HaulRulerProps) {
  const words =
    upTo === null
      ? `${formatWeight(grams)} of known weight.`
      : `${formatWeight(grams)} of known weight. The next step is at ${formatWeight(upTo)}, in ${formatWeight(upTo - grams)}.`
  const wide = upTo === null ? '' : `${formatWeight(upTo)}, ${then}`
  const narrow = upTo === null ? '' : formatRulerWeight(upTo)
  return (
    <>
      <RulerDrawing
        ruler={computeRuler(grams, upTo, 680)}
        look="l"
        words={words}
        here={formatWeight(grams)}
        next={wide}
      />
      <RulerDrawing
        ruler={computeRuler(grams, upTo, 310)}
        look="s"
        words={words}
        here={formatWeight(grams)}
        next={narrow}
      />
    </>
  )
}

type RulerDrawingProps = { ruler: HaulRulerScale; look: 'l' | 's'; words: string; here: string; next: string }

function RulerDrawing({ ruler, look, words, here, next }: RulerDrawingProps) {
  const { width, pin, step, long } = ruler
  const right = width - 2
  return (
    <svg
      className={`collection-shipping__rule collection-shipping__rule--${look}`}
      viewBox={`0 0 ${width} 84`}
      role="img"
      aria-label={words}
    >
      <rect className="collection-shipping__rest" x="2" y="28" width={right - 2} height="24" />
      <rect className="collection-shipping__fill" x="2" y="28" width={pin - 2} height="24" />
      {step !== null && (
        <rect className="collection-shipping__room" x={pin} y="28" width={step - pin} height="24" />
      )}
      <path className="collection-shipping__tick" d={buildTicksPath(ruler)} />
      {long.map(({ x, label, anchor }) => (
        <text key={label} x={x} y="80" textAnchor={anchor}>
          {label}
        </text>
      ))}
      <path className="collection-shipping__pin" d={`M${pin} 28l-6-9h12z`} />
      <RulerLabel x={pin} text={here} right={right} isBefore={next !== '' || pin > width / 2} />
      {step !== null && <RulerLabel x={step} text={next} right={right} isBefore={false} after={pin + 6} />}
    </svg>
  )
}

type RulerLabelProps = { x: number; text: string; right: number; isBefore: boolean; after?: number }

/** Above the ruler, before or after its place, and never beyond the ends. */
function RulerLabel({ x, text, right, isBefore, after = 0 }: RulerLabelProps) {
  const length = text.length * letterWidth
  const begins = isBefore ? Math.max(2, x - 10 - length) : Math.max(after, Math.min(x + 4, right - length))
  return isBefore ? (
    <text className="on" x={begins + length} y="16" textAnchor="end">
      {text}
    </text>
  ) : (
    <text className="on" x={begins} y="16">
      {text}
    </text>
  )
}

/** Approximate width of a digit in this size and weight, in units. */
const letterWidth = 7

function buildTicksPath({ width, short, middle, long }: HaulRulerScale): string {
  const draw = (places: number[], length: number) => places.map((x) => `M${x} 52v${length}`).join('')
  return `M2 52H${width - 2}${draw(short, 4)}${draw(middle, 9)}${draw(
    long.map(({ x }) => x),
    12,
  )}`
}
