import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { createAgentService } from '#features/agents/server/service.ts'
import { createPictureService } from '#features/pictures/server/service.ts'
import { createInfoService } from '#features/products/server/info-service.ts'
import { createInfoSources } from '#features/products/server/info-sources.ts'
import { createProductService } from '#features/products/server/service.ts'
import { createViewCounter } from '#features/products/server/views.ts'
import { createExternalQc } from '#features/qc-photos/server/external-qc.ts'
import { createQcService } from '#features/qc-photos/server/service.ts'
import { createReviewService } from '#features/reviews/server/service.ts'
import type { Invalidation } from '#shared/server/invalidation.ts'
import { createOutbound } from '#shared/server/outbound.ts'
import type { Config } from './config.ts'

type Deps = { config: Config; secret: string; db: Db; invalidation: Invalidation; log: FastifyBaseLogger }
export type Services = ReturnType<typeof createServices>['services']

/** Everything that happens behind the calls, wired once; `close` stores what still waits in memory. */
export function createServices({ config, secret, db, invalidation, log }: Deps) {
  const { breakerResetMs, publicUrl, productInfoUrl, linkPreview, qcUrl, imageHosts, mediaDir, dataDir } =
    config
  const outbound = createOutbound({ breakerResetMs, publicUrl, log })
  const pictures = createPictureService({ db, secret, mediaDir, dataDir, imageHosts, outbound, log })
  const sources = createInfoSources({ outbound, productInfoUrl, linkPreview })
  const views = createViewCounter({ db, warn: (message) => log.warn(message) })
  const services = {
    products: createProductService({ db, pictures }),
    views,
    infos: createInfoService({ db, sources, pictures, invalidation, log }),
    qc: createQcService({ db, pictures }),
    outside: createExternalQc({ outbound, url: qcUrl, pictures, log }),
    reviews: createReviewService({ db, pictures }),
    agents: createAgentService({ db }),
  }
  return { services, pictures, close: () => views.close() }
}
