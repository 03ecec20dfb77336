import type { Browser } from 'playwright-core'
import type { Site } from '#support/site.ts'
import { refusedStrings } from '../script-strings.ts'
import { inspectAsAdmin } from './dashboard.ts'
import type { InspectedPage } from './page-inspector.ts'
import { inspectAsMember, inspectAsVisitor, inspectPoisonedUrls } from './places.ts'
import { fillStage } from './stage.ts'

/**
 * Writes the texts wherever users can write, and inspects every page that shows them: none may run as a script, and all must
 * appear unchanged. `maxOpened` limits the number of dialogs and pages that are opened one by one.
 */
export async function observeAll(
  browser: Browser,
  site: Site,
  strings: readonly string[],
  maxOpened: number,
): Promise<InspectedPage[]> {
  const stage = await fillStage(site, strings)
  return [
    {
      location: 'texts that every field must reject',
      tried: refusedStrings.length,
      wrong: stage.acceptedForbidden,
    },
    ...(await inspectAsVisitor(browser, stage, maxOpened)),
    ...(await inspectAsMember(browser, stage)),
    ...(await inspectPoisonedUrls(browser, stage, maxOpened)),
    ...(await inspectAsAdmin(browser, stage, maxOpened)),
  ]
}
