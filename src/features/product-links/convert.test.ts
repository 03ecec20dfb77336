import { expect, test } from 'vitest'
import { convertLink } from './convert.ts'
import { parseLink } from './parse-link.ts'

const agents = [
  {
    name: 'CNFans',
    to: {
      taobao: 'https://cnfans.com/product?platform=TAOBAO&id={id}',
      weidian: 'https://cnfans.com/product?platform=WEIDIAN&id={id}',
      ali_1688: 'https://cnfans.com/product?platform=ALI_1688&id={id}',
    },
  },
  { name: 'Fansbuy', to: { taobao: '', weidian: 'https://fansbuy.com/item-micro-{id}.html', ali_1688: '' } },
  { name: 'Rogue', to: { taobao: 'javascript:alert({id})', weidian: 'https://{id}/' } },
]

test('returns the link on every agent in the order of the list, null when an agent does not buy there', () => {
  expect(convertLink({ shopType: 'weidian', id: '7513413928' }, agents)).toEqual([
    { agent: 'CNFans', url: 'https://cnfans.com/product?platform=WEIDIAN&id=7513413928' },
    { agent: 'Fansbuy', url: 'https://fansbuy.com/item-micro-7513413928.html' },
    { agent: 'Rogue', url: null },
  ])
  expect(convertLink({ shopType: 'taobao', id: '681156549118' }, agents)).toEqual([
    { agent: 'CNFans', url: 'https://cnfans.com/product?platform=TAOBAO&id=681156549118' },
    { agent: 'Fansbuy', url: null },
    { agent: 'Rogue', url: null },
  ])
  expect(convertLink({ shopType: 'taobao', id: '1' }, [])).toEqual([])
})

test('returns links that parse to the same item', () => {
  for (const shopType of ['taobao', 'weidian', 'ali_1688'] as const)
    for (const { url } of convertLink({ shopType, id: '7513413928' }, agents))
      if (url !== null) expect(parseLink(url)).toMatchObject({ ok: true, shopType, id: '7513413928' })
})
