import { z } from 'zod'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import { readJsonFile } from '#platform/json-file.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import {
  createDescribedSource,
  createPlaceholderFiller,
  type DescribedSource,
} from '#shared/server/outbound/described-sources/described-source.ts'
import {
  createFileSchema,
  parseSourcesFile,
  pathSchema,
  pathsSchema,
  sourceFields,
} from '#shared/server/outbound/described-sources/sources-file.ts'
import type { InfoSourceResult } from '../info/info-source.ts'
import { readProduct } from './product-reply.ts'

/** A source of item data that the operator configured. `read` reads its untrusted reply, and throws a SourceError when it cannot. */
export type ProductSource = DescribedSource & { read: (reply: unknown, key: ItemKey) => InfoSourceResult }

const variable = 'PRODUCT_SOURCES'
const variantSchema = z.strictObject({
  idAt: pathsSchema.optional(),
  nameAt: pathsSchema.optional(),
  priceAt: pathsSchema.optional(),
  stockAt: pathsSchema.optional(),
  pictureAt: pathsSchema.optional(),
  choicesAt: pathsSchema.optional(),
})

const sourceSchema = z
  .strictObject({
    ...sourceFields,
    itemAt: pathSchema.default(''),
    titleAt: pathsSchema,
    originalTitleAt: pathsSchema.optional(),
    priceAt: pathsSchema.optional(),
    priceUnit: z.enum(['yuan', 'fen'], 'must be yuan or fen').default('yuan'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters')
      .default('CNY'),
    currencyAt: pathsSchema.optional(),
    picturesAt: pathsSchema.optional(),
    propertiesAt: pathsSchema.optional(),
    axesAt: pathsSchema.optional(),
    choicePicturesAt: pathsSchema.optional(),
    variantsAt: pathSchema.optional(),
    variant: variantSchema.optional(),
  })
  .refine(({ variantsAt, variant }) => (variantsAt === undefined) === (variant === undefined), {
    path: ['variant'],
    message: 'and variantsAt need each other',
  })
const fileSchema = createFileSchema(sourceSchema)

/** The sources in the operator's file, in its order; none without a file. Throws an Error with one line when it is invalid. */
export function loadProductSources(
  path: string | undefined,
  readVariable: (name: string) => string | undefined,
): ProductSource[] {
  return path === undefined ? [] : parseProductSources(readJsonFile(variable, path), readVariable)
}

/** Parses the content of the file. Throws an Error with one line that lists the invalid fields. */
export function parseProductSources(
  content: unknown,
  readVariable: (name: string) => string | undefined,
): ProductSource[] {
  return parseSourcesFile(variable, fileSchema, content).sources.map((config) => {
    const fill = createPlaceholderFiller(config.marketplaces, getCanonicalUrl)
    return {
      ...createDescribedSource(config, { variable, breaker: `product ${config.name}`, readVariable, fill }),
      read: (reply, key) => readProduct(reply, config, key),
    }
  })
}
