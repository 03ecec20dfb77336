import { expect, it } from 'vitest'
import { getItemLink } from './item-link.ts'

const item = { shopType: 'weidian', id: '7229418055' } as const
const canonical = 'https://weidian.com/item.html?itemID=7229418055'

it.each([
  ['a link to the item', 'https://cnfans.com/product/?shop_type=weidian&id=7229418055', 'pasted'],
  ['a link to another item', 'https://weidian.com/item.html?itemID=7229418056', canonical],
  ['the same number elsewhere', 'https://item.taobao.com/item.htm?id=7229418055', canonical],
  ['no link at all', 'javascript:alert(1)?id=7229418055&shop_type=weidian', canonical],
  ['nothing', null, canonical],
  ['an empty text', '', canonical],
])('returns a link to the item after %s was pasted', (_case, pasted, link) => {
  expect(getItemLink(item, pasted)).toBe(link === 'pasted' ? pasted : link)
})

it.each(['abc_DEF', '0'.repeat(64)])('returns undefined for an id that no marketplace uses: %s', (id) => {
  expect(getItemLink({ shopType: 'taobao', id }, null)).toBeUndefined()
})
