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

/** Shows the page in the other theme, once its colours have got there. Answers which one that is. */
async function switchTheme(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.all(changes.map((one) => one.finished))
    return dataset.theme
  })
}
