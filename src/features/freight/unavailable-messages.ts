import { formatGrams, formatSidesCm } from '#shared/format/format-number.ts'
import { joinWords } from '#shared/format/join-words.ts'
import type { CategoryRestriction, ShippingOption, UnavailableReason } from './option.ts'
import type { Parcel } from './parcel.ts'
import type { CategoryGroup } from './public-lists.ts'
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

const messageByReason: Record<UnavailableReason, (context: ReasonContext) => string> = {
  BELOW_MIN_WEIGHT: ({ option, parcel }) =>
    `From ${formatGrams(option.restrictions.minWeight ?? 0)}; your parcel weighs ${formatGrams(parcel.grams)}.`,
  ABOVE_MAX_WEIGHT: ({ option, parcel }) =>
    `Up to ${formatGrams(option.restrictions.maxWeight ?? 0)}; your parcel weighs ${formatGrams(parcel.grams)}.`,
  SIDE_TOO_LONG: ({ option, parcel }) =>
    `Longest side up to ${option.restrictions.maxSide} cm; yours is ${formatCentimeters(Math.max(...parcel.sidesMm))} cm.`,
  SUM_TOO_LARGE: ({ option, parcel }) =>
    `Length + width + height up to ${option.restrictions.maxSum} cm; yours is ${parcel.sidesMm.length < 3 ? 'already ' : ''}${formatCentimeters(sumSides(parcel))} cm.`,
  GIRTH_TOO_LARGE: ({ option, parcel }) =>
    `Length + 2 x (width + height) up to ${option.restrictions.maxGirth} cm; yours is ${formatCentimeters(computeGirth(parcel))} cm.`,
  BOX_TOO_LARGE: ({ option, parcel }) =>
    `Boxes up to ${formatSidesCm(option.restrictions.box ?? [])}; yours is ${formatSize(parcel)}.`,
  CATEGORY_NOT_ALLOWED: describeBlockedCategories,
  ABOVE_RATE_TABLE: ({ option }) => describeTableLimit(option),
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
  const chargedText = formatGrams(feeDetail.chargeableWeight)
  return maxChargeableWeight === null || feeDetail.chargeableWeight <= maxChargeableWeight
    ? `No price listed for ${chargedText}.`
    : `Prices go up to ${formatGrams(maxChargeableWeight)}; yours is charged as ${chargedText}.`
}

/** The goods that a line carries: 'Accepts only Clothing.' */
export function describeAcceptedGoods(option: ShippingOption): string {
  const names = listAcceptedNames(option)
  return names.length <= maxNames ? `Accepts only ${joinWords(names, 'and')}.` : 'Accepts some goods only.'
}

/** The goods of a parcel in a sentence: 'shoes', or 'these goods' for more than one group. */
export function formatKinds(ids: readonly string[], categories: readonly CategoryGroup[]): string {
  const groups = categories.filter(({ children }) => children.some(({ id }) => ids.includes(id)))
  const [group] = groups
  return group && groups.length === 1 ? group.name.toLowerCase() : 'these goods'
}

/**
 * 'Accepts only Clothing; Shoes/Boots not accepted.', or without the first part when the line accepts many kinds of
 * goods.
 */
function describeBlockedCategories({ option, categories }: ReasonContext): string {
  const blockedNames = option.blockedCategories.map((id) => getCategoryPath(id, categories))
  const notAccepted = `${joinWords(blockedNames, 'and')} not accepted.`
  const acceptedNames = listAcceptedNames(option)
  const isShort = acceptedNames.length > 0 && acceptedNames.length <= maxNames
  return isShort ? `Accepts only ${joinWords(acceptedNames, 'and')}; ${notAccepted}` : notAccepted
}

/** The maximum number of names in a sentence. */
const maxNames = 3

function listAcceptedNames({ restrictions }: ShippingOption): string[] {
  return restrictions.categoryRestrictions.flatMap(getAcceptedNames)
}

/** The group's name when the line carries all of it, else the names of the carried categories. */
function getAcceptedNames({ name, allowList, blockList }: CategoryRestriction): string[] {
  return blockList.length === 0 ? [name] : allowList.map((child) => `${name}/${child}`)
}

/** The label of a category: 'Shoes/Boots'. */
function getCategoryPath(id: string, categories: readonly CategoryGroup[]): string {
  for (const group of categories) {
    const child = group.children.find((category) => category.id === id)
    if (child !== undefined) return `${group.name}/${child.name}`
  }
  return id
}
