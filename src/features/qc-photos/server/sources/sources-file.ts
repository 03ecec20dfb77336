import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import { plainLine } from '#shared/format/plain-text.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createDefaultSource, defaultSourceName } from './default-source.ts'
import type { QcSource } from './qc-source.ts'
import { parseReply, type ReplyForm, replyFormats } from './reply-formats.ts'

/** A value of the environment, by its name. */
export type ReadVariable = (name: string) => string | undefined

const createLineSchema = (length: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(length, `must have at most ${length} characters`)
    .regex(plainLine, 'must be one plain line')
const pathSchema = z
  .string()
  .regex(/^[\w-]{0,60}(?:\.[\w-]{1,60}){0,8}$/, 'must be names with dots between them')
const agentNames = z
  .record(z.string(), createLineSchema(40))
  .transform((names) => new Map(Object.entries(names).map(([name, label]) => [name.toLowerCase(), label])))
const imageHost = z
  .string()
  .regex(/^(?:https?:\/\/[\w.-]+(?::\d+)?|(?:[a-z\d-]+\.)+[a-z]{2,})$/, 'must be a host or an origin')

const sourceSchema = z
  .strictObject({
    name: createLineSchema(40),
    shape: z.enum(replyFormats, `must be ${replyFormats.join(', ')}`),
    url: createLineSchema(2000),
    marketplaces: z.partialRecord(z.enum(['taobao', 'weidian', 'ali_1688']), createLineSchema(40)),
    headers: z
      .record(z.string().regex(/^[\w-]+$/, 'must be the name of a header'), createLineSchema(4000))
      .default({}),
    photosAt: pathSchema.optional(),
    itemIdAt: pathSchema.optional(),
    recordIdAt: pathSchema.optional(),
    marketplaceAt: pathSchema.optional(),
    idForm: createLineSchema(60).default('{id}'),
    agent: createLineSchema(40).optional(),
    agentNames: agentNames.optional(),
    imageHosts: z.array(imageHost).max(20).default([]),
  })
  .refine(({ marketplaces }) => Object.keys(marketplaces).length > 0, {
    path: ['marketplaces'],
    message: 'must name one',
  })
const fileSchema = z
  .strictObject({ sources: z.array(sourceSchema).max(12, 'must be at most 12') })
  .refine(
    ({ sources }) => new Set([defaultSourceName, ...sources.map(({ name }) => name)]).size > sources.length,
    {
      path: ['sources'],
      message: 'must all have different names',
    },
  )
type SourceConfig = z.output<typeof sourceSchema>

const defaultPhotoPaths = { images: 'data', variants: '', agents: 'qcGroups' } as const

/**
 * The outside sources that the operator configured: by a URL, in a file, or both. Throws one line when it is
 * invalid.
 */
export function loadSources(
  { url, path: name }: { url: string | undefined; path: string | undefined },
  variable: ReadVariable,
): QcSource[] {
  const first = url === undefined ? [] : [createDefaultSource(url)]
  return name === undefined ? first : [...first, ...parseSources(readJsonFile(name), variable)]
}

/** The sources in what the operator wrote. Throws one line that names everything wrong. */
export function parseSources(content: unknown, variable: ReadVariable): QcSource[] {
  const { data, error } = fileSchema.safeParse(content, { error: describeIssue })
  if (!data) {
    const wrong = (error?.issues ?? []).map(
      (issue) => `${issue.path.join('.') || 'It'} ${lowercaseFirst(issue.message)}.`,
    )
    throw new Error(`QC_SOURCES is wrong. ${wrong.slice(0, 20).join(' ')}`)
  }
  return data.sources.map((config) => createSource(config, variable))
}

/** Our own messages, because Zod's depend on what else the process has loaded. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'unrecognized_keys') return `unrecognized key: "${issue.keys.join('", "')}"`
  return undefined
}

function readJsonFile(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, 'utf8'))
  } catch (error) {
    const isJson = error instanceof SyntaxError
    throw new Error(`QC_SOURCES is wrong. ${name} ${isJson ? 'is not JSON' : 'cannot be read'}.`, {
      cause: error,
    })
  }
}

function createSource(config: SourceConfig, variable: ReadVariable): QcSource {
  const { name, marketplaces, imageHosts } = config
  const fill = (text: string) => insertSecrets(text, name, variable)
  const url = fill(config.url)
  const buildUrl = (key: ItemKey) =>
    fillPlaceholders(url, getPlaceholderValues(config, key), encodeURIComponent)
  assertSourceUrl(name, url)
  const headers = Object.entries(config.headers).map(([header, text]) => [header.toLowerCase(), fill(text)])
  return {
    name,
    breaker: `qc ${name}`,
    covers: (shopType) => marketplaces[shopType] !== undefined,
    buildUrl,
    headers: Object.fromEntries(headers),
    imageHosts,
    read: (reply, key, now) => parseReply(reply, toReplyForm(config, key), key, now),
  }
}

function toReplyForm(config: SourceConfig, key: ItemKey): ReplyForm {
  const placeholders = getPlaceholderValues(config, key)
  return {
    ...config,
    photosAt: config.photosAt ?? defaultPhotoPaths[config.shape],
    expectedId: fillPlaceholders(config.idForm, placeholders, String),
    expectedMarketplace: placeholders.marketplace,
  }
}

type PlaceholderValues = Record<'id' | 'marketplace' | 'url', string>

function getPlaceholderValues(
  { marketplaces }: SourceConfig,
  { shopType, itemId }: ItemKey,
): PlaceholderValues {
  return { id: itemId, marketplace: marketplaces[shopType] ?? '', url: getCanonicalUrl(shopType, itemId) }
}

function fillPlaceholders(
  template: string,
  placeholders: PlaceholderValues,
  write: (text: string) => string,
): string {
  return template.replaceAll(
    /\{(id|marketplace|url)\}/g,
    (whole, name: string) =>
      name in placeholders ? write(placeholders[name as keyof PlaceholderValues]) : whole, // the pattern has only these
  )
}

/** `{$NAME}` is replaced by an environment variable, so that no secret has to be written into the file. */
function insertSecrets(text: string, source: string, variable: ReadVariable): string {
  return text.replaceAll(/\{\$(\w{1,64})\}/g, (_whole, name: string) => {
    const value = variable(name)
    if (!value) throw new Error(`QC_SOURCES is wrong. ${source} needs ${name}, which is not set.`)
    return value
  })
}

/** The host is the operator's alone: nothing of an item may become a part of it. */
function assertSourceUrl(source: string, url: string): void {
  const createError = (what: string) => new Error(`QC_SOURCES is wrong. The url of ${source} ${what}.`)
  const address = URL.parse(url.replaceAll(/\{(?:id|marketplace|url)\}/g, '0'))
  if (!address || !/^https?:$/.test(address.protocol)) throw createError('must be an http(s) address')
  if (address.username || address.password) throw createError('must not contain a user name or password')
  if (!/^https?:\/\/[^/?#{}\\]+[/?]/i.test(url))
    throw createError('must have a host of its own before the first place')
  if (!/\{(?:id|url)\}/.test(url)) throw createError('must hold {id} or {url}')
  if (/[{}]/.test(url.replaceAll(/\{(?:id|marketplace|url)\}/g, ''))) {
    throw createError('knows only {id}, {marketplace} and {url}')
  }
}

function lowercaseFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

/** Hosts that only some source's images use. */
export function listImageHosts(sources: readonly QcSource[]): string[] {
  return [...new Set(sources.flatMap(({ imageHosts }) => imageHosts))]
}
