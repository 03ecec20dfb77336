import { expect, test, vi } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { consumeIntent } from './intent.ts'
import { deleteReturnPath, saveReturnPath, takeReturnPath } from './return-path.ts'

const browser = useBrowser()
const path = '/product/taobao/1'

test('is done once, on its page, after the login', () => {
  saveReturnPath(`${path}?sku=2#reviews`, 'collect')
  expect(consumeIntent('collect', path)).toBe(false)
  expect(takeReturnPath('user')).toBe(`${path}?sku=2#reviews`)
  expect(consumeIntent('collect', path)).toBe(true)
  expect(consumeIntent('collect', path)).toBe(false)
  expect(browser.session.entries()).toEqual({})
})

test('is not done on another page or as another action', () => {
  saveReturnPath(path, 'collect')
  takeReturnPath('user')
  expect(consumeIntent('collect', '/product/taobao/2')).toBe(false)
  expect(consumeIntent('review', path)).toBe(false)
  expect(consumeIntent('collect', path)).toBe(true)
})

test('is deleted when the visitor goes elsewhere instead of logging in', () => {
  saveReturnPath(path, 'collect')
  deleteReturnPath()
  takeReturnPath('user')
  expect(consumeIntent('collect', path)).toBe(false)
  expect(browser.session.entries()).toEqual({})
})

test('is dropped by a login that leads elsewhere', () => {
  saveReturnPath(path, 'collect')
  browser.session.setItem('remembered-location', '/popular')
  expect(takeReturnPath('user')).toBe('/popular')
  expect(consumeIntent('collect', path)).toBe(false)
})

test('is dropped when another page asks for a login', () => {
  saveReturnPath(path, 'collect')
  saveReturnPath(path)
  takeReturnPath('user')
  expect(consumeIntent('collect', path)).toBe(false)
})

test('replaces the intent of an earlier login', () => {
  saveReturnPath(path, 'collect')
  takeReturnPath('user')
  takeReturnPath('user')
  expect(consumeIntent('collect', path)).toBe(false)
})

test('expires after half an hour', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  saveReturnPath(path, 'review')
  takeReturnPath('user')
  vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 30))
  expect(consumeIntent('review', path)).toBe(false)
  vi.useRealTimers()
})

test.each(['{bad', 'null', '5', '{}', `{"act":"buy","path":"${path}","until":9e15}`, '{"act":"collect"}'])(
  'is ignored when %s is stored',
  (stored) => {
    browser.session.fill({ intent: stored, 'remembered-location': path })
    takeReturnPath('user')
    expect(consumeIntent('collect', path)).toBe(false)
  },
)

test('is ignored when storage is not available', () => {
  browser.session.isBlocked = true
  saveReturnPath(path, 'collect')
  takeReturnPath('user')
  expect(consumeIntent('collect', path)).toBe(false)
})
