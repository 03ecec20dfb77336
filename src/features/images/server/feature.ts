import type { Platform } from '#platform/platform.ts'
import { imageLimits, marketplaceHosts } from '../limits.ts'
import { createImageService } from './image-service.ts'
import { openBucket } from './storage/bucket.ts'
import { sweepImages } from './storage/image-sweep.ts'
import { createRemoteMedia } from './storage/own-bucket.ts'
import { shareUploads } from './uploads/share-uploads.ts'
import { sweepUploads } from './uploads/upload-sweep.ts'
import { createUploads } from './uploads/uploads.ts'

/** `sourceHosts` are the image hosts of configured sources, in addition to those of `IMAGE_HOSTS`. */
export function createImagesFeature(platform: Platform, { sourceHosts }: { sourceHosts: readonly string[] }) {
  const { config, secret, db, jobs, outbound, invalidation, log, diskFloor } = platform
  const { mediaDir, dataDir, s3Url } = config
  const bucket = s3Url ? openBucket(s3Url, { outbound, timeoutMs: imageLimits.bucketMs }) : undefined
  const pictures = createImageService({
    db,
    secret,
    mediaDir,
    dataDir,
    imageHosts: [...(config.imageHosts ?? marketplaceHosts), ...sourceHosts],
    outbound,
    log,
    bucket,
    invalidation,
    jobs: config.pictureJobs ? jobs : undefined,
    limits: { diskBytes: config.pictureBytes },
    diskFloor,
  })
  const { deleteImage, makeRoom } = pictures
  const uploads = createUploads({ db, mediaDir, bucket, deleteImage, makeRoom, diskFloor, log })
  return {
    pictures,
    uploads,
    remoteMedia: bucket && createRemoteMedia(bucket),
    hourly: { pictures: () => sweepImages({ db, deleteImage }, new Date()) },
    hourlyInEachProcess: [
      () => sweepUploads({ db, mediaDir, discard: uploads.discard }, new Date()),
      () => shareUploads({ mediaDir, bucket }),
    ],
    start: pictures.start,
    close: pictures.close,
  }
}
