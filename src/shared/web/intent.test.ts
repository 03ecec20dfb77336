import { expect, test, vi } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { takeIntent } from './intent.ts'
import { forgetRememberedLocation, rememberLocation, takeRememberedLocation } from './remembered-location.ts'

const browser = useBrowser()
const path = '/product/taobao/1'

test('is done once, on its page, after the login', () => {
  rememberLocation(`${path}?sku=2#reviews`, 'collect')
  expect(takeIntent('collect', path)).toBe(false)
  expect(takeRememberedLocation('user')).toBe(`${path}?sku=2#reviews`)
  expect(takeIntent('collect', path)).toBe(true)
  expect(takeIntent('collect', path)).toBe(false)
  expect(browser.session.entries()).toEqual({})
})

test('is done on no other page, and as nothing else', () => {
  rememberLocation(path, 'collect')
  takeRememberedLocation('user')
  expect(takeIntent('collect', '/product/taobao/2')).toBe(false)
  expect(takeIntent('review', path)).toBe(false)
  expect(takeIntent('collect', path)).toBe(true)
})

test('is dropped by whoever goes elsewhere instead of logging in', () => {
  rememberLocation(path, 'collect')
  forgetRememberedLocation()
  takeRememberedLocation('user')
  expect(takeIntent('collect', path)).toBe(false)
  expect(browser.session.entries()).toEqual({})
})

test('is dropped by a login that leads elsewhere', () => {
  rememberLocation(path, 'collect')
  browser.session.setItem('remembered-location', '/popular')
  expect(takeRememberedLocation('user')).toBe('/popular')
  expect(takeIntent('collect', path)).toBe(false)
})

test('is dropped when another page asks for a login', () => {
  rememberLocation(path, 'collect')
  rememberLocation(path)
  takeRememberedLocation('user')
  expect(takeIntent('collect', path)).toBe(false)
})

test('ends the one of a login before', () => {
  rememberLocation(path, 'collect')
  takeRememberedLocation('user')
  takeRememberedLocation('user')
  expect(takeIntent('collect', path)).toBe(false)
})

test('is too old after half an hour', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  rememberLocation(path, 'review')
  takeRememberedLocation('user')
  vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 30))
  expect(takeIntent('review', path)).toBe(false)
  vi.useRealTimers()
})

test.each(['{bad', 'null', '5', '{}', `{"act":"buy","path":"${path}","until":9e15}`, '{"act":"collect"}'])(
  'is nothing when %s is stored',
  (stored) => {
    browser.session.fill({ intent: stored, 'remembered-location': path })
    takeRememberedLocation('user')
    expect(takeIntent('collect', path)).toBe(false)
  },
)

test('is nothing where the browser keeps nothing', () => {
  browser.session.isShut = true
  rememberLocation(path, 'collect')
  takeRememberedLocation('user')
  expect(takeIntent('collect', path)).toBe(false)
})
