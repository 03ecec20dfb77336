import { joinWords } from '#shared/format/join-words.ts'
import type { CategoryGroup } from './category.ts'
import { formatNumber } from './describe-line-rules.ts'
import type { CategoryRestriction, ShippingOption, UnavailableReason } from './option.ts'
import type { Parcel } from './parcel.ts'
import { formatCentimeters, formatSize } from './weight-note.ts'

/**
 * A message for each reason why a line does not take a parcel, with its figures, in the order of the option.
 */
export function formatUnavailableReasons(
  option: ShippingOption,
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>,
  categories: readonly CategoryGroup[],
): string[] {
  return option.unavailableReasons.map((reason) => messageByReason[reason]({ option, parcel, categories }))
}

type ReasonContext = {
  option: ShippingOption
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>
  categories: readonly CategoryGroup[]
}

const messageByReason: Record<UnavailableReason, (about: ReasonContext) => string> = {
  BELOW_MIN_WEIGHT: ({ option, parcel }) =>
    `Takes parcels from ${formatGrams(option.restrictions.minWeight)}; this one has ${formatGrams(parcel.grams)}.`,
  ABOVE_MAX_WEIGHT: ({ option, parcel }) =>
    `Takes parcels up to ${formatGrams(option.restrictions.maxWeight)}; this one has ${formatGrams(parcel.grams)}.`,
  SIDE_TOO_LONG: ({ option, parcel }) =>
    `Takes sides up to ${option.restrictions.maxSide} cm; the longest has ${formatCentimeters(Math.max(...parcel.sidesMm))} cm.`,
  SUM_TOO_LARGE: ({ option, parcel }) =>
    `Length, width and height may add up to ${option.restrictions.maxSum} cm; here they make ${formatCentimeters(sumSides(parcel))} cm${parcel.sidesMm.length < 3 ? ' already' : ''}.`,
  GIRTH_TOO_LARGE: ({ option, parcel }) =>
    `Length and twice width and height may make ${option.restrictions.maxGirth} cm; here they make ${formatCentimeters(computeGirth(parcel))} cm.`,
  BOX_TOO_LARGE: ({ option, parcel }) =>
    `Takes boxes up to ${option.restrictions.box?.join(' x ')} cm; this one has ${formatSize(parcel)}.`,
  CATEGORY_NOT_ALLOWED: describeBlockedCategories,
  ABOVE_RATE_TABLE: ({ option }) => describeTableLimit(option),
}

function formatGrams(weight: number | null): string {
  return `${formatNumber(weight ?? 0)} g`
}

function sumSides({ sidesMm }: Pick<Parcel, 'sidesMm'>): number {
  return sidesMm.reduce((sum, side) => sum + side, 0)
}

function computeGirth(parcel: Pick<Parcel, 'sidesMm'>): number {
  const longest = Math.max(...parcel.sidesMm)
  return longest + 2 * (sumSides(parcel) - longest)
}

function describeTableLimit({ restrictions, feeDetail }: ShippingOption): string {
  const { maxChargeableWeight } = restrictions
  const charged = formatGrams(feeDetail.chargeableWeight)
  return maxChargeableWeight === null || feeDetail.chargeableWeight <= maxChargeableWeight
    ? `Has no price for ${charged}.`
    : `Has prices up to ${formatGrams(maxChargeableWeight)}; this parcel is charged as ${charged}.`
}

/** 'Takes Clothing only; Shoes/Boots is blocked.', or without the first part on lines that take most things. */
function describeBlockedCategories({ option, categories }: ReasonContext): string {
  const blocked = option.blockedCategories.map((id) => getCategoryPath(id, categories))
  const refused = `${joinWords(blocked, 'and')} ${blocked.length === 1 ? 'is' : 'are'} blocked.`
  const taken = option.restrictions.categoryRestrictions.filter(({ allowList }) => allowList.length > 0)
  const isShort = taken.length > 0 && taken.length <= 3 && taken.length < categories.length
  return isShort ? `Takes ${joinWords(taken.flatMap(getAcceptedNames), 'and')} only; ${refused}` : refused
}

/** The group's name where all of it is carried, else the names of what is. */
function getAcceptedNames({ name, allowList, blockList }: CategoryRestriction): string[] {
  return blockList.length === 0 ? [name] : allowList.map((child) => `${name}/${child}`)
}

/** As chips show it: 'Shoes/Boots'. */
function getCategoryPath(id: string, categories: readonly CategoryGroup[]): string {
  for (const group of categories) {
    const child = group.children.find((one) => one.id === id)
    if (child !== undefined) return `${group.name}/${child.name}`
  }
  return id
}
