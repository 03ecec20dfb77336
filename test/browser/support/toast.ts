import type { Page } from 'playwright-core'

/** Waits for a toast and sends it away, so that a next one of the same words is seen to be another. */
export async function readToast(page: Page, text: string): Promise<void> {
  const toast = page.locator('.toast:not([data-leaving])').filter({ hasText: text })
  await toast.waitFor()
  await page.keyboard.press('Escape')
  await toast.waitFor({ state: 'detached' })
}
