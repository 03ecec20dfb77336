import { readFileSync } from 'node:fs'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** Less than half of what the package gives as its source. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What can be right in one theme and wrong in the other. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on the page as it stands, in either theme: one line per element, `rule: sentence: selector`. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await page.evaluate(() => {
    // A color on its way to another is none that anybody reads.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  })
  const found = await findings(page, {})
  const other = await switchTheme(page)
  const foundThere = await findings(page, { runOnly: rulesOfColour })
  await switchTheme(page)
  return [...found, ...foundThere.map((line) => `${other}: ${line}`)]
}

/** Without frames, which no page has, and without a list of all that is right. */
async function findings(page: Page, options: RunOptions): Promise<string[]> {
  const call = JSON.stringify({ ...options, iframes: false, resultTypes: ['violations'] })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${call})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) =>
      [`${id}: ${help}: ${target.join(' ')}`, ...any.map((check) => check.message)].join('\n  '),
    ),
  )
}

/** Shows the page in the other theme, with its colours there at once: what is folded away never gets to them by itself. */
function switchTheme(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
    return dataset.theme
  })
}
