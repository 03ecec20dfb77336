import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { formatYuan } from '#shared/format/money.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import type { QuoteCheck } from '../../contract.ts'
import './FailedChecks.css'
import { formatLineWeight, formatShortList } from '../comparison/format-rates.ts'

/** The public quotes that a card does not reproduce; renders nothing when there are none. */
export function FailedChecks({ checks }: { checks: readonly QuoteCheck[] }) {
  const getCountryName = useCountryNames()
  if (checks.length === 0) return null
  return (
    <Callout variant="warn" title={`${checks.length} of the card's own checks failed`}>
      <p>Some prices don't match the public quotes they cite. Review them before you activate this card.</p>
      <ul className="failed-checks">
        {checks.map(({ line, countries, grams, expected, got }, index) => (
          <li key={index}>
            <b>{line}</b>
            <span>{` to ${formatShortList(countries.map(getCountryName), 3)}, ${formatLineWeight(grams)}: `}</span>
            <span>{`the quote is ${formatYuan(expected)}, `}</span>
            <span>{`the card gives ${got === null ? 'nothing' : formatYuan(got)}.`}</span>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
