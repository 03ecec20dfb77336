import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong on the page as it stands: one line per element, `rule: sentence: selector`. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) =>
      [`${id}: ${help}: ${target.join(' ')}`, ...any.map((check) => check.message)].join('\n  '),
    ),
  )
}
