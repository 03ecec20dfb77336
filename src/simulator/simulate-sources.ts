import { fakeGoogle, fakeGoogleKeys } from '#features/auth/server/google/google-issuer.fake.ts'
import { fakeExchangeRates } from '#features/freight/server/exchange-rates.fake.ts'
import { fakeImageHost } from '#features/images/server/image-host.fake.ts'
import { fakeShortLinks } from '#features/product-links/server/short-link.fake.ts'
import { fakeOnebound } from '#features/products/server/bought-sources/onebound.fake.ts'
import { fakeStorefront } from '#features/products/server/info/storefront.fake.ts'
import { fakeWeidianData, fakeWeidianPage } from '#features/products/server/info/weidian-page.fake.ts'
import { fakeQc } from '#features/qc-photos/server/sources/external-qc.fake.ts'
import { fakeKakobuy, fakePicksly } from '#features/qc-photos/server/sources/partner-qc.fake.ts'
import { fakeQcFormats } from '#features/qc-photos/server/sources/reply-formats.fake.ts'
import type { FakeSource } from '#shared/server/outbound/fake-source.ts'

/** Every outside source that uses HTTP. Add new ones at the end, because the ports follow this order. */
export const fakeSources: readonly FakeSource[] = [
  fakeStorefront,
  fakeQc,
  fakeImageHost,
  fakeWeidianPage,
  fakeWeidianData,
  fakeGoogle,
  fakeGoogleKeys,
  fakeExchangeRates,
  fakeShortLinks,
  ...fakeQcFormats,
  fakeOnebound,
  fakeKakobuy,
  fakePicksly,
]
