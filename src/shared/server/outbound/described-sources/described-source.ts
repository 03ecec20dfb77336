import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import { createSourceQuota, type SourceQuota } from './source-quota.ts'

/** How the codes in a reply are read: where they stand and what each means. All are in lower case. */
export type ReplyCodes = {
  codeAt?: readonly string[] | undefined
  okCodes: readonly string[]
  notFoundCodes: readonly string[]
  loginCodes: readonly string[]
  quotaCodes: readonly string[]
}

/** A source that the operator configured: how it is requested, and what it allows. */
export type DescribedSource = {
  /** The display name. */
  name: string
  /** The name of its circuit breaker. */
  breaker: string
  /** Whether the source has items of a marketplace. */
  covers: (shopType: ShopType) => boolean
  buildUrl: (key: ItemKey) => string
  headers: Record<string, string>
  /** Hosts of its images, in addition to those that are always allowed. */
  imageHosts: readonly string[]
  /** How its error codes are read; undefined when it has none. */
  codes?: ReplyCodes | undefined
  quota?: SourceQuota | undefined
}

/** A source as it stands in a file, with the fields that all kinds of sources have. */
type SourceConfig = ReplyCodes & {
  name: string
  url: string
  marketplaces: Partial<Record<ShopType, string>>
  headers: Record<string, string>
  quotaHeader?: string | undefined
  imageHosts: readonly string[]
}

type SourceContext = {
  /** The environment variable that names the file. */
  variable: string
  breaker: string
  /** Reads an environment variable. */
  readVariable: (name: string) => string | undefined
  fill: FillPlaceholders
}

/** Creates the source of an entry of a file. Throws an Error with one line when its URL is invalid or a secret is not set. */
export function createDescribedSource(
  config: SourceConfig,
  { variable, breaker, readVariable, fill }: SourceContext,
): DescribedSource {
  const { name, marketplaces, imageHosts } = config
  const insert = (text: string) => insertSecrets(text, { variable, source: name, readVariable })
  const url = insert(config.url)
  assertSourceUrl(url, { variable, source: name })
  const headers = Object.entries(config.headers).map(([header, text]) => [header.toLowerCase(), insert(text)])
  return {
    name,
    breaker,
    covers: (shopType) => marketplaces[shopType] !== undefined,
    buildUrl: (key) => fill(url, key, encodeURIComponent),
    headers: Object.fromEntries(headers),
    imageHosts,
    codes: config.codeAt && config,
    quota: createSourceQuota(config.quotaHeader),
  }
}

/** Replaces `{id}`, `{marketplace}` and `{url}` in a text; `encode` encodes each value. */
export type FillPlaceholders = (template: string, key: ItemKey, encode?: (text: string) => string) => string

/** Creates the function for a source with these names of marketplaces. */
export function createPlaceholderFiller(
  marketplaces: Partial<Record<ShopType, string>>,
  getItemUrl: (shopType: ShopType, itemId: string) => string,
): FillPlaceholders {
  return (template, { shopType, itemId }, encode = String) => {
    const values = new Map([
      ['id', itemId],
      ['marketplace', marketplaces[shopType] ?? ''],
      ['url', getItemUrl(shopType, itemId)],
    ])
    return template.replaceAll(placeholder, (_whole, name: string) => encode(values.get(name) ?? ''))
  }
}

const placeholder = /\{(id|marketplace|url)\}/g

type SecretContext = Pick<SourceContext, 'variable' | 'readVariable'> & { source: string }

/** `{$NAME}` is replaced by an environment variable, so that the file does not need to contain secrets. */
function insertSecrets(text: string, { variable, source, readVariable }: SecretContext): string {
  return text.replaceAll(/\{\$(\w{1,64})\}/g, (_whole, name: string) => {
    const value = readVariable(name)
    if (!value) throw new Error(`${variable} is wrong. ${source} needs ${name}, which is not set.`)
    return value
  })
}

/** Throws an Error for a URL whose host could contain a placeholder: only the operator chooses the host. */
function assertSourceUrl(url: string, { variable, source }: { variable: string; source: string }): void {
  const createError = (problem: string) => new Error(`${variable} is wrong. The url of ${source} ${problem}.`)
  const address = URL.parse(url.replaceAll(placeholder, '0'))
  if (!address || !/^https?:$/.test(address.protocol)) throw createError('must be an http(s) address')
  if (address.username || address.password) throw createError('must not contain a user name or password')
  if (!/^https?:\/\/[^/?#{}\\]+[/?]/i.test(url)) throw createError('must have a host without placeholders')
  if (!/\{(?:id|url)\}/.test(url)) throw createError('must contain {id} or {url}')
  if (/[{}]/.test(url.replaceAll(placeholder, ''))) {
    throw createError('may contain only the placeholders {id}, {marketplace} and {url}')
  }
}

/** The hosts of images that sources add to the allowed ones. */
export function listImageHosts(sources: readonly Pick<DescribedSource, 'imageHosts'>[]): string[] {
  return [...new Set(sources.flatMap(({ imageHosts }) => imageHosts))]
}
