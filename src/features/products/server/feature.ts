import type { Db } from '#db/db.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Uploads } from '#features/images/uploads.ts'
import type { Platform } from '#platform/platform.ts'
import { isProduction } from '#platform/start-checks.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { ProductSource } from './bought-sources/product-sources-file.ts'
import { catalogueHandlers } from './catalogue-routes.ts'
import { createCatalogue } from './catalogue-writes.ts'
import { readConfirmedClaims } from './claims/claims-file.ts'
import { createInfoService, type OnFreshInfo } from './info/info-service.ts'
import { createInfoSources, listInfoHealthLines, listWalledMarketplaces } from './info/info-sources.ts'
import { sweepInfos } from './info/info-sweep.ts'
import { createMostViewed } from './most-viewed.ts'
import { createProductPictures } from './product-pictures.ts'
import { productHandlers } from './routes.ts'
import { createProductService, type ProductServiceDeps } from './service.ts'
import { createViewCounter } from './views.ts'

type ProductsNeeds = Pick<ProductServiceDeps, 'freightTo'> & {
  /** The sources of item data in the operator's file. */
  productSources: readonly ProductSource[]
  pictures: ImageRegistry
  uploads: Uploads
  onObservation: OnFreshInfo
  /** Called in the transaction that changes a listed price. */
  onPrice: (tx: Db, item: ItemKey, priceFen: number) => Promise<void>
}

export function createProductsFeature(platform: Platform, needs: ProductsNeeds) {
  const { config, db, outbound, limits, log } = platform
  const { productSources, pictures, uploads, freightTo, onObservation, onPrice } = needs
  const { publicUrl } = config
  const claims = { isLoopback: !isProduction(publicUrl), confirmed: readConfirmedClaims(config.claims) }
  const products = createProductService({ db, pictures, freightTo, claims })
  const sources = createInfoSources({ outbound, config, productSources })
  const walledMarketplaces = listWalledMarketplaces(config)
  const infos = createInfoService({ db, sources, walledMarketplaces, pictures, limits, log, onObservation })
  const views = createViewCounter({ db, warn: (message) => log.warn(message) })
  return {
    products,
    infos,
    infoHealthLines: listInfoHealthLines(sources),
    views,
    mostViewed: createMostViewed({ db, pictures }),
    handlers: {
      ...productHandlers({ products, views, infos }),
      ...catalogueHandlers({
        catalogue: createCatalogue({ db, pictures, onPrice }),
        productPictures: createProductPictures({ db, pictures, uploads }),
      }),
    },
    hourly: { 'product-infos': () => sweepInfos(db, new Date()) },
    close: views.close,
  }
}
