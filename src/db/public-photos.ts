import { type SQL, sql } from 'drizzle-orm'
import { photoSubmissions, qcPhotos } from './schema.ts'

/** True of a QC photo that everybody may see: it came with the site, or its set is approved. */
export function isPublicPhoto(): SQL {
  return sql`(${qcPhotos.submissionId} is null or exists (
    select from ${photoSubmissions} where ${photoSubmissions.id} = ${qcPhotos.submissionId} and ${photoSubmissions.status} = 'approved'))`
}
