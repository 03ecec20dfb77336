import { describe, expect, it } from 'vitest'
import { getBuyLink } from './buy-link.ts'
import { previewLinkTemplate, validateLinkTemplate, validateText } from './form-validation.ts'

describe("an agent's fields", () => {
  it.each([
    ['', 'Agent name is required'],
    ['  \t', 'Agent name is required'],
    ['CNFans', undefined],
    ['x'.repeat(80), undefined],
    ['x'.repeat(81), 'A name can be up to 80 characters.'],
  ])('validates the name %j: %j', (text, message) => {
    expect(validateText(text, 'name')).toBe(message)
  })

  it.each([
    [' ', 'Offer is required'],
    ['No service fee', undefined],
    ['x'.repeat(301), 'An offer can be up to 300 characters.'],
  ])('validates the offer %j: %j', (text, message) => {
    expect(validateText(text, 'offer')).toBe(message)
  })

  it.each([
    ['taobao', 'Taobao Link is required'],
    ['weidian', 'Weidian Link is required'],
    ['ali_1688', '1688 Link is required'],
  ] as const)('requires the link of %s', (shopType, message) => {
    expect(validateLinkTemplate(' ', shopType)).toBe(message)
  })

  it.each([
    ['https://agent.example/item?id={id}', undefined],
    ['  https://agent.example/item?id={id}  ', undefined],
    ['https://agent.example/item', 'Put {id} where the product code goes'],
    ['agent.example/item?id={id}', 'Enter a full link that starts with https:// or http://.'],
    ['javascript:alert({id})', 'Enter a full link that starts with https:// or http://.'],
    ['https://{id}.agent.example/', 'Enter a full link that starts with https:// or http://.'],
    [`https://agent.example/{id}?${'x'.repeat(2000)}`, 'A link can be up to 2000 characters.'],
  ])('validates the link %j: %j', (text, message) => {
    expect(validateLinkTemplate(text, 'weidian')).toBe(message)
  })
})

describe('the preview of a link', () => {
  it('marks every occurrence of the code', () => {
    expect(previewLinkTemplate('https://a.example/{id}/b?id={id}', '42')).toEqual([
      { text: 'https://a.example/', isCode: false },
      { text: '42', isCode: true },
      { text: '/b?id=', isCode: false },
      { text: '42', isCode: true },
    ])
  })

  it('shows a template without {id} unchanged', () => {
    expect(previewLinkTemplate('https://a.example/item', '42')).toEqual([
      { text: 'https://a.example/item', isCode: false },
    ])
  })

  it.each(['42', 'a b', '$&', '商品', '\ud800'])('equals the link that Buy opens, for %j', (code) => {
    const template = 'https://a.example/{id}/b?id={id}&x=$&'
    const pieces = previewLinkTemplate(template, code).map(({ text }) => text)
    expect(pieces.join('')).toBe(getBuyLink({ to: { taobao: template } }, 'taobao', code))
  })
})
