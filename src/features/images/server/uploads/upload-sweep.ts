import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { agents, itemReadings, photoUploads, products, qcPhotos, reviewPhotos } from '#db/schema.ts'
import { uploadLimits } from '../../limits.ts'
import { type UploadFolder, type Uploads, uploadFolders } from '../../uploads.ts'

type SweepUploadsDeps = { db: Db; mediaDir: string; discard: Uploads['discard'] }

/**
 * The images of a folder that rows use; deleted rows count, because they may be restored. One statement per folder, so
 * that no image is missed while it moves from one table to another.
 */
const usedImages = {
  agents: sql`select image from ${agents}`,
  qc: sql`select image from ${photoUploads} union all select image from ${reviewPhotos}
    union all select image from ${qcPhotos} where image like 'qc/%'
    union all select jsonb_array_elements_text(uploads) from ${itemReadings}
    where jsonb_array_length(uploads) > 0`,
  products: sql`select thumbnail as image from ${products}
    union all select jsonb_array_elements_text(pictures) from ${products}`,
} satisfies Record<UploadFolder, SQL>

/**
 * Deletes uploaded and incomplete files that no row uses, and returns their number. Recent files stay, because their
 * row may not be committed yet.
 */
export async function sweepUploads({ db, mediaDir, discard }: SweepUploadsDeps, now: Date): Promise<number> {
  let count = 0
  for (const folder of uploadFolders) {
    // Files are listed first, so that the file of a row that is added later is not deleted.
    const old = await listOldFiles(join(mediaDir, folder), now.getTime() - uploadLimits.orphanMs[folder])
    if (old.length === 0) continue
    const { rows } = await db.execute<{ image: string }>(usedImages[folder])
    const inUse = new Set(rows.map(({ image }) => image))
    for (const name of old.map((file) => `${folder}/${file}`)) {
      if (inUse.has(name)) continue
      await discard(name)
      count += 1
    }
  }
  return count
}

async function listOldFiles(folder: string, before: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const stats = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)))
  return names.filter((_name, index) => {
    const stat = stats[index]
    return stat?.isFile() && stat.mtimeMs < before
  })
}
