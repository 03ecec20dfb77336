import type { Segment, Tier } from '#shared/freight/rate-card.ts'
import { cardLimits } from '../../texts-and-limits.ts'
import type { CardPath, ReportProblem } from './card-problems.ts'
import { checkGrams, checkMoney } from './figure-checks.ts'

/**
 * Checks a row's price table beyond its schema: tiers ascend, and each has a price for all of its weights.
 */
export function checkTiers(tiers: readonly Tier[], path: CardPath, report: ReportProblem): void {
  if (tiers.length > cardLimits.tiersOfRow)
    report(path, `${tiers.length} tiers are more than ${cardLimits.tiersOfRow}.`)
  checkEnds(tiers, path, 0, report)
  tiers.forEach((tier, index) => {
    checkTier(tier, [...path, index], report)
  })
}

/** Reports upper limits that do not ascend; only the last may be missing. */
function checkEnds(
  parts: readonly { upTo?: number | null }[],
  path: CardPath,
  from: number,
  report: ReportProblem,
): void {
  let previousUpTo = from
  parts.forEach(({ upTo = null }, index) => {
    const field = [...path, index, 'upTo']
    if (upTo === null) {
      if (index < parts.length - 1) report(field, 'Only the last tier may have no upper limit.')
      return
    }
    checkGrams(report, field, upTo)
    if (upTo <= previousUpTo) report(field, `${upTo} must be greater than ${previousUpTo}.`)
    previousUpTo = Math.max(previousUpTo, upTo)
  })
}

function checkTier(tier: Tier, path: CardPath, report: ReportProblem): void {
  const { upTo = null, mode, weightFirst, weightContinue, feeContinue, segments = [] } = tier
  for (const field of ['weightFirst', 'weightContinue'] as const)
    checkGrams(report, [...path, field], tier[field])
  for (const field of ['feeFirst', 'feeContinue'] as const) checkMoney(report, [...path, field], tier[field])
  checkSegments(tier, path, report)
  if (upTo !== null && upTo <= weightFirst) return
  if (mode === 'ladder') {
    if (segments.length === 0)
      report([...path, 'segments'], 'A ladder needs segments for what is above its first weight.')
    return
  }
  const further = { weightContinue, feeContinue }
  for (const field of ['weightContinue', 'feeContinue'] as const)
    if (further[field] === undefined)
      report(
        [...path, field],
        `This is missing; the tier goes on above its first weight of ${weightFirst} g.`,
      )
}

function checkSegments(
  { mode, weightFirst, segments = [] }: Tier,
  path: CardPath,
  report: ReportProblem,
): void {
  const field = [...path, 'segments']
  segments.forEach((segment: Segment, index) => {
    checkGrams(report, [...field, index, 'weightContinue'], segment.weightContinue)
    checkMoney(report, [...field, index, 'feeContinue'], segment.feeContinue)
  })
  if (mode === 'ladder') checkEnds(segments, field, weightFirst, report)
}
