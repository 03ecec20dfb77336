import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFolders } from '../../uploads.ts'
import type { Bucket } from '../storage/bucket.ts'
import { getMediaKey } from '../storage/originals.ts'

const batchSize = 500

type ShareUploadsDeps = { mediaDir: string; bucket: Bucket | undefined }

/**
 * Copies this instance's uploads to the bucket that failed at first, a bounded number per folder and run, and
 * returns how many. Rejects when the bucket fails again.
 */
export async function shareUploads({ mediaDir, bucket }: ShareUploadsDeps): Promise<number> {
  if (!bucket) return 0
  let count = 0
  for (const folder of uploadFolders) {
    const files = await readdir(join(mediaDir, folder)).catch(() => [])
    const own = files.filter((file) => file.endsWith('.webp')).map((file) => `${folder}/${file}`)
    if (own.length === 0) continue
    const there = new Set(await bucket.list(getMediaKey(`${folder}/`)))
    const missing = own.filter((name) => !there.has(getMediaKey(name))).slice(0, batchSize)
    for (const name of missing) {
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
  // It may have been deleted meanwhile, and must not come back.
  if (!existsSync(path)) await bucket.remove(getMediaKey(name))
}
