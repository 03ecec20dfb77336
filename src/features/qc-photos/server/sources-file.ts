import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { canonicalUrl } from '#features/product-links/canonical.ts'
import { plainLine } from '#shared/plain-text.ts'
import type { ItemKey } from '#shared/shops.ts'
import { createDefaultSource, defaultSourceName } from './default-source.ts'
import type { QcSource } from './qc-source.ts'
import { parseReply, type ReplyForm, replyFormats } from './reply-formats.ts'

/** A value of the environment, by its name. */
export type Variable = (name: string) => string | undefined

const line = (length: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(length, `must have at most ${length} characters`)
    .regex(plainLine, 'must be one plain line')
const path = z.string().regex(/^[\w-]{0,60}(?:\.[\w-]{1,60}){0,8}$/, 'must be names with dots between them')
const agentNames = z
  .record(z.string(), line(40))
  .transform((names) => new Map(Object.entries(names).map(([name, shown]) => [name.toLowerCase(), shown])))
const imageHost = z
  .string()
  .regex(/^(?:https?:\/\/[\w.-]+(?::\d+)?|(?:[a-z\d-]+\.)+[a-z]{2,})$/, 'must be a host or an origin')

const source = z
  .strictObject({
    name: line(40),
    shape: z.enum(replyFormats, `must be ${replyFormats.join(', ')}`),
    url: line(2000),
    marketplaces: z.partialRecord(z.enum(['taobao', 'weidian', 'ali_1688']), line(40)),
    headers: z.record(z.string().regex(/^[\w-]+$/, 'must be the name of a header'), line(4000)).default({}),
    photosAt: path.optional(),
    itemIdAt: path.optional(),
    recordIdAt: path.optional(),
    marketplaceAt: path.optional(),
    idForm: line(60).default('{id}'),
    agent: line(40).optional(),
    agentNames: agentNames.optional(),
    imageHosts: z.array(imageHost).max(20).default([]),
  })
  .refine(({ marketplaces }) => Object.keys(marketplaces).length > 0, {
    path: ['marketplaces'],
    message: 'must name one',
  })
const file = z
  .strictObject({ sources: z.array(source).max(12, 'must be at most 12') })
  .refine(
    ({ sources }) => new Set([defaultSourceName, ...sources.map(({ name }) => name)]).size > sources.length,
    {
      path: ['sources'],
      message: 'must all have different names',
    },
  )
type Given = z.output<typeof source>

const placesOfPhotos = { images: 'data', variants: '', agents: 'qcGroups' } as const

/**
 * The outside sources that the operator configured: by a URL, in a file, or both. Throws one line when it is
 * invalid.
 */
export function namedSources(
  { url, path: name }: { url: string | undefined; path: string | undefined },
  variable: Variable,
): QcSource[] {
  const first = url === undefined ? [] : [createDefaultSource(url)]
  return name === undefined ? first : [...first, ...readSources(contentOf(name), variable)]
}

/** The sources in what the operator wrote. Throws one line that names everything wrong. */
export function readSources(content: unknown, variable: Variable): QcSource[] {
  const { data, error } = file.safeParse(content, { error: reasonOf })
  if (!data) {
    const wrong = (error?.issues ?? []).map(
      (issue) => `${issue.path.join('.') || 'It'} ${lower(issue.message)}.`,
    )
    throw new Error(`QC_SOURCES is wrong. ${wrong.slice(0, 20).join(' ')}`)
  }
  return data.sources.map((given) => sourceOf(given, variable))
}

/** Our own messages, because Zod's depend on what else the process has loaded. */
function reasonOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'unrecognized_keys') return `unrecognized key: "${issue.keys.join('", "')}"`
  return undefined
}

function contentOf(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, 'utf8'))
  } catch (error) {
    const isJson = error instanceof SyntaxError
    throw new Error(`QC_SOURCES is wrong. ${name} ${isJson ? 'is not JSON' : 'cannot be read'}.`, {
      cause: error,
    })
  }
}

function sourceOf(given: Given, variable: Variable): QcSource {
  const { name, marketplaces, imageHosts } = given
  const fill = (text: string) => withSecrets(text, name, variable)
  const url = fill(given.url)
  const addressOf = (key: ItemKey) => filled(url, placesOf(given, key), encodeURIComponent)
  checkAddress(name, url)
  const headers = Object.entries(given.headers).map(([header, text]) => [header.toLowerCase(), fill(text)])
  return {
    name,
    breaker: `qc ${name}`,
    covers: (shopType) => marketplaces[shopType] !== undefined,
    addressOf,
    headers: Object.fromEntries(headers),
    imageHosts,
    read: (reply, key, now) => parseReply(reply, formOf(given, key), key, now),
  }
}

function formOf(given: Given, key: ItemKey): ReplyForm {
  const places = placesOf(given, key)
  return {
    ...given,
    photosAt: given.photosAt ?? placesOfPhotos[given.shape],
    expectedId: filled(given.idForm, places, String),
    expectedMarketplace: places.marketplace,
  }
}

type Places = Record<'id' | 'marketplace' | 'url', string>

function placesOf({ marketplaces }: Given, { shopType, itemId }: ItemKey): Places {
  return { id: itemId, marketplace: marketplaces[shopType] ?? '', url: canonicalUrl(shopType, itemId) }
}

function filled(template: string, places: Places, write: (text: string) => string): string {
  return template.replaceAll(
    /\{(id|marketplace|url)\}/g,
    (whole, name: string) => (name in places ? write(places[name as keyof Places]) : whole), // the pattern has only these
  )
}

/** `{$NAME}` is replaced by an environment variable, so that no secret has to be written into the file. */
function withSecrets(text: string, source: string, variable: Variable): string {
  return text.replaceAll(/\{\$(\w{1,64})\}/g, (_whole, name: string) => {
    const value = variable(name)
    if (!value) throw new Error(`QC_SOURCES is wrong. ${source} needs ${name}, which is not set.`)
    return value
  })
}

/** The host is the operator's alone: nothing of an item may become a part of it. */
function checkAddress(source: string, url: string): void {
  const refuse = (what: string) => new Error(`QC_SOURCES is wrong. The url of ${source} ${what}.`)
  const address = URL.parse(url.replaceAll(/\{(?:id|marketplace|url)\}/g, '0'))
  if (!address || !/^https?:$/.test(address.protocol)) throw refuse('must be an http(s) address')
  if (address.username || address.password) throw refuse('must not hold a name or password')
  if (!/^https?:\/\/[^/?#{}\\]+[/?]/i.test(url))
    throw refuse('must have a host of its own before the first place')
  if (!/\{(?:id|url)\}/.test(url)) throw refuse('must hold {id} or {url}')
  if (/[{}]/.test(url.replaceAll(/\{(?:id|marketplace|url)\}/g, ''))) {
    throw refuse('knows only {id}, {marketplace} and {url}')
  }
}

function lower(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

/** Hosts that only some source's images use. */
export function imageHostsOfSources(sources: readonly QcSource[]): string[] {
  return [...new Set(sources.flatMap(({ imageHosts }) => imageHosts))]
}
