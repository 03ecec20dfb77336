import type { Report } from '../report.ts'
import { withSite } from '../site.ts'
import { attackForms } from '../uploads/attacks.ts'
import { fillDisk } from '../uploads/full-disk.ts'
import { killUploads } from '../uploads/kills.ts'

const quiet = { RATE_MULTIPLIER: '100000', LOG_LEVEL: 'warn' }

/** E1, E3 and E4: hostile files, a full disk, and a site that is killed during an upload. */
export async function uploads(report: Report): Promise<void> {
  await withSite(quiet, (site) => attackForms(report, site))
  await fillDisk(report, quiet)
  await withSite(quiet, (site) => killUploads(report, site))
}
