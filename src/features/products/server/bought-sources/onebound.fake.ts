import {
  type FakeRequest,
  type FakeSource,
  fakeJson,
  hashToNumber,
  hostileTexts,
} from '#shared/server/outbound/fake-source.ts'

const colors = ['Sage', 'Oat']
const sizes = ['S', 'M', 'L']

/** Simulates a seller of item data in the format of Onebound's `item_get`. Item numbers that begin with `used-up` use up the quota. */
export const fakeOnebound: FakeSource = {
  name: 'onebound',
  idIn: (url) => {
    const isCall = /^\/onebound\/(?:taobao|micro|1688)\/item_get\/?$/.test(url.pathname)
    return (isCall && url.searchParams.get('num_iid')) || undefined
  },
  good: (request) =>
    fakeJson(
      request.id.startsWith('used-up')
        ? { error_code: '4013', reason: '已超量', error: '已超量', api_info: 'today:10 max:10' }
        : createReply(createItem(request)),
    ),
  unknownItem: () =>
    fakeJson({ ...createReply({ format_check: 'fail' }), error: 'item-not-found', error_code: '2000' }),
  wrongSchema: () => fakeJson(createReply('none')),
  otherItem: (request) => fakeJson(createReply({ ...createItem(request), num_iid: `${request.id}0` })),
  poisoned: ({ id }) => ({
    type: 'application/json',
    body: poisonedBody.replace('"ID"', () => JSON.stringify(id)),
  }),
}

function createReply(item: unknown) {
  return { item, error: '', reason: '', error_code: '0000', api_info: 'today:7 max:10000' }
}

function createItem({ id, getOrigin }: FakeRequest) {
  const pictures = `${getOrigin('pictures')}/pictures`
  const price = 40 + hashToNumber(id, 400)
  const variants = colors.flatMap((color, c) =>
    sizes.map((size, s) => ({
      sku_id: Number(`${hashToNumber(id, 1000)}${c}${s}`),
      price: price + c,
      orginal_price: String(price + 50),
      quantity: String(hashToNumber(`${id}${c}${s}`, 50)),
      properties: `1627207:${c + 1};20509:${s + 1}`,
      properties_name: `1627207:${c + 1}:Color:${color};20509:${s + 1}:Size:${size}`,
    })),
  )
  return {
    num_iid: id,
    title: `Bought T-shirt ${id}`,
    price: price.toFixed(2),
    orginal_price: (price + 50).toFixed(2),
    pic_url: `${pictures}/${id}-1.png`,
    item_imgs: [1, 2, 3].map((n) => ({ url: `${pictures}/${id}-${n}.png` })),
    desc_img: [`${pictures}/${id}-4.png`],
    props: [{ name: 'Material', value: '100 % cotton' }],
    props_list: {
      ...Object.fromEntries(colors.map((color, c) => [`1627207:${c + 1}`, `Color:${color}`])),
      ...Object.fromEntries(sizes.map((size, s) => [`20509:${s + 1}`, `Size:${size}`])),
    },
    prop_imgs: {
      prop_img: colors.map((_, c) => ({
        properties: `1627207:${c + 1}`,
        url: `${pictures}/${id}-${c + 1}.png`,
      })),
    },
    skus: { sku: variants },
  }
}

/** JSON text, because an object literal cannot contain `__proto__` as an ordinary key. */
const poisonedBody = `{
  "__proto__": { "polluted": true },
  "error": "", "error_code": "0000",
  "item": {
    "num_iid": "ID",
    "__proto__": { "polluted": true },
    "title": ${JSON.stringify(hostileTexts.markup)},
    "price": "1e309",
    "pic_url": ${JSON.stringify(hostileTexts.script)},
    "item_imgs": [null, 7, { "url": ${JSON.stringify(hostileTexts.inside)} }, { "url": "//img.alicdn.com/ok.jpg" }],
    "props": { "__proto__": "a", "constructor": "b", "<i>Fit</i>": ${JSON.stringify(hostileTexts.markup)} },
    "skus": { "sku": [null, 7, { "sku_id": { "a": 1 }, "price": -5, "quantity": -1,
      "properties_name": ${JSON.stringify(`1:2:__proto__:${hostileTexts.entities};::;1:3:constructor:<b>x</b>`)} }] }
  }
}`
