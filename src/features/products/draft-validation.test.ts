import { describe, expect, it } from 'vitest'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { getImageChoices, toDraftFields, validatePrice, validateProductName } from './draft-validation.ts'

function createSku(imgUrl: string): ProductInfo['skus'][number] {
  const texts = { skuID: imgUrl, specId: '', name: '', nameTrans: '', propsID: '', propsCode: '' }
  return { ...texts, imgUrl, stock: null, price: null }
}

function createInfo(parts: Partial<ProductInfo>): ProductInfo {
  return {
    title: 'Court sneakers',
    titleOriginal: '',
    price: 239,
    currency: 'CNY',
    imgList: [],
    skus: [],
    productAttr: [],
    propsTrans: {},
    ...parts,
  }
}

describe('the fields of a new product', () => {
  it.each([
    ['', 'Enter a name.'],
    ['  ', 'Enter a name.'],
    ['Court sneakers', undefined],
    ['x'.repeat(301), 'Use 300 characters or fewer.'],
  ])('validates the name %j: %j', (text, message) => {
    expect(validateProductName(text)).toBe(message)
  })

  it.each([
    ['', 'Enter a price.'],
    ['239', undefined],
    [' 239.5 ', undefined],
    ['0', undefined],
    ['239.555', 'Enter the price in yuan, like 239 or 239.50.'],
    ['239,50', undefined],
    ['２３９', undefined],
    ['1.299', 'Enter the price in yuan, like 239 or 239.50.'],
    ['-1', 'Enter the price in yuan, like 239 or 239.50.'],
    ['1e3', 'Enter the price in yuan, like 239 or 239.50.'],
    ['12345678', 'Enter the price in yuan, like 239 or 239.50.'],
  ])('validates the price %j: %j', (text, message) => {
    expect(validatePrice(text)).toBe(message)
  })
})

describe('the data of a source', () => {
  it.each([
    [239, 'CNY', '239'],
    [239.5, 'CNY', '239.50'],
    [33, 'USD', ''],
    [null, 'CNY', ''],
  ])('converts the price %s %s to %j', (price, currency, text) => {
    expect(toDraftFields(createInfo({ price, currency })).price).toBe(text)
  })

  it.each([
    [
      "the first variant's picture",
      { imgList: ['a', 'b'], skus: [createSku(''), createSku('c')] },
      ['c', 'a', 'b'],
    ],
    ['else the first listed one', { imgList: ['a', 'b'], skus: [createSku('')] }, ['a', 'b']],
    ['each picture once', { imgList: ['a', 'c'], skus: [createSku('c'), createSku('c')] }, ['c', 'a']],
    ['none', {}, []],
  ])('offers %s', (_case, parts, pictures) => {
    expect(getImageChoices(createInfo(parts))).toEqual(pictures)
    expect(toDraftFields(createInfo(parts)).pictures).toBe(pictures.join('\n'))
  })
})
