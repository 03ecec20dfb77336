import type { RemoteMedia } from '#features/backup/server/back-up.ts'
import { isMediaName } from '#features/pictures/media-name.ts'
import { type Bucket, openBucket } from '#features/pictures/server/bucket.ts'
import { mediaKey } from '#features/pictures/server/originals.ts'
import { pictureLimits } from '#features/pictures/spec.ts'
import { uploadFolders } from '#features/pictures/uploads.ts'
import { createOutbound } from '#shared/server/outbound.ts'
import type { Config } from './config.ts'

/** The bucket of `S3_URL` for a command, which ends with a sentence when it fails. */
export function openOwnBucket({ s3Url, breakerResetMs, publicUrl }: Config): Bucket | undefined {
  if (!s3Url) return undefined
  const log = { warn: () => {}, info: () => {} }
  const outbound = createOutbound({ breakerResetMs, publicUrl, log })
  return openBucket(s3Url, { outbound, timeoutMs: pictureLimits.bucketMs })
}

/** The media of a bucket as backups see them. */
export function remoteMedia(bucket: Bucket): RemoteMedia {
  const list = async (folder: string) => {
    const keys = await bucket.list(mediaKey(`${folder}/`))
    return keys.map((key) => key.slice(mediaKey('').length)).filter(isMediaName)
  }
  return {
    list: async () => (await Promise.all(uploadFolders.map(list))).flat(),
    read: (name) => bucket.read(mediaKey(name)),
  }
}
