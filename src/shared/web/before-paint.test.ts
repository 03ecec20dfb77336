import { expect, test } from 'vitest'
import { storageKeys } from '#shared/storage-keys.ts'
import { headScript } from './before-paint.ts'

test('the script in the head reads the keys of the specification and nothing outside of itself', () => {
  const read = [...headScript.matchAll(/localStorage\.getItem\(["'](\w+)["']\)/g)].map(([, key]) => key)
  expect(new Set(read)).toEqual(new Set([storageKeys.theme, storageKeys.token, storageKeys.user]))
  expect(headScript).not.toMatch(/import|require|__vite/)
})
