import { expect, test } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { getAccountPath, saveHasAccount } from './has-account.ts'

const browser = useBrowser()

test('returns /register on a device without an account, otherwise /login', () => {
  expect(getAccountPath()).toBe('/register')
  saveHasAccount()
  expect(browser.local.entries()).toEqual({ 'has-account': '1' })
  expect(getAccountPath()).toBe('/login')
})

test('returns /login when storage is not available', () => {
  browser.local.isBlocked = true
  saveHasAccount()
  expect(getAccountPath()).toBe('/login')
})
