import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getBuyLink, isLinkTemplate } from './buy-link.ts'

const agent = {
  to: {
    taobao: 'https://agent.example/product?shop=taobao&id={id}',
    weidian: 'https://agent.example/item-micro-{id}.html?id={id}&back=%2Fitem%2F{id}',
    ali_1688: '',
  },
}

describe('the buy link', () => {
  test('replaces every {id} of the template', () => {
    expect(getBuyLink(agent, 'taobao', '681156549118')).toBe(
      'https://agent.example/product?shop=taobao&id=681156549118',
    )
    expect(getBuyLink(agent, 'weidian', '7513413928')).toBe(
      'https://agent.example/item-micro-7513413928.html?id=7513413928&back=%2Fitem%2F7513413928',
    )
  })

  test.each([
    ['no agent matches', getBuyLink(undefined, 'taobao', '1')],
    ['the shop type is missing', getBuyLink(agent, undefined, '1')],
    ['the id is missing', getBuyLink(agent, 'taobao', undefined)],
    ['the id is empty', getBuyLink(agent, 'taobao', '')],
    ['the agent has an empty template for that marketplace', getBuyLink(agent, 'ali_1688', '1')],
    ['the agent has no template for that marketplace', getBuyLink({ to: {} }, 'taobao', '1')],
    ['the template is inherited', getBuyLink({ to: Object.create(agent.to) }, 'taobao', '1')],
    ['the template is a script', getBuyLink({ to: { taobao: 'javascript:alert({id})' } }, 'taobao', '1')],
    ['the template has no fixed host', getBuyLink({ to: { taobao: 'https://{id}/' } }, 'taobao', '1')],
  ])('falls back to / when %s', (_, link) => expect(link).toBe('/'))

  test.each([
    ['x$&y', 'x%24%26y'],
    ['$1', '%241'],
    ["$'$`$$", "%24'%24%60%24%24"],
    ['../../admin', '..%2F..%2Fadmin'],
    ['1&admin=1#x', '1%26admin%3D1%23x'],
    ['"><script>', '%22%3E%3Cscript%3E'],
    ['\ud800', '%EF%BF%BD'],
    ['{id}', '%7Bid%7D'],
  ])('encodes %j as one value', (id, encoded) => {
    expect(getBuyLink({ to: { taobao: 'https://agent.example/{id}?a={id}' } }, 'taobao', id)).toBe(
      `https://agent.example/${encoded}?a=${encoded}`,
    )
  })

  test('never leaves the host of the template', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
        const link = new URL(getBuyLink(agent, 'taobao', id))
        expect(link.origin).toBe('https://agent.example')
        expect(link.searchParams.get('id')).toBe(id.toWellFormed())
        expect(link.hash).toBe('')
      }),
    )
  })
})

describe('a link template', () => {
  test.each([
    'https://agent.example/{id}',
    'http://agent.example/item?id={id}',
    'https://agent.example?id={id}',
    'https://agent.example/#/details?type=1&offerId={id}',
    'https://agent.example:8443/{id}',
    'HTTPS://Agent.Example/item/{id}/{id}',
    'https://agent.example/buy?url=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D{id}',
  ])('is accepted: %s', (template) => expect(isLinkTemplate(template)).toBe(true))

  test.each([
    '',
    '{id}',
    '/product/{id}',
    '//agent.example/{id}',
    'agent.example/{id}',
    'javascript:alert({id})',
    'JavaScript:alert(1)//https://agent.example/{id}',
    'data:text/html,{id}',
    'ftp://agent.example/{id}',
    '{id}://agent.example/',
    'https://{id}.agent.example/',
    'https://agent.example.{id}/',
    'https://agent.example:{id}/',
    'https://{id}@agent.example/',
    'https://agent.example@evil.example/{id}',
    'https:///evil.example/{id}',
    'https:agent.example/{id}',
    String.raw`https:\\evil.example\{id}`,
    String.raw`https://agent.example\@evil.example/{id}`,
    ' https://agent.example/{id}',
    'https://agent.example/{id}\n',
    'java\tscript:alert({id})',
    'https://agent.example:99999/{id}',
    'https://agent example/{id}',
    'https://agent\u200b.example/{id}',
    'https://agent.example/{id}\u202e',
  ])('is rejected: %j', (template) => expect(isLinkTemplate(template)).toBe(false))
})
