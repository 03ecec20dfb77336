import type { ConfirmQuestion } from '#shared/web/ui/dialogs/alerts.ts'
import type { RateCardComparison } from '../../contract.ts'
import { formatCount, formatShortList } from './format-rates.ts'

/** So many names still fit into a dialog on a phone. */
const maxNames = { lines: 5, countries: 30 }

type ActivationAnswer = Pick<RateCardComparison, 'card' | 'against' | 'coverage' | 'failedChecks'>

/**
 * What to ask before a card becomes the active one: undefined where shoppers lose no line and no country, and the
 * card's own checks passed.
 */
export function findActivationQuestion(
  { card, against, coverage, failedChecks }: ActivationAnswer,
  getCountryName: (code: string) => string,
): ConfirmQuestion | undefined {
  const losses = describeLosses(coverage, getCountryName)
  const isDoubtful = failedChecks.length > 0
  if (losses.length === 0 && !isDoubtful) return undefined
  const doubt = isDoubtful ? [`${failedChecks.length} of the card's own checks failed.`] : []
  const gains = losses.length > 0 ? describeGains(coverage, getCountryName) : []
  return {
    title: isDoubtful ? 'Are you sure?' : `Activate ${card.id}?`,
    text: [...doubt, ...losses, ...gains].join(' '),
    help: `You can reactivate ${against.id} later.`,
    confirm: isDoubtful ? 'Activate anyway' : 'Yes, activate',
    kind: 'warning',
  }
}

type CountryNamer = (code: string) => string

function describeLosses({ lines, countries }: RateCardComparison['coverage'], getName: CountryNamer) {
  return [
    ...describeNames('Shoppers lose', lines.gone, 'line'),
    ...describeNames('Nothing will ship to', countries.gone.map(getName), 'country'),
    ...describeNames('Fewer countries on', lines.shrunk, 'line'),
  ]
}

function describeGains({ lines, countries }: RateCardComparison['coverage'], getName: CountryNamer) {
  return [
    ...describeNames('They get', lines.new, 'new line'),
    ...describeNames('Shipping starts to', countries.new.map(getName), 'country'),
  ]
}

const plurals = { line: 'lines', 'new line': 'new lines', country: 'countries' }

/** 'Shoppers lose 2 lines: EMS, Sea.' */
function describeNames(start: string, names: readonly string[], one: keyof typeof plurals): string[] {
  if (names.length === 0) return []
  const most = one === 'country' ? maxNames.countries : maxNames.lines
  return [`${start} ${formatCount(names.length, one, plurals[one])}: ${formatShortList(names, most)}.`]
}
