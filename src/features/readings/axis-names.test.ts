import { expect, test } from 'vitest'
import { nameAxis } from './axis-names.ts'

test.each([
  [['S', 'M', 'L', 'XL', 'XXL', '2XL'], 'Size'],
  [['S', 'M', 'L（建议130-150斤）'], 'Size'],
  [['38', '39.5', 'EU 40', '41码'], 'Size'],
  [['均码'], 'Size'],
  [['大号', '中号', '加大码'], 'Size'],
  [['Black', 'Off white', 'Navy'], 'Color'],
  [['黑色', '米色加绒', '藏青'], 'Color'],
  [['Forest', 'Plum', 'Moss'], 'Option'],
  [['有线版', '无线版'], 'Option'],
  [['Large bag', 'Small bag', 'Set'], 'Option'],
  [['256 GB', '512 GB'], 'Option'],
])('names the axis of %j %s', (names, axis) => {
  expect(nameAxis(names)).toBe(axis)
})
