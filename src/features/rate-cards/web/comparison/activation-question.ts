import type { ConfirmQuestion } from '#shared/web/ui/dialogs/alerts.ts'
import type { RateCardComparison } from '../../contract.ts'
import { formatCount, formatShortList } from './format-rates.ts'

/** The maximum numbers of names that fit into a dialog on a phone. */
const maxNames = { lines: 5, countries: 30 }

type ActivatedComparison = Pick<RateCardComparison, 'card' | 'against' | 'coverage' | 'failedChecks'>

/**
 * The question before a card is activated. Undefined when no line and no country is removed and all checks of
 * the card passed.
 */
export function findActivationQuestion(
  { card, against, coverage, failedChecks }: ActivatedComparison,
  getCountryName: (code: string) => string,
): ConfirmQuestion | undefined {
  const losses = describeLosses(coverage, getCountryName)
  const hasFailedChecks = failedChecks.length > 0
  if (losses.length === 0 && !hasFailedChecks) return undefined
  const warning = hasFailedChecks ? [`${failedChecks.length} of the card's own checks failed.`] : []
  const gains = losses.length > 0 ? describeGains(coverage, getCountryName) : []
  return {
    title: hasFailedChecks ? 'Are you sure?' : `Activate ${card.id}?`,
    text: [...warning, ...losses, ...gains].join(' '),
    help: `You can reactivate ${against.id} later.`,
    confirm: hasFailedChecks ? 'Activate anyway' : 'Yes, activate',
    kind: 'warning',
  }
}

type GetCountryName = (code: string) => string

function describeLosses({ lines, countries }: RateCardComparison['coverage'], getName: GetCountryName) {
  return [
    ...describeNames('Shoppers lose', lines.gone, 'line'),
    ...describeNames('Nothing will ship to', countries.gone.map(getName), 'country'),
    ...describeNames('Fewer countries on', lines.shrunk, 'line'),
  ]
}

function describeGains({ lines, countries }: RateCardComparison['coverage'], getName: GetCountryName) {
  return [
    ...describeNames('They get', lines.new, 'new line'),
    ...describeNames('Shipping starts to', countries.new.map(getName), 'country'),
  ]
}

const plurals = { line: 'lines', 'new line': 'new lines', country: 'countries' }

/** 'Shoppers lose 2 lines: EMS, Sea.' */
function describeNames(start: string, names: readonly string[], singular: keyof typeof plurals): string[] {
  if (names.length === 0) return []
  const max = singular === 'country' ? maxNames.countries : maxNames.lines
  return [
    `${start} ${formatCount(names.length, singular, plurals[singular])}: ${formatShortList(names, max)}.`,
  ]
}
