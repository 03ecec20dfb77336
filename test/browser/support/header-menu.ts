import type { Page } from 'playwright-core'

/** Opens the header's menu with theme, password and Logout, in wide windows. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('banner').locator('.header-menu__open')
  await button.click()
  await page.getByRole('banner').locator('.header-menu__list').waitFor({ state: 'visible' })
}

/** Presses Logout in the header's menu. */
export async function logOut(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
}
