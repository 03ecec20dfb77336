import type { Config } from '#platform/config.ts'
import { type ShopType, shopTypes } from '#shared/marketplaces.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import type { SourceHealthLine } from '#shared/server/outbound/source-stats.ts'
import { toInfoSource } from '../bought-sources/product-finder.ts'
import type { ProductSource } from '../bought-sources/product-sources-file.ts'
import {
  createWeidianFinder,
  itemPages,
  type PreviewBases,
  publicPages,
  weidianBreakers,
} from '../link-preview.ts'
import { catalogueSource, readingSource } from './info-repository.ts'
import type { InfoSource } from './info-source.ts'
import { createStorefrontFinder } from './storefront.ts'

type InfoSourcesDeps = {
  outbound: Outbound
  config: Pick<Config, 'productInfoUrl' | 'linkPreview'>
  /** The sources in the operator's file. */
  productSources?: readonly ProductSource[] | undefined
  /** Requested instead of the marketplaces, for development and tests. */
  previewBases?: PreviewBases | undefined
}

const storefrontBreaker = 'storefront'
const previewHealthLine = {
  name: 'Marketplace link previews',
  offNote: 'LINK_PREVIEW is off',
  fallback: 'Showing stored data.',
}

/**
 * All sources of item data in the order of requests. A new source is an entry here, its `find` and its variable in the
 * configuration. Sources that may know deleted items stand before the marketplaces' own pages, whose 'not found' is final.
 */
export function createInfoSources({
  outbound,
  config,
  productSources = [],
  previewBases,
}: InfoSourcesDeps): InfoSource[] {
  const { productInfoUrl, linkPreview } = config
  const previews = {
    outbound,
    isConfiguredHost: previewBases !== undefined,
    urls: previewBases ?? publicPages,
  }
  return [
    {
      key: 'storefront',
      label: 'API',
      marketplaces: shopTypes,
      isNotFoundFinal: false,
      breakers: [storefrontBreaker],
      healthLine: {
        name: 'Product information',
        offNote:
          productSources.length > 0
            ? 'PRODUCT_INFO_URL is not set'
            : 'neither PRODUCT_INFO_URL nor PRODUCT_SOURCES is set',
        fallback: 'Showing stored data.',
      },
      find: productInfoUrl
        ? createStorefrontFinder({ outbound, url: productInfoUrl, breaker: storefrontBreaker })
        : undefined,
    },
    ...productSources.map((source) => toInfoSource(outbound, source)),
    {
      key: 'weidian.com',
      label: 'item page',
      marketplaces: ['weidian'],
      isNotFoundFinal: true,
      healthLine: previewHealthLine,
      breakers: Object.values(weidianBreakers),
      find: linkPreview ? createWeidianFinder(previews) : undefined,
    },
  ]
}

/** The marketplaces whose pages would be read if they were public; none while link previews are off. */
export function listWalledMarketplaces({ linkPreview }: Pick<Config, 'linkPreview'>): ShopType[] {
  return linkPreview ? shopTypes.filter((shopType) => !itemPages[shopType].isPublic) : []
}

/** The label of the source with a stored key. A source that was removed since is named by its key. */
export function getSourceLabel(sources: readonly InfoSource[], key: string): string {
  if (key === catalogueSource) return 'catalog'
  if (key === readingSource) return 'a member, seen by an admin'
  return sources.find((source) => source.key === key)?.label ?? key
}

/** The dashboard's lines: one for the sources that share its name. */
export function listInfoHealthLines(sources: readonly InfoSource[]): SourceHealthLine[] {
  const byLine = Map.groupBy(sources, ({ healthLine }) => healthLine.name)
  return [...byLine.values()].flatMap((group) =>
    group.slice(0, 1).map(({ healthLine }) => ({
      ...healthLine,
      isOn: group.some(({ find }) => find !== undefined),
      breakers: group.flatMap(({ breakers }) => breakers),
    })),
  )
}
