import type { Page } from 'playwright-core'

/** Waits for a toast and closes it, so that a later toast with the same text can be told apart. */
export async function readToast(page: Page, text: string): Promise<void> {
  const toast = page.locator('.toast:not([data-leaving])').filter({ hasText: text })
  await toast.waitFor()
  await page.keyboard.press('Escape')
  await toast.waitFor({ state: 'detached' })
}
