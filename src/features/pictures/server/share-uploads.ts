import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFolders } from '../uploads.ts'
import type { Bucket } from './bucket.ts'
import { mediaKey } from './originals.ts'

const mostAtOnce = 500

type ShareUploadsDeps = { mediaDir: string; bucket: Bucket | undefined }

/**
 * Puts uploads of this instance into the bucket that it did not take when they came, so many of a folder in one go, and
 * answers how many. Rejects when it does not take them now either.
 */
export async function shareUploads({ mediaDir, bucket }: ShareUploadsDeps): Promise<number> {
  if (!bucket) return 0
  let count = 0
  for (const folder of uploadFolders) {
    const files = await readdir(join(mediaDir, folder)).catch(() => [])
    const own = files.filter((file) => file.endsWith('.webp')).map((file) => `${folder}/${file}`)
    if (own.length === 0) continue
    const there = new Set(await bucket.list(mediaKey(`${folder}/`)))
    const missing = own.filter((name) => !there.has(mediaKey(name))).slice(0, mostAtOnce)
    for (const name of missing) {
      await share(name, { mediaDir, bucket })
      count += 1
    }
  }
  return count
}

async function share(
  name: string,
  { mediaDir, bucket }: { mediaDir: string; bucket: Bucket },
): Promise<void> {
  const path = join(mediaDir, name)
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) return
  await bucket.write(mediaKey(name), bytes, 'image/webp')
  // It may have been taken back meanwhile, and nothing of it may come back.
  if (!existsSync(path)) await bucket.remove(mediaKey(name))
}
