import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFolders } from '../../uploads.ts'
import type { Bucket } from '../storage/bucket.ts'
import { getMediaKey } from '../storage/originals.ts'

const batchSize = 500

type ShareUploadsDeps = { mediaDir: string; bucket: Bucket | undefined }

/**
 * Copies uploads that are missing in the bucket, because it failed before; a limited number per folder and run. Returns
 * their number. Rejects when the bucket fails again.
 */
export async function shareUploads({ mediaDir, bucket }: ShareUploadsDeps): Promise<number> {
  if (!bucket) return 0
  let count = 0
  for (const folder of uploadFolders) {
    const files = await readdir(join(mediaDir, folder)).catch(() => [])
    const uploadNames = files.filter((file) => file.endsWith('.webp')).map((file) => `${folder}/${file}`)
    if (uploadNames.length === 0) continue
    const sharedKeys = new Set(await bucket.list(getMediaKey(`${folder}/`)))
    const unsharedNames = uploadNames.filter((name) => !sharedKeys.has(getMediaKey(name))).slice(0, batchSize)
    for (const name of unsharedNames) {
      await shareUpload(name, { mediaDir, bucket })
      count += 1
    }
  }
  return count
}

async function shareUpload(
  name: string,
  { mediaDir, bucket }: { mediaDir: string; bucket: Bucket },
): Promise<void> {
  const path = join(mediaDir, name)
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) return
  await bucket.write(getMediaKey(name), bytes, 'image/webp')
  // The upload may have been deleted during the copy and must not come back.
  if (!existsSync(path)) await bucket.remove(getMediaKey(name))
}
