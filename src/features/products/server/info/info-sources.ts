import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { createLinkPreviews, type PreviewBases } from '../link-preview.ts'
import type { InfoSource } from './info-source.ts'
import { createStorefront } from './storefront.ts'

type InfoSourcesDeps = {
  outbound: Outbound
  /** `PRODUCT_INFO_URL`. */
  productInfoUrl?: string | undefined
  /** `LINK_PREVIEW`. */
  linkPreview: boolean
  /** Requested instead of the marketplaces, for development and tests. */
  previewBases?: PreviewBases | undefined
}

/** The outside sources in the order of requests: the operator's own source first. */
export function createInfoSources({
  outbound,
  productInfoUrl,
  linkPreview,
  previewBases,
}: InfoSourcesDeps): InfoSource[] {
  return [
    ...(productInfoUrl ? [createStorefront({ outbound, url: productInfoUrl })] : []),
    ...(linkPreview ? createLinkPreviews({ outbound, bases: previewBases }) : []),
  ]
}
