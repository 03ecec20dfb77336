import {
  type FakeRequest,
  type FakeSource,
  fakeJson,
  hashToNumber,
  hostileTexts,
} from '#shared/server/outbound/fake-source.ts'

const colors = ['Sage', 'Oat', 'Navy', 'Black']
const sizes = ['S', 'M', 'L']

/** Simulates a product-info service in the specification's format. */
export const fakeStorefront: FakeSource = {
  name: 'product-info',
  idIn: (url) => url.searchParams.get('productID') ?? undefined,
  good: (request) => fakeJson({ code: 200, data: { productInfo: createItem(request) } }),
  unknownItem: () => fakeJson({ code: 200, data: { productInfo: null } }),
  wrongSchema: () => fakeJson({ data: { productInfo: 'none', list: [1, 2, 3] } }),
  otherItem: (request) =>
    fakeJson({ data: { productInfo: { ...createItem(request), productID: `${request.id}0` } } }),
  poisoned: ({ id }) => ({
    type: 'application/json',
    body: poisonedBody.replace('"ID"', () => JSON.stringify(id)),
  }),
}

function createItem({ id, getOrigin }: FakeRequest) {
  const pictures = `${getOrigin('pictures')}/pictures`
  const price = 40 + hashToNumber(id, 400)
  return {
    productID: id,
    title: `测试商品 ${id} 纯棉短袖T恤`,
    titleTrans: `Simulated T-shirt ${id}`,
    price: price.toFixed(2),
    imgList: [1, 2, 3, 4, 5].map((n) => `${pictures}/${id}-${n}.png`),
    skus: colors.flatMap((color, c) =>
      sizes.map((size, s) => ({
        skuID: `${id}${c}${s}`,
        specId: `spec-${c}-${s}`,
        name: `${color} ${size}`,
        nameTrans: `${color} / ${size}`,
        imgUrl: `${pictures}/${id}-${c + 1}.png`,
        stock: hashToNumber(`${id}${c}${s}`, 50),
        price: String(price + c),
        propsID: `1:${c + 1};2:${s + 1}`,
        propsCode: [c + 1, s + 1],
      })),
    ),
    productAttr: [createAxis('1', 'Colour', colors), createAxis('2', 'Size', sizes)],
    propsTrans: { Material: '100 % cotton', Fit: 'Regular' },
  }
}

function createAxis(attrID: string, attrTrans: string, names: string[]) {
  return { attrID, attrTrans, values: names.map((name, i) => ({ valueID: String(i + 1), valueTrans: name })) }
}

/** JSON text, because an object literal cannot contain `__proto__` as an ordinary key. */
const poisonedBody = `{
  "__proto__": { "polluted": true },
  "data": { "productInfo": {
    "productID": "ID",
    "__proto__": { "polluted": true },
    "title": ${JSON.stringify(hostileTexts.hidden)},
    "titleTrans": ${JSON.stringify(hostileTexts.markup)},
    "price": "1e309",
    "currency": "<script>",
    "imgList": [${JSON.stringify(hostileTexts.script)}, ${JSON.stringify(hostileTexts.inside)},
      "data:image/svg+xml,<svg onload=alert(1)>", "https://alicdn.com.evil.test/a.png", "demo/secret/shop-1.webp",
      "/agents/cnfans.svg", null, 7, "//img.alicdn.com/ok.jpg"],
    "skus": [null, 7, { "nameTrans": ${JSON.stringify(hostileTexts.entities)}, "price": -5, "stock": -1,
      "imgUrl": ${JSON.stringify(hostileTexts.script)}, "propsID": {"a": 1}, "__proto__": {"polluted": true} }],
    "productAttr": "none",
    "propsTrans": { "__proto__": "a", "constructor": "b", "<i>Fit</i>": ${JSON.stringify(hostileTexts.markup)},
      "Deep": { "a": { "b": 1 } } }
  } }
}`
