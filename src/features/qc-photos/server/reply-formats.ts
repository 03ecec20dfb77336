import { cleanText } from '#shared/server/clean-text.ts'
import { wrongForm } from '#shared/server/source-error.ts'
import type { ItemKey } from '#shared/shops.ts'
import type { SourcePhoto } from '../source-photo.ts'
import { dateInPath, readDate } from './photo-date.ts'
import { mostPhotos } from './qc-source.ts'
import { checkItem, type ItemMarks, ownRecords, refuseErrors } from './reply-checks.ts'
import { firstField, isObject, isScalar, isText, valueAt } from './reply-value.ts'

/**
 * `images`: a list of URLs, of objects with one, or of records with several. `variants`: a list of groups,
 * each with its variant. `agents`: an object with the groups of each agent.
 */
export const replyFormats = ['images', 'variants', 'agents'] as const
export type QcShape = (typeof replyFormats)[number]

/** How the answer of a source is read. */
export type ReplyForm = ItemMarks & {
  shape: QcShape
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

const longest = { variant: 80, agent: 40 } as const
/** A record's photos may be objects with a date of their own, and no deeper. */
const deepest = 3
const widest = 20_000

type About = Pick<SourcePhoto, 'agent' | 'variant' | 'takenAt'>
type Reading = { form: ReplyForm; now: number }

/** The item's photos in a reply of which nothing is known. Throws a SourceError for whatever is no answer about it. */
export function parseReply(reply: unknown, form: ReplyForm, key: ItemKey, now: number): SourcePhoto[] {
  refuseErrors(reply)
  const given = valueAt(reply, form.photosAt)
  const groups = groupsOf(given, form)
  const photos = groups.flatMap(({ agent, entries }) =>
    photosIn(ownRecords(entries, form), { agent, variant: null, takenAt: null }, { form, now }),
  )
  checkItem(reply, form, key, photos.length === 0)
  return photos.slice(0, mostPhotos)
}

function groupsOf(given: unknown, { shape, agent, agentNames }: ReplyForm) {
  if (given === null) return []
  const own = agent ?? null
  if (shape !== 'agents') {
    if (!Array.isArray(given)) throw wrongForm()
    return [{ agent: own, entries: given as unknown[] }] // any[] by isArray
  }
  if (!isObject(given) || Array.isArray(given)) throw wrongForm()
  return Object.entries(given).map(([name, entries]) => {
    if (!Array.isArray(entries)) throw wrongForm()
    return {
      agent: agentNames?.get(name.toLowerCase()) ?? nameOf(name) ?? own,
      entries: entries as unknown[],
    } // as above
  })
}

/** Names that every object inherits are ignored. */
function nameOf(raw: string): string | null {
  const name = cleanText(raw, longest.agent)
  return name && !(name in {}) ? name : null
}

/** A list in which nothing can be understood is of another form, not empty. */
function photosIn(entries: unknown[], about: About, reading: Reading): SourcePhoto[] {
  const read = entries.slice(0, mostPhotos).map((entry) => photosOf(entry, { about, depth: 1 }, reading))
  if (read.length > 0 && read.every((photos) => photos === undefined)) throw wrongForm()
  return read.flatMap((photos) => photos ?? [])
}

type Place = { about: About; depth: number }

/** The photos of one entry, or undefined when it can't be understood. */
function photosOf(entry: unknown, { about, depth }: Place, reading: Reading): SourcePhoto[] | undefined {
  if (isText(entry)) return [aPhoto(entry, about, reading)]
  if (!isObject(entry) || Array.isArray(entry) || depth > deepest) return undefined
  const inner = aboutOf(entry, about, reading)
  const image = firstField(entry, fields.image, isText)
  const list = firstField(entry, fields.lists, Array.isArray)
  if (image === undefined && list === undefined) return undefined
  const size = { width: sideOf(entry.width), height: sideOf(entry.height) }
  const own = image === undefined ? [] : [{ ...aPhoto(image, inner, reading), ...size }]
  const below = (list ?? []).slice(0, mostPhotos)
  return [...own, ...below.flatMap((one) => photosOf(one, { about: inner, depth: depth + 1 }, reading) ?? [])]
}

function aboutOf(entry: Record<string, unknown>, about: About, { form, now }: Reading): About {
  // Where nothing is grouped by variant, a plain name is the product's.
  const names = form.shape === 'images' ? fields.variant : [...fields.variant, 'name']
  const variant = firstField(entry, names, isText)
  const date = firstField(entry, fields.date, isScalar)
  return {
    ...about,
    variant: (variant && cleanText(variant, longest.variant)) || about.variant,
    takenAt: readDate(date, now) ?? about.takenAt,
  }
}

function aPhoto(image: string, about: About, { now }: Reading): SourcePhoto {
  const takenAt = about.takenAt ?? dateInPath(image.startsWith('//') ? `https:${image}` : image, now)
  return { ...about, image, takenAt, width: null, height: null }
}

function sideOf(raw: unknown): number | null {
  const side = typeof raw === 'string' && /^\d{1,5}$/.test(raw) ? Number(raw) : raw
  return typeof side === 'number' && Number.isInteger(side) && side > 0 && side <= widest ? side : null
}
