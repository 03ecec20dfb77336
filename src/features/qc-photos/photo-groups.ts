import { formatDate } from '#shared/format/format-date.ts'
import { isOtherVariant } from '#shared/items/item-variant.ts'
import type { QcItem } from './contract.ts'

export type PhotoGrouping = 'source' | 'date' | 'variant'

/** A photo with its number in the whole list, from 1, which thumbnails and the full-size view show. */
export type NumberedPhoto = QcItem & { number: number }
export type PhotoGroup = {
  title: string
  /** Sources and dates that are not in the title: 'Warehouse A · 19 Nov 2026'. */
  detail: string
  /** The variants on the photos; empty when the title is the variant: 'Navy, Rust'. */
  variantNames: string
  variants: string[]
  photos: NumberedPhoto[]
}

type PhotoLabels = Pick<QcItem, 'source' | 'sources' | 'agent' | 'variant' | 'takenAt'>

const titles: Record<PhotoGrouping, (photo: PhotoLabels) => string> = {
  source: getPhotoSource,
  date: ({ takenAt }) => (takenAt && formatDate(takenAt)) || 'Date unknown',
  variant: ({ variant }) => variant ?? 'Variant unknown',
}

/**
 * Groups photos by source, day or variant. Photos and groups of the chosen variant come first, then the newest.
 */
export function groupPhotos(
  photos: readonly QcItem[],
  by: PhotoGrouping,
  chosen: readonly string[] = [],
): PhotoGroup[] {
  const rank = ({ variant }: QcItem) => rankVariant(variant, chosen)
  const getBestRank = (groupPhotos: QcItem[]) => Math.min(...groupPhotos.map(rank))
  const groups = [...Map.groupBy(sortNewestFirst(photos), titles[by])]
  if (by !== 'date') groups.sort(([, left], [, right]) => getBestRank(left) - getBestRank(right))
  let number = 0
  return groups.map(([title, members]) => ({
    title,
    detail: describePhotos(members, by),
    variantNames: by === 'variant' ? '' : formatNames(listVariants(members), 'variants'),
    variants: listVariants(members),
    photos: members
      .toSorted((left, right) => rank(left) - rank(right))
      .map((photo) => {
        number += 1
        return { ...photo, number }
      }),
  }))
}

/** The place where a photo was taken: 'CNFans warehouse', or the source's name. */
export function getPhotoSource({ agent, source }: Pick<PhotoLabels, 'agent' | 'source'>): string {
  return agent ? `${agent} warehouse` : source
}

/** The line under a photo's source: '19 Nov 2026 · Navy'. */
export function describePhoto({ takenAt, variant }: Pick<PhotoLabels, 'takenAt' | 'variant'>): string {
  return [takenAt && formatDate(takenAt), variant].filter(Boolean).join(' · ')
}

/** The number of photos of each variant, the highest first; photos of unknown variants are not counted. */
export function countByVariant(
  photos: readonly Pick<QcItem, 'variant'>[],
): { name: string; count: number }[] {
  const groups = Map.groupBy(photos, ({ variant }) => variant)
  return [...groups]
    .flatMap(([name, members]) => (name ? [{ name, count: members.length }] : []))
    .toSorted((left, right) => right.count - left.count)
}

/** 0 for the chosen variant, 1 for an unknown one, 2 for another variant. */
function rankVariant(variant: string | null, chosen: readonly string[]): number {
  if (chosen.length === 0) return 0
  if (!variant) return 1
  return isOtherVariant([variant], chosen) ? 2 : 0
}

/** The time of the newest photo; undefined when no photo has a date. */
export function findNewestDate(photos: readonly Pick<QcItem, 'takenAt'>[]): string | undefined {
  return photos
    .flatMap(({ takenAt }) => takenAt ?? [])
    .toSorted()
    .at(-1)
}

/**
 * Photos without a date come last; photos of the same time keep their order. Compares times instead of texts, because
 * the first `localeCompare` takes 100 ms on a slow phone.
 */
function sortNewestFirst(photos: readonly QcItem[]): QcItem[] {
  const getTime = ({ takenAt }: QcItem) => Date.parse(takenAt ?? '') || 0
  return photos.toSorted((left, right) => getTime(right) - getTime(left))
}

function describePhotos(photos: readonly QcItem[], by: PhotoGrouping): string {
  const [first] = photos
  const sources =
    by === 'source'
      ? first && describeOtherSources(photos, getPhotoSource(first))
      : formatNames(
          getDistinctNames(photos.flatMap((photo) => [getPhotoSource(photo), ...photo.sources.slice(1)])),
          'sources',
        )
  const parts = [sources, by === 'date' ? '' : formatDayRange(photos)]
  return parts.filter(Boolean).join(' · ')
}

/**
 * Sources of photos that are not in the title: 'from Archive' when the title is an agent, otherwise 'also from
 * Archive'.
 */
function describeOtherSources(photos: readonly PhotoLabels[], title: string): string {
  const names = getDistinctNames(photos.flatMap(({ sources }) => sources))
  const otherNames = names.filter((name) => name !== title)
  return otherNames.length > 0
    ? `${names.length > otherNames.length ? 'also from' : 'from'} ${formatNames(otherNames, 'sources')}`
    : ''
}

/** The range of days from the oldest to the newest photo. */
function formatDayRange(photos: readonly QcItem[]): string {
  const days = getDistinctNames(photos.map(({ takenAt }) => takenAt && formatDate(takenAt)))
  const [newest, oldest] = [days[0] ?? '', days.at(-1) ?? '']
  return newest === oldest ? newest : `${oldest} – ${newest}`
}

function listVariants(photos: readonly QcItem[]): string[] {
  return getDistinctNames(photos.map(({ variant }) => variant))
}

function formatNames(names: readonly string[], noun: string): string {
  return names.length > 2 ? `${names.length} ${noun}` : names.join(', ')
}

function getDistinctNames(names: readonly (string | null)[]): string[] {
  return [...new Set(names.flatMap((name) => name || []))]
}
