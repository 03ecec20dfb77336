import type { Browser } from 'playwright-core'
import type { Site } from '#support/site.ts'
import { refusedStrings } from '../script-strings.ts'
import { seeAsAdmin } from './dashboard.ts'
import type { InspectedPage } from './page-inspector.ts'
import { seeAsMember, seeAsVisitor, seePoisoned } from './places.ts'
import { fillStage } from './stage.ts'

/**
 * Writes the texts wherever people can write and looks at them wherever they are drawn: none may run, and all must be
 * shown as they were written. `most` limits what has to be opened one by one. The site's database is the embedded one,
 * Writes the texts wherever people can write, and inspects every page that shows them: none may run, and all must appear
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
      location: 'texts that no field may take',
      tried: refusedStrings.length,
      wrong: stage.acceptedForbidden,
    },
    ...(await seeAsVisitor(browser, stage, maxOpened)),
    ...(await seeAsMember(browser, stage)),
    ...(await seePoisoned(browser, stage, maxOpened)),
    ...(await seeAsAdmin(browser, stage, maxOpened)),
  ]
}
