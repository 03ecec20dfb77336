import { attackImageService, attackUploads } from '../pictures/attacks.ts'
import { bombs } from '../pictures/bombs.ts'
import { startHost } from '../pictures/host.ts'
import type { Report } from '../report.ts'
import { withSite } from '../site.ts'
import { filesWithPayload, invalidFiles } from '../uploads/test-files.ts'

const quiet = { RATE_MULTIPLIER: '100000', LOG_LEVEL: 'error', PICTURE_JOBS: 'on' }

/** Hostile images in both ways: from a host that the site allows, and as uploads. */
export async function pictures(report: Report): Promise<void> {
  const files = [...(await invalidFiles()), ...(await filesWithPayload()), ...(await bombs())]
  const host = await startHost(files)
  const outside = { IMAGE_HOSTS: host.origin, PRODUCT_INFO_URL: `${host.origin}/product-info` }
  try {
    await withSite({ ...quiet, ...outside }, (site) => attackImageService(report, site, host, files))
  } finally {
    await host.close()
  }
  await withSite(quiet, (site) => attackUploads(report, site, files))
}
