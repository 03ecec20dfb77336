import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What can be right in one theme and wrong in the other. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on the page as it stands, in either theme: one line per element, `rule: sentence: selector`. */
export async function axeFindings(page: Page): Promise<string[]> {
  const found = await findings(axe(page))
  const other = await switchTheme(page)
  const foundThere = await findings(axe(page).withRules(rulesOfColour))
  await switchTheme(page)
  return [...found, ...foundThere.map((line) => `${other}: ${line}`)]
}

/** Without frames, which no page has, and without a list of all that is right: a third of the time. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

async function findings(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
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
