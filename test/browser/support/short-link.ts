import type { Page } from 'playwright-core'

export const short = 'https://k.youshop10.com/5lm5NXg-'
export const shortLinkItem = {
  shopType: 'weidian',
  id: '9900661650',
  agent: null,
  canonicalUrl: 'https://weidian.com/item.html?itemID=9900661650',
}
export const silent =
  "We couldn't open this short link right now. Open it in your browser and paste the full address."

/**
 * Our server's response about the link, sent when `release` is called. The test server itself has no network.
 */
export async function answerLater(page: Page, link: object): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/links/parse', async (route) => {
    await promise
    await route.fulfill({ json: { success: true, statusCode: 200, message: 'OK', data: [link] } })
  })
  return resolve
}
