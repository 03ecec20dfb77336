import { describe, expect, it } from 'vitest'
import { getBuyLink } from './buy-link.ts'
import { previewLinkTemplate, validateLinkTemplate, validateName, validateOffer } from './form-validation.ts'

describe("an agent's fields", () => {
  it.each([
    ['', 'Agent name is required'],
    ['  \t', 'Agent name is required'],
    ['CNFans', undefined],
    ['x'.repeat(80), undefined],
    ['x'.repeat(81), 'A name has 80 characters at most.'],
  ])('says of the name %j: %j', (text, sentence) => {
    expect(validateName(text)).toBe(sentence)
  })

  it.each([
    [' ', 'Offer is required'],
    ['No service fee', undefined],
    ['x'.repeat(301), 'An offer has 300 characters at most.'],
  ])('says of the offer %j: %j', (text, sentence) => {
    expect(validateOffer(text)).toBe(sentence)
  })

  it.each([
    ['taobao', 'Taobao Link is required'],
    ['weidian', 'Weidian Link is required'],
    ['ali_1688', '1688 Link is required'],
  ] as const)('asks for the link of %s', (shopType, sentence) => {
    expect(validateLinkTemplate(' ', shopType)).toBe(sentence)
  })

  it.each([
    ['https://agent.example/item?id={id}', undefined],
    ['  https://agent.example/item?id={id}  ', undefined],
    ['https://agent.example/item', 'Put {id} where the product code goes'],
    ['agent.example/item?id={id}', 'A link starts with http:// or https:// and a host.'],
    ['javascript:alert({id})', 'A link starts with http:// or https:// and a host.'],
    ['https://{id}.agent.example/', 'A link starts with http:// or https:// and a host.'],
    [`https://agent.example/{id}?${'x'.repeat(2000)}`, 'A link has 2000 characters at most.'],
  ])('says of the link %j: %j', (text, sentence) => {
    expect(validateLinkTemplate(text, 'weidian')).toBe(sentence)
  })
})

describe('a tried link', () => {
  it('marks the code wherever it stands', () => {
    expect(previewLinkTemplate('https://a.example/{id}/b?id={id}', '42')).toEqual([
      { text: 'https://a.example/', isCode: false },
      { text: '42', isCode: true },
      { text: '/b?id=', isCode: false },
      { text: '42', isCode: true },
    ])
  })

  it('shows a template without a place for the code as it is', () => {
    expect(previewLinkTemplate('https://a.example/item', '42')).toEqual([
      { text: 'https://a.example/item', isCode: false },
    ])
  })

  it.each(['42', 'a b', '$&', '商品', '\ud800'])('reads as the link that Buy opens, for %j', (code) => {
    const template = 'https://a.example/{id}/b?id={id}&x=$&'
    const shown = previewLinkTemplate(template, code).map(({ text }) => text)
    expect(shown.join('')).toBe(getBuyLink({ to: { taobao: template } }, 'taobao', code))
  })
})
