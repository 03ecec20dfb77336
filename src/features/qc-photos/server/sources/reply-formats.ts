import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { cleanText } from '#shared/server/clean-text.ts'
import {
  findField,
  getValueAtPath,
  isNonEmptyText,
  isObjectLike,
  isScalar,
} from '#shared/server/outbound/described-sources/reply-value.ts'
import { createWrongFormError } from '#shared/server/outbound/source-error.ts'
import { findTakenAtInUrl, parseTakenAt } from './photo-date.ts'
import { maxPhotosOfSource } from './qc-source.ts'
import { assertNoErrorReply, assertSameItem, filterOwnRecords, type ReplyItemFields } from './reply-checks.ts'

/**
 * `images`: a list of URLs, of objects with a URL, or of records with several URLs. `variants`: a list of groups, each
 * with its variant. `agents`: an object with the groups of each agent.
 */
export const replyFormats = ['images', 'variants', 'agents'] as const
export type ReplyFormat = (typeof replyFormats)[number]

/** How the reply of a source is parsed. */
export type ReplySettings = ReplyItemFields & {
  shape: ReplyFormat
  /** The path of the list or object of photos; the empty path is the whole reply. */
  photosAt: string
  /** The agent whose warehouse took all photos of the source. */
  agent?: string | undefined
  /** Display names of agents, by their names in the source. */
  agentNames?: ReadonlyMap<string, string> | undefined
}

/** The field names that sources use for each kind of value. */
const fields = {
  image: ['url', 'image_url', 'imageUrl', 'image', 'src'],
  lists: ['photos', 'qcPhotos', 'images', 'imgs', 'fileUris', 'pictures'],
  date: ['timestamp', 'qc_date', 'createTime', 'createdAt', 'takenAt', 'date', 'time'],
  variant: ['variant', 'variantName', 'skuName'],
} as const

const maxLengths = { variant: 80, agent: 40 } as const
/** The maximum nesting of entries: a record may contain photo objects with their own date. */
const maxDepth = 3
const maxSidePx = 20_000

type PhotoDetails = Pick<SourcePhoto, 'agent' | 'variant' | 'takenAt'>
type ParseContext = { settings: ReplySettings; nowMs: number }

/** Parses the item's photos from an untrusted reply. Throws a SourceError for a reply that is not about the item. */
export function parseReply(
  reply: unknown,
  settings: ReplySettings,
  key: ItemKey,
  nowMs: number,
): SourcePhoto[] {
  assertNoErrorReply(reply)
  const value = getValueAtPath(reply, settings.photosAt)
  const groups = parseGroups(value, settings)
  const photos = groups.flatMap(({ agent, entries }) =>
    parsePhotos(
      filterOwnRecords(entries, settings),
      { agent, variant: null, takenAt: null },
      { settings, nowMs },
    ),
  )
  assertSameItem(reply, settings, key, photos.length === 0)
  return photos.slice(0, maxPhotosOfSource)
}

function parseGroups(value: unknown, { shape, agent, agentNames }: ReplySettings) {
  if (value === null) return []
  const defaultAgent = agent ?? null
  if (shape !== 'agents') {
    if (!Array.isArray(value)) throw createWrongFormError()
    return [{ agent: defaultAgent, entries: value as unknown[] }] // isArray narrows to any[]
  }
  if (!isObjectLike(value) || Array.isArray(value)) throw createWrongFormError()
  return Object.entries(value).map(([name, entries]) => {
    if (!Array.isArray(entries)) throw createWrongFormError()
    return {
      agent: agentNames?.get(name.toLowerCase()) ?? toAgentName(name) ?? defaultAgent,
      entries: entries as unknown[],
    }
  })
}

/** Null for an empty name and for property names that every object inherits. */
function toAgentName(raw: string): string | null {
  const name = cleanText(raw, maxLengths.agent)
  return name && !(name in {}) ? name : null
}

/** Throws a SourceError when no entry can be parsed: then the list has another format and is not empty. */
function parsePhotos(entries: unknown[], details: PhotoDetails, context: ParseContext): SourcePhoto[] {
  const parsedEntries = entries
    .slice(0, maxPhotosOfSource)
    .map((entry) => parseEntry(entry, { details, depth: 1 }, context))
  if (parsedEntries.length > 0 && parsedEntries.every((photos) => photos === undefined))
    throw createWrongFormError()
  return parsedEntries.flatMap((photos) => photos ?? [])
}

type EntryContext = { details: PhotoDetails; depth: number }

/** The photos of one entry; undefined when it cannot be parsed. */
function parseEntry(
  entry: unknown,
  { details, depth }: EntryContext,
  context: ParseContext,
): SourcePhoto[] | undefined {
  if (isNonEmptyText(entry)) return [createPhoto(entry, details, context)]
  if (!isObjectLike(entry) || Array.isArray(entry) || depth > maxDepth) return undefined
  const entryDetails = readDetails(entry, details, context)
  const image = findField(entry, fields.image, isNonEmptyText)
  const list = findField(entry, fields.lists, Array.isArray)
  if (image === undefined && list === undefined) return undefined
  const size = { width: parseSide(entry.width), height: parseSide(entry.height) }
  const ownPhotos = image === undefined ? [] : [{ ...createPhoto(image, entryDetails, context), ...size }]
  const children = (list ?? []).slice(0, maxPhotosOfSource)
  return [
    ...ownPhotos,
    ...children.flatMap(
      (child) => parseEntry(child, { details: entryDetails, depth: depth + 1 }, context) ?? [],
    ),
  ]
}

function readDetails(
  entry: Record<string, unknown>,
  details: PhotoDetails,
  { settings, nowMs }: ParseContext,
): PhotoDetails {
  // `name` is the variant's name only in groups; in a list of images it is the product's name.
  const names = settings.shape === 'images' ? fields.variant : [...fields.variant, 'name']
  const variant = findField(entry, names, isNonEmptyText)
  const date = findField(entry, fields.date, isScalar)
  return {
    ...details,
    variant: (variant && cleanText(variant, maxLengths.variant)) || details.variant,
    takenAt: parseTakenAt(date, nowMs) ?? details.takenAt,
  }
}

function createPhoto(image: string, details: PhotoDetails, { nowMs }: ParseContext): SourcePhoto {
  const takenAt =
    details.takenAt ?? findTakenAtInUrl(image.startsWith('//') ? `https:${image}` : image, nowMs)
  return { ...details, image, takenAt, width: null, height: null }
}

function parseSide(raw: unknown): number | null {
  const side = typeof raw === 'string' && /^\d{1,5}$/.test(raw) ? Number(raw) : raw
  return typeof side === 'number' && Number.isInteger(side) && side > 0 && side <= maxSidePx ? side : null
}
