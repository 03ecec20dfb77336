import { joinWords } from '#shared/join-words.ts'
import type { CategoryGroup } from './category.ts'
import type { CategoryRestriction, ShippingOption, UnavailableReason } from './option.ts'
import type { Parcel } from './parcel.ts'
import { grouped } from './rule-texts.ts'
import { centimetres, sizeOf } from './weight-note.ts'

/**
 * A message for each reason why a line does not take a parcel, with its figures, in the order of the option.
 */
export function formatUnavailableReasons(
  option: ShippingOption,
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>,
  categories: readonly CategoryGroup[],
): string[] {
  return option.unavailableReasons.map((reason) => sentences[reason]({ option, parcel, categories }))
}

type About = {
  option: ShippingOption
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>
  categories: readonly CategoryGroup[]
}

const sentences: Record<UnavailableReason, (about: About) => string> = {
  BELOW_MIN_WEIGHT: ({ option, parcel }) =>
    `Takes parcels from ${grams(option.restrictions.minWeight)}; this one has ${grams(parcel.grams)}.`,
  ABOVE_MAX_WEIGHT: ({ option, parcel }) =>
    `Takes parcels up to ${grams(option.restrictions.maxWeight)}; this one has ${grams(parcel.grams)}.`,
  SIDE_TOO_LONG: ({ option, parcel }) =>
    `Takes sides up to ${option.restrictions.maxSide} cm; the longest has ${centimetres(Math.max(...parcel.sidesMm))} cm.`,
  SUM_TOO_LARGE: ({ option, parcel }) =>
    `Length, width and height may add up to ${option.restrictions.maxSum} cm; here they make ${centimetres(sumOf(parcel))} cm${parcel.sidesMm.length < 3 ? ' already' : ''}.`,
  GIRTH_TOO_LARGE: ({ option, parcel }) =>
    `Length and twice width and height may make ${option.restrictions.maxGirth} cm; here they make ${centimetres(girthOf(parcel))} cm.`,
  BOX_TOO_LARGE: ({ option, parcel }) =>
    `Takes boxes up to ${option.restrictions.box?.join(' x ')} cm; this one has ${sizeOf(parcel)}.`,
  CATEGORY_NOT_ALLOWED: categoryWords,
  ABOVE_RATE_TABLE: ({ option }) => tableWords(option),
}

function grams(weight: number | null): string {
  return `${grouped(weight ?? 0)} g`
}

function sumOf({ sidesMm }: Pick<Parcel, 'sidesMm'>): number {
  return sidesMm.reduce((sum, side) => sum + side, 0)
}

function girthOf(parcel: Pick<Parcel, 'sidesMm'>): number {
  const longest = Math.max(...parcel.sidesMm)
  return longest + 2 * (sumOf(parcel) - longest)
}

function tableWords({ restrictions, feeDetail }: ShippingOption): string {
  const { maxChargeableWeight } = restrictions
  const charged = grams(feeDetail.chargeableWeight)
  return maxChargeableWeight === null || feeDetail.chargeableWeight <= maxChargeableWeight
    ? `Has no price for ${charged}.`
    : `Has prices up to ${grams(maxChargeableWeight)}; this parcel is charged as ${charged}.`
}

/** 'Takes Clothing only; Shoes/Boots is blocked.', or without the first part on lines that take most things. */
function categoryWords({ option, categories }: About): string {
  const blocked = option.blockedCategories.map((id) => pathOf(id, categories))
  const refused = `${joinWords(blocked, 'and')} ${blocked.length === 1 ? 'is' : 'are'} blocked.`
  const taken = option.restrictions.categoryRestrictions.filter(({ allowList }) => allowList.length > 0)
  const isShort = taken.length > 0 && taken.length <= 3 && taken.length < categories.length
  return isShort ? `Takes ${joinWords(taken.flatMap(takenNames), 'and')} only; ${refused}` : refused
}

/** The group's name where all of it is carried, else the names of what is. */
function takenNames({ name, allowList, blockList }: CategoryRestriction): string[] {
  return blockList.length === 0 ? [name] : allowList.map((child) => `${name}/${child}`)
}

/** As chips show it: 'Shoes/Boots'. */
function pathOf(id: string, categories: readonly CategoryGroup[]): string {
  for (const group of categories) {
    const child = group.children.find((one) => one.id === id)
    if (child !== undefined) return `${group.name}/${child.name}`
  }
  return id
}
