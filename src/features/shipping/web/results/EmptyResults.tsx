import type { ShippingOption, UnavailableReason } from '#features/freight/option.ts'
import { joinWords } from '#shared/format/join-words.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { shippingText } from '../../texts.ts'

/** The input that a reason is about. */
const inputByReason: Record<UnavailableReason, string> = {
  BELOW_MIN_WEIGHT: 'weight',
  ABOVE_MAX_WEIGHT: 'weight',
  SIDE_TOO_LONG: 'size',
  SUM_TOO_LARGE: 'size',
  GIRTH_TOO_LARGE: 'size',
  BOX_TOO_LARGE: 'size',
  CATEGORY_NOT_ALLOWED: 'categories',
  ABOVE_RATE_TABLE: 'weight',
}

/** Says that no line is available and which input to change. */
export function EmptyResults({ unavailable }: { unavailable: readonly ShippingOption[] }) {
  return (
    <EmptyState title={shippingText.empty} text={suggestChange(unavailable)} drawing={<LinesDrawing />} />
  )
}

function suggestChange(unavailable: readonly ShippingOption[]): string {
  if (unavailable.length === 0) return 'No shipping line goes to this country yet. Try another destination.'
  const inputs = unavailable.flatMap((option) =>
    option.unavailableReasons.map((reason) => inputByReason[reason]),
  )
  return `No shipping line takes this parcel. Try changing its ${joinWords([...new Set(inputs)], 'or')}; the reasons are below.`
}

function LinesDrawing() {
  return (
    <>
      <rect x="22" y="12" width="156" height="28" rx="4" />
      <rect x="22" y="50" width="156" height="28" rx="4" />
      <rect x="22" y="88" width="156" height="28" rx="4" />
      <path d="M30 18h16v16H30zM30 56h16v16H30zM30 94h16v16H30zM56 26h48M56 64h34M56 102h58M146 26h24M146 64h24M146 102h24" />
    </>
  )
}
