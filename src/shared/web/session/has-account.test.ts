import { expect, test } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { getAccountPath, saveHasAccount } from './has-account.ts'

const browser = useBrowser()

test('what takes an account begins at /register on a device where nobody had one, else at /login', () => {
  expect(getAccountPath()).toBe('/register')
  saveHasAccount()
  expect(browser.local.entries()).toEqual({ 'has-account': '1' })
  expect(getAccountPath()).toBe('/login')
})

test('it begins at /login where the browser keeps nothing', () => {
  browser.local.isShut = true
  saveHasAccount()
  expect(getAccountPath()).toBe('/login')
})
