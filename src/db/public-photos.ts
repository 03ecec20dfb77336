import { type SQL, sql } from 'drizzle-orm'
import { qcPhotos, qcSets } from './schema.ts'

/** True of a QC photo that everybody may see: it came with the site, or its set is approved. */
export function isPublicPhoto(): SQL {
  return sql`(${qcPhotos.setId} is null or exists (
    select from ${qcSets} where ${qcSets.id} = ${qcPhotos.setId} and ${qcSets.status} = 'approved'))`
}
