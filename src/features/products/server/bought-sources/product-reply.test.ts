import { describe, expect, test } from 'vitest'
import { parseProductSources } from './product-sources-file.ts'

const item = { shopType: 'taobao' as const, itemId: '652874751412' }

/** Reads a reply as the source with these fields does. */
function read(reply: unknown, fields: object = {}) {
  const [source] = parseProductSources(
    {
      sources: [
        {
          name: 'Seller',
          url: 'https://data.example/{id}',
          marketplaces: { taobao: 'T' },
          titleAt: 'title',
          ...fields,
        },
      ],
    },
    () => undefined,
  )
  if (!source) throw new Error('There is no source.')
  return source.read(reply, item)
}

/** The item in a reply; throws when there is none. */
function readInfo(reply: unknown, fields: object = {}) {
  const result = read(reply, fields)
  if (result.state !== 'found') throw new Error(result.state)
  return result.info
}

describe('the texts and the price of an item', () => {
  test('are read at their paths, the first with a value', () => {
    const reply = {
      data: { info: { titleEn: ' ', title: '', name: 'Tee', cn: '短袖' }, cost: null, price: 12 },
    }
    const fields = {
      itemAt: 'data',
      titleAt: ['info.title', 'info.name'],
      originalTitleAt: 'info.cn',
      priceAt: ['cost', 'price'],
    }
    expect(readInfo(reply, fields)).toMatchObject({ title: 'Tee', titleOriginal: '短袖', price: 12 })
  })

  test.each([
    ['a number', 129.5, {}, 129.5],
    ['a text', '¥1,299.00', {}, 1299],
    ['a range', '168-175', {}, 168],
    ['fen', 14_000, { priceUnit: 'fen' }, 140],
    ['a range in fen', '16800-17500', { priceUnit: 'fen' }, 168],
    ['no price', 'ask us', {}, null],
    ['a negative number', -3, {}, null],
  ])('the price is read from %s', (_case, price, fields, expected) => {
    expect(readInfo({ title: 'Tee', price }, { priceAt: 'price', ...fields }).price).toBe(expected)
  })

  test.each([
    [{}, undefined, 'CNY'],
    [{ currency: 'USD' }, undefined, 'USD'],
    [{ currencyAt: 'money' }, 'eur', 'EUR'],
    [{ currencyAt: 'money', currency: 'USD' }, undefined, 'USD'],
    [{ currencyAt: 'money' }, '<b>', 'CNY'],
  ])('the currency with %j and %j in the reply is %s', (fields, money, expected) => {
    expect(readInfo({ title: 'Tee', money }, fields).currency).toBe(expected)
  })
})

test.each([
  ['a single address', '//img.example/a.jpg', ['https://img.example/a.jpg']],
  ['a list of addresses', ['https://img.example/a.jpg', 7, ''], ['https://img.example/a.jpg']],
  [
    'a list of objects',
    [{ url: 'https://img.example/a.jpg' }, { image_url: 'https://img.example/b.jpg' }, { alt: 'c' }],
    ['https://img.example/a.jpg', 'https://img.example/b.jpg'],
  ],
  ['an object', { src: 'https://img.example/a.jpg' }, ['https://img.example/a.jpg']],
  ['nothing', null, []],
])('pictures are read from %s', (_case, pictures, expected) => {
  expect(readInfo({ title: 'Tee', pictures }, { picturesAt: 'pictures' }).imgList).toEqual(expected)
})

test('pictures of several paths are one list without repetitions', () => {
  const reply = {
    title: 'Tee',
    main: '//img.example/a.jpg',
    all: ['https://img.example/a.jpg', 'https://img.example/b.jpg'],
  }
  expect(readInfo(reply, { picturesAt: ['main', 'all'] }).imgList).toEqual([
    'https://img.example/a.jpg',
    'https://img.example/b.jpg',
  ])
})

test.each([
  ['an object', { Material: 'Cotton', Weight: 200 }],
  [
    'a list of objects',
    [{ name: 'Material', value: 'Cotton' }, { name: 'Weight', value: 200 }, { name: 'Fit' }],
  ],
  ['a text', 'Material: Cotton; Weight: 200'],
  ['a list of texts', ['Material:Cotton', 'Weight:200', 7]],
])('properties are read from %s', (_case, properties) => {
  expect(readInfo({ title: 'Tee', properties }, { propertiesAt: 'properties' }).propsTrans).toEqual({
    Material: 'Cotton',
    Weight: '200',
  })
})

describe('variants', () => {
  const variant = {
    idAt: 'sku',
    priceAt: 'price',
    stockAt: 'left',
    pictureAt: 'img',
    choicesAt: 'choices',
  }
  const fields = { variantsAt: 'skus', variant }
  const axes = [
    {
      attrID: '1',
      attrTrans: 'Color',
      values: [
        { valueID: '1', valueTrans: 'Navy' },
        { valueID: '2', valueTrans: 'Oat' },
      ],
    },
    { attrID: '2', attrTrans: 'Size', values: [{ valueID: '1', valueTrans: 'M' }] },
  ]

  test('have their own id, price, stock and picture', () => {
    const skus = [
      {
        sku: 1,
        price: '59.90',
        left: '7',
        img: { url: '//img.example/a.jpg' },
        choices: 'Color:Navy;Size:M',
      },
    ]
    expect(readInfo({ title: 'Tee', price: 70, skus }, { ...fields, priceAt: 'price' }).skus).toEqual([
      {
        skuID: '1',
        specId: '',
        name: 'Navy / M',
        nameTrans: 'Navy / M',
        imgUrl: 'https://img.example/a.jpg',
        stock: 7,
        propsID: '1:1;2:1',
        propsCode: '',
        price: 59.9,
      },
    ])
  })

  test.each<[form: string, choices: [unknown, unknown], more?: object]>([
    ['texts with ids and names', ['16:28:Color:Navy;20:3:Size:M', '16:29:Color:Oat;20:3:Size:M']],
    ['texts with names', ['Color:Navy;Size:M', 'Color:Oat;Size:M']],
    [
      'objects',
      [
        { Color: 'Navy', Size: 'M' },
        { Color: 'Oat', Size: 'M' },
      ],
    ],
    [
      'lists of names and values',
      [
        [
          { name: 'Color', value: 'Navy' },
          { name: 'Size', value: 'M' },
        ],
        [
          { name: 'Color', value: 'Oat' },
          { name: 'Size', value: 'M' },
        ],
      ],
    ],
    [
      'ids of axes in an object',
      ['16:28;20:3', '16:29;20:3'],
      { axes: { '16:28': 'Color:Navy', '16:29': 'Color:Oat', '20:3': 'Size:M' } },
    ],
    [
      'ids of axes in a list',
      ['16:28;20:3', '16:29;20:3'],
      {
        axes: [
          {
            propId: 16,
            propName: 'Color',
            valuesList: [
              { id: 28, name: 'Navy' },
              { id: 29, name: 'Oat' },
            ],
          },
          { propId: 20, propName: 'Size', valuesList: [{ id: 3, name: 'M' }] },
        ],
      },
    ],
  ])('choose values of axes by %s', (_form, choices, more) => {
    const skus = choices.map((choice, sku) => ({ sku, choices: choice }))
    const info = readInfo({ title: 'Tee', skus, ...more }, { ...fields, axesAt: 'axes' })
    expect(info.productAttr).toEqual(axes)
    expect(info.skus.map(({ name, propsID }) => [name, propsID])).toEqual([
      ['Navy / M', '1:1;2:1'],
      ['Oat / M', '1:2;2:1'],
    ])
  })

  test.each([
    [
      'a list',
      [{ properties: '16:28', url: '//img.example/navy.jpg' }, { properties: '20:3' }, null, { url: 'x' }],
    ],
    ['an object', { '16:28': '//img.example/navy.jpg', '20:3': null }],
  ])('without a picture get that of their choice in %s', (_case, pictures) => {
    const skus = [
      { choices: '16:28:Color:Navy;20:3:Size:M' },
      { choices: '16:29:Color:Oat;20:3:Size:M' },
      { choices: '16:28:Color:Navy;20:4:Size:L', img: 'https://img.example/own.jpg' },
    ]
    const info = readInfo({ title: 'Tee', skus, pictures }, { ...fields, choicePicturesAt: 'pictures' })
    expect(info.skus.map(({ imgUrl }) => imgUrl)).toEqual([
      'https://img.example/navy.jpg',
      '',
      'https://img.example/own.jpg',
    ])
  })

  test('may be an object by id', () => {
    const skus = { 'a-1': { price: 5 }, 'a-2': { price: 6 }, none: null }
    const info = readInfo({ title: 'Tee', skus }, fields)
    expect(info.skus.map(({ skuID, price }) => [skuID, price])).toEqual([
      ['a-1', 5],
      ['a-2', 6],
    ])
    expect(info.price).toBe(5)
  })

  test('have prices in fen too', () => {
    const info = readInfo({ title: 'Tee', skus: [{ price: 5990 }] }, { ...fields, priceUnit: 'fen' })
    expect([info.price, info.skus[0]?.price]).toEqual([59.9, 59.9])
  })
})

describe('a reply without the item', () => {
  test.each([
    ['null', null, {}, 'unknown'],
    ['null where codes are read', null, { codeAt: 'code' }, 'not-found'],
    ['an empty list where codes are read', [], { codeAt: 'code' }, 'not-found'],
    ['an item without any data', { id: '652874751412', ok: true }, {}, 'unknown'],
  ])('%s is %s', (_case, data, fields, state) => {
    expect(read({ data }, { itemAt: 'data', ...fields }).state).toBe(state)
  })

  test.each([
    ['nothing at itemAt', {}, { itemAt: 'data' }, 'no item at itemAt'],
    ['a text at itemAt', { data: 'none' }, { itemAt: 'data' }, 'no item at itemAt'],
    ['a text', 'none', {}, 'no item at itemAt'],
    ['a price without a title', { price: 5 }, { priceAt: 'price' }, 'no title at titleAt'],
    ['another item', { title: 'Tee', id: '1' }, { itemIdAt: 'id' }, 'about another item'],
    ['no number of the item', { title: 'Tee' }, { itemIdAt: 'id' }, 'about another item'],
    ['an object for its number', { title: 'Tee', id: {} }, { itemIdAt: 'id' }, 'about another item'],
  ])('%s is a failure', (_case, reply, fields, message) => {
    expect(() => read(reply, fields)).toThrow(message)
  })

  test('is accepted with the number of the item as a number', () => {
    expect(read({ title: 'Tee', id: 652874751412 }, { itemIdAt: 'id' }).state).toBe('found')
  })
})

describe('a hostile reply', () => {
  const everything = {
    priceAt: 'price',
    picturesAt: 'pictures',
    propertiesAt: 'properties',
    axesAt: 'axes',
    choicePicturesAt: 'axes',
    variantsAt: 'skus',
    variant: {
      idAt: 'id',
      nameAt: 'name',
      priceAt: 'price',
      stockAt: 'stock',
      pictureAt: 'img',
      choicesAt: 'choices',
    },
  }

  test.each([null, true, 7, 'x', [], [[[]]], {}, { a: { b: 1 } }, [null, 7, 'x', [], {}]])(
    'with %j in place of every field is read as far as it can be',
    (value) => {
      const reply = {
        title: 'Tee',
        price: value,
        pictures: value,
        properties: value,
        axes: value,
        skus: value,
      }
      expect(readInfo(reply, everything)).toMatchObject({ title: 'Tee' })
      const skus = [{ id: value, name: value, price: value, stock: value, img: value, choices: value }]
      expect(readInfo({ title: 'Tee', skus }, everything).skus).toHaveLength(1)
    },
  )

  test('with names of inherited properties is harmless', () => {
    const paths = {
      titleAt: ['constructor.name', '__proto__.title', 'title'],
      priceAt: 'toString',
      picturesAt: 'valueOf',
    }
    const reply = JSON.parse(
      '{"title": "Tee", "properties": {"__proto__": "a", "constructor": "b"}, "axes": {"__proto__": "c"}, "skus": [{"choices": {"__proto__": "x", "constructor": "y"}}]}',
    )
    const info = readInfo(reply, { ...everything, ...paths })
    expect(info).toMatchObject({ title: 'Tee', price: null, imgList: [], propsTrans: {} })
    expect('polluted' in {}).toBe(false)
  })

  test('with markup becomes plain text', () => {
    const markup = '<b onmouseover=alert(1)>Tee</b><script>window.x=1</script>'
    const reply = {
      title: markup,
      properties: { [markup]: markup },
      skus: [{ name: markup, choices: { [markup]: markup } }],
    }
    const info = readInfo(reply, everything)
    expect(JSON.stringify(info)).not.toMatch(/[<>]|alert/)
    expect(info.skus[0]?.name).toBe('Tee')
  })

  test('with long lists is cut', () => {
    const choices = (i: number) =>
      Array.from({ length: 20 }, (_, n) => ({ name: `axis ${i} ${n}`, value: i }))
    const skus = Array.from({ length: 2_000 }, (_, i) => ({ id: i, choices: choices(i) }))
    const reply = {
      title: 'T'.repeat(100_000),
      pictures: Array.from({ length: 20_000 }, (_, i) => `https://img.example/${i}.jpg`),
      properties: ':;'.repeat(50_000),
      axes: Array.from({ length: 5_000 }, (_, i) => ({ name: `axis ${i}`, values: [i] })),
      skus,
    }
    const info = readInfo(reply, everything)
    expect([info.title.length, info.imgList.length, info.skus.length, info.productAttr.length]).toEqual([
      300, 60, 1000, 10,
    ])
  })

  test('with deep nesting is read', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    const reply = { title: 'Tee', pictures: deep, properties: deep, axes: deep, skus: deep }
    expect(readInfo(reply, everything)).toMatchObject({ title: 'Tee', imgList: [], skus: [{}] })
  })
})
