import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { cleanText } from '#shared/server/clean-text.ts'
import { createWrongFormError } from '#shared/server/outbound/source-error.ts'
import { findDateInPath, readDate } from './photo-date.ts'
import { maxPhotosOfSource } from './qc-source.ts'
import { assertNoErrorReply, assertSameItem, filterOwnRecords, type ReplyItemFields } from './reply-checks.ts'
import { findField, getValueAtPath, isNonEmptyText, isObjectLike, isScalar } from './reply-value.ts'

/**
 * `images`: a list of URLs, of objects with one, or of records with several. `variants`: a list of groups,
 * each with its variant. `agents`: an object with the groups of each agent.
 */
export const replyFormats = ['images', 'variants', 'agents'] as const
export type ReplyFormat = (typeof replyFormats)[number]

/** How the answer of a source is read. */
export type ReplyForm = ReplyItemFields & {
  shape: ReplyFormat
  /** The path of the list or object of photos; the empty path is the whole reply. */
  photosAt: string
  /** The agent whose warehouse took all its photos. */
  agent?: string | undefined
  /** How agents are written on the screen, by the names that the source gives them. */
  agentNames?: ReadonlyMap<string, string> | undefined
}

/** Names under which sources put what we look for. */
const fields = {
  image: ['url', 'image_url', 'imageUrl', 'image', 'src'],
  lists: ['photos', 'qcPhotos', 'images', 'imgs', 'fileUris', 'pictures'],
  date: ['timestamp', 'qc_date', 'createTime', 'createdAt', 'takenAt', 'date', 'time'],
  variant: ['variant', 'variantName', 'skuName'],
} as const

const maxLengths = { variant: 80, agent: 40 } as const
/** A record's photos may be objects with a date of their own, and no deeper. */
const maxDepth = 3
const maxSidePx = 20_000

type PhotoContext = Pick<SourcePhoto, 'agent' | 'variant' | 'takenAt'>
type ParseContext = { form: ReplyForm; now: number }

/** Parses the item's photos from an untrusted reply. Throws a SourceError for a reply that is not about the item. */
export function parseReply(reply: unknown, form: ReplyForm, key: ItemKey, now: number): SourcePhoto[] {
  assertNoErrorReply(reply)
  const value = getValueAtPath(reply, form.photosAt)
  const groups = parseGroups(value, form)
  const photos = groups.flatMap(({ agent, entries }) =>
    parsePhotos(filterOwnRecords(entries, form), { agent, variant: null, takenAt: null }, { form, now }),
  )
  assertSameItem(reply, form, key, photos.length === 0)
  return photos.slice(0, maxPhotosOfSource)
}

function parseGroups(value: unknown, { shape, agent, agentNames }: ReplyForm) {
  if (value === null) return []
  const own = agent ?? null
  if (shape !== 'agents') {
    if (!Array.isArray(value)) throw createWrongFormError()
    return [{ agent: own, entries: value as unknown[] }] // any[] by isArray
  }
  if (!isObjectLike(value) || Array.isArray(value)) throw createWrongFormError()
  return Object.entries(value).map(([name, entries]) => {
    if (!Array.isArray(entries)) throw createWrongFormError()
    return {
      agent: agentNames?.get(name.toLowerCase()) ?? toAgentName(name) ?? own,
      entries: entries as unknown[],
    } // as above
  })
}

/** Names that every object inherits are ignored. */
function toAgentName(raw: string): string | null {
  const name = cleanText(raw, maxLengths.agent)
  return name && !(name in {}) ? name : null
}

/** A list in which nothing can be understood is of another form, not empty. */
function parsePhotos(entries: unknown[], about: PhotoContext, reading: ParseContext): SourcePhoto[] {
  const read = entries
    .slice(0, maxPhotosOfSource)
    .map((entry) => parseEntry(entry, { about, depth: 1 }, reading))
  if (read.length > 0 && read.every((photos) => photos === undefined)) throw createWrongFormError()
  return read.flatMap((photos) => photos ?? [])
}

type EntryContext = { about: PhotoContext; depth: number }

/** The photos of one entry, or undefined when it can't be understood. */
function parseEntry(
  entry: unknown,
  { about, depth }: EntryContext,
  reading: ParseContext,
): SourcePhoto[] | undefined {
  if (isNonEmptyText(entry)) return [createPhoto(entry, about, reading)]
  if (!isObjectLike(entry) || Array.isArray(entry) || depth > maxDepth) return undefined
  const inner = readContext(entry, about, reading)
  const image = findField(entry, fields.image, isNonEmptyText)
  const list = findField(entry, fields.lists, Array.isArray)
  if (image === undefined && list === undefined) return undefined
  const size = { width: parseSide(entry.width), height: parseSide(entry.height) }
  const own = image === undefined ? [] : [{ ...createPhoto(image, inner, reading), ...size }]
  const below = (list ?? []).slice(0, maxPhotosOfSource)
  return [
    ...own,
    ...below.flatMap((one) => parseEntry(one, { about: inner, depth: depth + 1 }, reading) ?? []),
  ]
}

function readContext(
  entry: Record<string, unknown>,
  about: PhotoContext,
  { form, now }: ParseContext,
): PhotoContext {
  // Where nothing is grouped by variant, a plain name is the product's.
  const names = form.shape === 'images' ? fields.variant : [...fields.variant, 'name']
  const variant = findField(entry, names, isNonEmptyText)
  const date = findField(entry, fields.date, isScalar)
  return {
    ...about,
    variant: (variant && cleanText(variant, maxLengths.variant)) || about.variant,
    takenAt: readDate(date, now) ?? about.takenAt,
  }
}

function createPhoto(image: string, about: PhotoContext, { now }: ParseContext): SourcePhoto {
  const takenAt = about.takenAt ?? findDateInPath(image.startsWith('//') ? `https:${image}` : image, now)
  return { ...about, image, takenAt, width: null, height: null }
}

function parseSide(raw: unknown): number | null {
  const side = typeof raw === 'string' && /^\d{1,5}$/.test(raw) ? Number(raw) : raw
  return typeof side === 'number' && Number.isInteger(side) && side > 0 && side <= maxSidePx ? side : null
}
