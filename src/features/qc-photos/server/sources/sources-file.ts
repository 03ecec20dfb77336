import { z } from 'zod'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import { readJsonFile } from '#platform/json-file.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import {
  createDescribedSource,
  createPlaceholderFiller,
  type FillPlaceholders,
} from '#shared/server/outbound/described-sources/described-source.ts'
import {
  createFileSchema,
  createLineSchema,
  parseSourcesFile,
  pathSchema,
  sourceFields,
} from '#shared/server/outbound/described-sources/sources-file.ts'
import { createDefaultSource, defaultSourceName } from './default-source.ts'
import type { QcSource } from './qc-source.ts'
import { parseReply, type ReplySettings, replyFormats } from './reply-formats.ts'

/** Reads an environment variable. */
export type ReadVariable = (name: string) => string | undefined

const variable = 'QC_SOURCES'
const agentNames = z
  .record(z.string(), createLineSchema(40))
  .transform((names) => new Map(Object.entries(names).map(([name, label]) => [name.toLowerCase(), label])))

const sourceSchema = z.strictObject({
  ...sourceFields,
  shape: z.enum(replyFormats, `must be ${replyFormats.join(', ')}`),
  photosAt: pathSchema.optional(),
  recordIdAt: pathSchema.optional(),
  marketplaceAt: pathSchema.optional(),
  idForm: createLineSchema(60).default('{id}'),
  agent: createLineSchema(40).optional(),
  agentNames: agentNames.optional(),
})
const fileSchema = createFileSchema(sourceSchema, [defaultSourceName])
type SourceConfig = z.output<typeof sourceSchema>

const defaultPhotoPaths = { images: 'data', variants: '', agents: 'qcGroups' } as const

/**
 * The outside sources that the operator configured by a URL, in a file, or both. Throws an Error with one line when the
 * file is invalid.
 */
export function loadSources(
  { url, path }: { url: string | undefined; path: string | undefined },
  readVariable: ReadVariable,
): QcSource[] {
  const defaultSources = url === undefined ? [] : [createDefaultSource(url)]
  return path === undefined
    ? defaultSources
    : [...defaultSources, ...parseSources(readJsonFile(variable, path), readVariable)]
}

/** Parses the content of the file. Throws an Error with one line that lists the invalid fields. */
export function parseSources(content: unknown, readVariable: ReadVariable): QcSource[] {
  return parseSourcesFile(variable, fileSchema, content).sources.map((config) => {
    const fill = createPlaceholderFiller(config.marketplaces, getCanonicalUrl)
    return {
      ...createDescribedSource(config, { variable, breaker: `qc ${config.name}`, readVariable, fill }),
      read: (reply, key, now) => parseReply(reply, toReplySettings(config, key, fill), key, now),
    }
  })
}

function toReplySettings(config: SourceConfig, key: ItemKey, fill: FillPlaceholders): ReplySettings {
  return {
    ...config,
    photosAt: config.photosAt ?? defaultPhotoPaths[config.shape],
    expectedId: fill(config.idForm, key),
    expectedMarketplace: fill('{marketplace}', key),
  }
}
