import { formatDate } from '#shared/format/format-date.ts'
import { isOtherVariant } from '#shared/items/item-variant.ts'
import type { QcItem } from './contract.ts'

export type PhotoGrouping = 'source' | 'date' | 'variant'

/** A photo with its place in the whole list, from 1, as the tiles and the full-size view count it. */
export type NumberedPhoto = QcItem & { number: number }
export type PhotoGroup = {
  title: string
  /** What the photos share or differ in besides the title: 'Warehouse A · 19 Nov 2026'. */
  detail: string
  /** The variants they show, where the title does not say so: 'Navy, Rust'. */
  shows: string
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
 * Photos with the same source, day or variant together, the newest first, and before them those of the chosen
 * variant.
 */
export function groupPhotos(
  photos: readonly QcItem[],
  by: PhotoGrouping,
  chosen: readonly string[] = [],
): PhotoGroup[] {
  const rank = ({ variant }: QcItem) => rankVariant(variant, chosen)
  const rankFirst = (members: QcItem[]) => Math.min(...members.map(rank))
  const groups = [...Map.groupBy(sortNewestFirst(photos), titles[by])]
  if (by !== 'date') groups.sort(([, one], [, other]) => rankFirst(one) - rankFirst(other))
  let number = 0
  return groups.map(([title, members]) => ({
    title,
    detail: describePhotos(members, by),
    shows: by === 'variant' ? '' : formatNames(listVariants(members), 'variants'),
    variants: listVariants(members),
    photos: members
      .toSorted((one, other) => rank(one) - rank(other))
      .map((photo) => {
        number += 1
        return { ...photo, number }
      }),
  }))
}

/** Who took a photo: 'CNFans warehouse', or the source's own name. */
export function getPhotoSource({ agent, source }: Pick<PhotoLabels, 'agent' | 'source'>): string {
  return agent ? `${agent} warehouse` : source
}

/** The line under a photo's source: '19 Nov 2026 · Navy'. */
export function describePhoto({ takenAt, variant }: Pick<PhotoLabels, 'takenAt' | 'variant'>): string {
  return [takenAt && formatDate(takenAt), variant].filter(Boolean).join(' · ')
}

/** How many photos show each variant, the most first; photos of unknown variants take no part. */
export function countByVariant(
  photos: readonly Pick<QcItem, 'variant'>[],
): { name: string; count: number }[] {
  const groups = Map.groupBy(photos, ({ variant }) => variant)
  return [...groups]
    .flatMap(([name, members]) => (name ? [{ name, count: members.length }] : []))
    .toSorted((one, other) => other.count - one.count)
}

/** The chosen variant's before those that may show it, and the others last. */
function rankVariant(variant: string | null, chosen: readonly string[]): number {
  if (chosen.length === 0) return 0
  if (!variant) return 1
  return isOtherVariant([variant], chosen) ? 2 : 0
}

/** When the newest photo was taken, if any has a date. */
export function findNewestDate(photos: readonly Pick<QcItem, 'takenAt'>[]): string | undefined {
  return photos
    .flatMap(({ takenAt }) => takenAt ?? [])
    .toSorted()
    .at(-1)
}

/**
 * Photos without a date come last; those of one moment keep their order. Not by a language's order, whose first use
 * takes a cheap phone 100 ms.
 */
function sortNewestFirst(photos: readonly QcItem[]): QcItem[] {
  const time = ({ takenAt }: QcItem) => Date.parse(takenAt ?? '') || 0
  return photos.toSorted((one, other) => time(other) - time(one))
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
 * Sources of photos beside the one in the heading: 'from Archive' for an agent's, 'also from Archive' for
 * others'.
 */
function describeOtherSources(photos: readonly PhotoLabels[], title: string): string {
  const names = getDistinctNames(photos.flatMap(({ sources }) => sources))
  const more = names.filter((name) => name !== title)
  return more.length > 0
    ? `${names.length > more.length ? 'also from' : 'from'} ${formatNames(more, 'sources')}`
    : ''
}

/** The days from the oldest to the newest photo. */
function formatDayRange(photos: readonly QcItem[]): string {
  const days = getDistinctNames(photos.map(({ takenAt }) => takenAt && formatDate(takenAt)))
  const [newest, oldest] = [days[0] ?? '', days.at(-1) ?? '']
  return newest === oldest ? newest : `${oldest} – ${newest}`
}

function listVariants(photos: readonly QcItem[]): string[] {
  return getDistinctNames(photos.map(({ variant }) => variant))
}

function formatNames(names: readonly string[], what: string): string {
  return names.length > 2 ? `${names.length} ${what}` : names.join(', ')
}

function getDistinctNames(names: readonly (string | null)[]): string[] {
  return [...new Set(names.flatMap((name) => name || []))]
}
