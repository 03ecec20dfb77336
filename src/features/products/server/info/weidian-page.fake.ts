import { escapeUTF8 } from 'entities'
import {
  type FakeRequest,
  type FakeSource,
  fakeHtml,
  fakeJson,
  hashToNumber,
  hostileTexts,
} from '#shared/server/outbound/fake-source.ts'

const colors = [
  { attr_id: 11, attr_value: '白色' },
  { attr_id: 12, attr_value: '黑色' },
]
const sizes = [
  { attr_id: 21, attr_value: 'M' },
  { attr_id: 22, attr_value: 'L' },
]

/** Simulates Weidian's public item page. The item is JSON in an attribute, with prices in fen and in yuan. */
export const fakeWeidianPage: FakeSource = {
  name: 'weidian-page',
  idIn: (url) => url.searchParams.get('itemID') ?? undefined,
  good: (request) => renderPage(createModel(request)),
  unknownItem: () => renderPage({}),
  wrongSchema: () => renderPage({ item_info: { item_name: ['a', 'list'] }, sku_properties: 'none' }),
  otherItem: (request) => renderPage(createModel({ ...request, id: `${request.id}0` })),
  poisoned: (request) => {
    const model = createModel(request)
    const sku = JSON.parse('{"__proto__":{"polluted":true},"11-21":null,"constructor":{"price":"1"}}')
    return renderPage({
      item_info: { ...model.item_info, item_name: hostileTexts.markup, imgs: [hostileTexts.script] },
      sku_properties: { attr_list: [null, { attr_title: hostileTexts.entities }], sku },
    })
  },
}

function renderPage(model: unknown) {
  const json = escapeUTF8(JSON.stringify({ result: { default_model: model } }))
  return fakeHtml(
    `<!doctype html><html><head><title>微店</title></head><body>
<div id="__rocker-render-inject__" data-obj="${json}"></div><script>"<div id=x>"</script></body></html>`,
  )
}

function createModel({ id, getOrigin }: FakeRequest) {
  const pictures = `${getOrigin('pictures')}/pictures`
  const fen = createPriceFen(id)
  const sku = colors.flatMap((color) =>
    sizes.map((size, s) => [
      `${color.attr_id}-${size.attr_id}`,
      {
        id: `${id}${color.attr_id}${size.attr_id}`,
        stock: s * 9,
        price: ((fen + s * 1000) / 100).toFixed(2),
      },
    ]),
  )
  return {
    item_info: {
      item_id: id,
      item_name: `模拟微店商品 ${id}`,
      imgs: [1, 2, 3].map((n) => `${pictures}/${id}-${n}.png`),
      itemLowPrice: fen,
    },
    sku_properties: {
      attr_list: [
        {
          attr_title: '颜色',
          attr_values: colors.map((value, i) => ({
            ...value,
            img: `${pictures}/${id}-${i + 1}.png`,
          })),
        },
        { attr_title: '尺码', attr_values: sizes },
      ],
      sku: Object.fromEntries(sku),
    },
    shop_info: { shopName: '模拟店' },
  }
}

function createPriceFen(id: string): number {
  return 5000 + hashToNumber(id, 300) * 100
}

/** Simulates Weidian's data call. For an item that does not exist it responds OK without stock and image. */
export const fakeWeidianData: FakeSource = {
  name: 'weidian-data',
  idIn: (url) => {
    const parameter = url.searchParams.get('param') ?? ''
    return /^\{"itemId":"([\w-]+)"\}$/.exec(parameter)?.[1]
  },
  good: ({ id, getOrigin }) =>
    createOkResponse({
      itemTitle: `模拟微店商品 ${id}`,
      itemMainPic: `${getOrigin('pictures')}/pictures/${id}-1.png`,
      itemStock: 66,
      itemDiscountLowPrice: createPriceFen(id),
      itemOriginalLowPrice: createPriceFen(id) + 2000,
      attrList: [{ attrTitle: '颜色', attrValues: [{ attrId: 11, attrValue: '白色', img: '' }] }],
    }),
  unknownItem: () => createOkResponse({ itemTitle: '', itemMainPic: '', itemStock: 0, attrList: [] }),
  wrongSchema: () => fakeJson({ status: { code: 0 }, result: ['none'] }),
  otherItem: () => fakeJson({ status: { code: 10013, message: 'wrong param' } }),
  poisoned: () =>
    createOkResponse({
      itemTitle: hostileTexts.markup,
      itemMainPic: hostileTexts.script,
      itemStock: '9',
      itemDiscountLowPrice: 'NaN',
      attrList: { length: 1e9 },
    }),
}

function createOkResponse(result: unknown) {
  return fakeJson({ status: { code: 0, message: 'OK' }, result })
}
