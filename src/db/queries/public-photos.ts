import { type SQL, sql } from 'drizzle-orm'
import { photoSubmissions, qcPhotos } from '../schema.ts'

/** True for a QC photo that is public: it came with the site, or its submission is approved. */
export function isPublicPhoto(): SQL {
  return sql`(${qcPhotos.submissionId} is null or exists (
    select from ${photoSubmissions} where ${photoSubmissions.id} = ${qcPhotos.submissionId} and ${photoSubmissions.status} = 'approved'))`
}
