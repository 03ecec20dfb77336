import { readFileSync } from 'node:fs'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified file, less than half the size of the package's `source`. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Rules whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** The violations on the page in both themes, one line per element: `rule: sentence: selector`. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await page.evaluate(() => {
    // Ends color transitions, because only the final color counts.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  })
  const findings = await runAxe(page, {})
  const otherTheme = await switchTheme(page)
  const colorFindings = await runAxe(page, { runOnly: colorRules })
  await switchTheme(page)
  return [...findings, ...colorFindings.map((line) => `${otherTheme}: ${line}`)]
}

/** Runs axe without frames, which no page has, and without the list of passed rules. */
async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  const call = JSON.stringify({ ...options, iframes: false, resultTypes: ['violations'] })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${call})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) =>
      [`${id}: ${help}: ${target.join(' ')}`, ...any.map((check) => check.message)].join('\n  '),
    ),
  )
}

/** Switches the theme and ends color transitions, which never end by themselves in collapsed elements. */
function switchTheme(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
    return dataset.theme
  })
}
