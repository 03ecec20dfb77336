import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import { plainLine } from '#shared/format/plain-text.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createDefaultSource, defaultSourceName } from './default-source.ts'
import type { QcSource } from './qc-source.ts'
import { parseReply, type ReplySettings, replyFormats } from './reply-formats.ts'

/** Reads an environment variable. */
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
 * The outside sources that the operator configured by a URL, in a file, or both. Throws an Error with one line when the
 * file is invalid.
 */
export function loadSources(
  { url, path: fileName }: { url: string | undefined; path: string | undefined },
  readVariable: ReadVariable,
): QcSource[] {
  const defaultSources = url === undefined ? [] : [createDefaultSource(url)]
  return fileName === undefined
    ? defaultSources
    : [...defaultSources, ...parseSources(readJsonFile(fileName), readVariable)]
}

/** Parses the content of the file. Throws an Error with one line that lists the invalid fields. */
export function parseSources(content: unknown, readVariable: ReadVariable): QcSource[] {
  const { data, error } = fileSchema.safeParse(content, { error: describeIssue })
  if (!data) {
    const messages = (error?.issues ?? []).map(
      (issue) => `${issue.path.join('.') || 'It'} ${lowercaseFirst(issue.message)}.`,
    )
    throw new Error(`QC_SOURCES is wrong. ${messages.slice(0, 20).join(' ')}`)
  }
  return data.sources.map((config) => createSource(config, readVariable))
}

/** Messages of this file, because Zod's own messages depend on a global configuration. */
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

function createSource(config: SourceConfig, readVariable: ReadVariable): QcSource {
  const { name, marketplaces, imageHosts } = config
  const fillSecrets = (text: string) => insertSecrets(text, name, readVariable)
  const url = fillSecrets(config.url)
  const buildUrl = (key: ItemKey) =>
    fillPlaceholders(url, getPlaceholderValues(config, key), encodeURIComponent)
  assertSourceUrl(name, url)
  const headers = Object.entries(config.headers).map(([header, text]) => [
    header.toLowerCase(),
    fillSecrets(text),
  ])
  return {
    name,
    breaker: `qc ${name}`,
    covers: (shopType) => marketplaces[shopType] !== undefined,
    buildUrl,
    headers: Object.fromEntries(headers),
    imageHosts,
    read: (reply, key, now) => parseReply(reply, toReplySettings(config, key), key, now),
  }
}

function toReplySettings(config: SourceConfig, key: ItemKey): ReplySettings {
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
  encode: (text: string) => string,
): string {
  return template.replaceAll(
    /\{(id|marketplace|url)\}/g,
    (whole, name: string) =>
      name in placeholders ? encode(placeholders[name as keyof PlaceholderValues]) : whole, // the pattern matches only these names
  )
}

/** `{$NAME}` is replaced by an environment variable, so that the file does not need to contain secrets. */
function insertSecrets(text: string, source: string, readVariable: ReadVariable): string {
  return text.replaceAll(/\{\$(\w{1,64})\}/g, (_whole, name: string) => {
    const value = readVariable(name)
    if (!value) throw new Error(`QC_SOURCES is wrong. ${source} needs ${name}, which is not set.`)
    return value
  })
}

/** Throws an Error for a URL whose host could contain a placeholder: only the operator chooses the host. */
function assertSourceUrl(source: string, url: string): void {
  const createError = (problem: string) => new Error(`QC_SOURCES is wrong. The url of ${source} ${problem}.`)
  const address = URL.parse(url.replaceAll(/\{(?:id|marketplace|url)\}/g, '0'))
  if (!address || !/^https?:$/.test(address.protocol)) throw createError('must be an http(s) address')
  if (address.username || address.password) throw createError('must not contain a user name or password')
  if (!/^https?:\/\/[^/?#{}\\]+[/?]/i.test(url)) throw createError('must have a host without placeholders')
  if (!/\{(?:id|url)\}/.test(url)) throw createError('must contain {id} or {url}')
  if (/[{}]/.test(url.replaceAll(/\{(?:id|marketplace|url)\}/g, ''))) {
    throw createError('may contain only the placeholders {id}, {marketplace} and {url}')
  }
}

function lowercaseFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

/** The hosts of images that the sources add to the allowed ones. */
export function listImageHosts(sources: readonly QcSource[]): string[] {
  return [...new Set(sources.flatMap(({ imageHosts }) => imageHosts))]
}
