import { expect, test } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { readLoginReason } from './login-reason.ts'
import { deleteReturnPath, saveReturnPath, takeReturnPath } from './return-path.ts'

const browser = useBrowser()
const path = '/product/taobao/1'
const reason = { act: 'watch', name: 'Low court sneaker', picture: '/img/w/a.webp' } as const

test('is stored with the return path and deleted by the login', () => {
  saveReturnPath(path, undefined, reason)
  expect(readLoginReason()).toEqual(reason)
  takeReturnPath('user')
  expect(readLoginReason()).toBeUndefined()
})

test('is deleted when the visitor goes elsewhere or logs in for another reason', () => {
  saveReturnPath(path, undefined, reason)
  deleteReturnPath()
  expect(readLoginReason()).toBeUndefined()
  saveReturnPath(path, undefined, reason)
  saveReturnPath('/collection')
  expect(readLoginReason()).toBeUndefined()
})

test.for([
  ['no object', 'watch'],
  ['an unknown act', { ...reason, act: 'buy' }],
  ['no name', { ...reason, name: '' }],
  ['a name that is no text', { ...reason, name: 5 }],
  ['a name that is too long', { ...reason, name: 'x'.repeat(201) }],
])('ignores %s', ([, stored]) => {
  browser.session.setItem('login-reason', JSON.stringify(stored))
  expect(readLoginReason()).toBeUndefined()
})

test.for(['https://evil.example/a.webp', '//evil.example/a.webp', '/\\evil.example', 'data:image/png,', 5])(
  'drops a picture of another site: %s',
  (picture) => {
    browser.session.setItem('login-reason', JSON.stringify({ ...reason, picture }))
    expect(readLoginReason()).toEqual({ ...reason, picture: undefined })
  },
)
