import { launchBrowser } from '#support/browser.ts'
import type { Report } from '../report.ts'
import { fewScriptStrings, scriptStrings } from '../script-strings.ts'
import { withSite } from '../site.ts'
import { observeAll } from '../xss/all.ts'

/** D7: script-like texts, wherever texts of people are rendered, in a real browser. */
export async function scriptInjection(report: Report): Promise<void> {
  const strings = [...([fewScriptStrings, scriptStrings][report.amount(0, 1)] ?? [])]
  await withSite({ RATE_MULTIPLIER: '100000', LOG_LEVEL: 'warn' }, async (site) => {
    const browser = await launchBrowser()
    try {
      const observations = await observeAll(browser, site, strings, strings.length)
      for (const [location, ofLocation] of Map.groupBy(observations, (observation) => observation.location)) {
        const wrong = ofLocation.flatMap((observation) => observation.wrong)
        const tried = ofLocation.reduce((sum, observation) => sum + observation.tried, 0)
        report.check(location, { tried, failed: wrong.length, figure: wrong[0] ?? '' })
      }
    } finally {
      await browser.close()
    }
  })
}
