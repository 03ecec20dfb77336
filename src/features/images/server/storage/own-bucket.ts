import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { imageLimits } from '../../limits.ts'
import { isMediaName } from '../../media-name.ts'
import { uploadFolders } from '../../uploads.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { getMediaKey } from './originals.ts'

type BucketConfig = { s3Url?: string | undefined; breakerResetMs: number; publicUrl: string }

/** The bucket of `S3_URL` for a command, without logging. */
export function openOwnBucket({ s3Url, breakerResetMs, publicUrl }: BucketConfig): Bucket | undefined {
  if (!s3Url) return undefined
  const log = { warn: () => {}, info: () => {} }
  const outbound = createOutbound({ breakerResetMs, publicUrl, log })
  return openBucket(s3Url, { outbound, timeoutMs: imageLimits.bucketMs })
}

/** The media files of a bucket, for backups. */
export function createRemoteMedia(bucket: Bucket) {
  const listFolder = async (folder: string): Promise<string[]> => {
    const keys = await bucket.list(getMediaKey(`${folder}/`))
    return keys.map((key) => key.slice(getMediaKey('').length)).filter(isMediaName)
  }
  return {
    list: async () => (await Promise.all(uploadFolders.map(listFolder))).flat(),
    read: (name: string) => bucket.read(getMediaKey(name)),
  }
}
