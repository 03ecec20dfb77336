import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Platform } from '#platform/platform.ts'
import { qcPhotoHandlers } from './routes.ts'
import { createQcService } from './service.ts'
import { sweepSnapshots } from './snapshots.ts'
import { createExternalQc, type ExternalQcDeps } from './sources/external-qc.ts'

type QcPhotosNeeds = Required<Pick<ExternalQcDeps, 'sources' | 'onNewPhotos'>> & { pictures: ImageRegistry }

export function createQcPhotosFeature(
  { db, outbound, limits, log }: Platform,
  { pictures, sources, onNewPhotos }: QcPhotosNeeds,
) {
  const outside = createExternalQc({
    db,
    outbound,
    sources,
    pictures,
    limits,
    log,
    onNewPhotos,
  })
  return {
    outside,
    handlers: qcPhotoHandlers({ qc: createQcService({ db, pictures }), outside }),
    hourly: { 'photo-snapshots': () => sweepSnapshots(db, new Date()) },
  }
}
