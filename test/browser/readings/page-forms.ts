import { head, ld, type PageForm, titled, yuan } from './page-form.ts'
import { priceForms } from './price-forms.ts'

const structured: PageForm[] = [
  {
    name: 'JSON-LD in a graph',
    html: ld({
      '@graph': [
        { '@type': 'WebSite', name: 'Shop' },
        { '@type': 'Product', name: 'Canvas belt bag', offers: yuan('59.00') },
      ],
    }),
    reading: { title: 'Canvas belt bag', price: 59 },
  },
  {
    name: 'JSON-LD in a list',
    html: ld([{ '@type': ['Thing', 'Product'], name: 'Canvas belt bag', offers: [yuan('59')] }]),
    reading: { price: 59 },
  },
  {
    name: 'JSON-LD with several offers',
    html: ld({ '@type': 'Product', name: 'Canvas belt bag', offers: [yuan('79'), yuan('59'), yuan('69')] }),
    reading: { price: 59, priceTo: 79 },
  },
  {
    name: 'JSON-LD group of variants',
    html: ld({
      '@type': 'ProductGroup',
      name: 'Canvas belt bag',
      hasVariant: [
        { '@type': 'Product', name: 'Canvas belt bag, red', image: '/b1.jpg', offers: yuan('59') },
        { '@type': 'Product', image: '/b2.jpg', offers: yuan('61.5') },
      ],
    }),
    reading: { title: 'Canvas belt bag', price: 59, priceTo: 61.5, files: ['b1.jpg', 'b2.jpg'] },
  },
  {
    name: 'JSON-LD with a price that was',
    html: ld({
      '@type': 'Product',
      name: 'Canvas belt bag',
      offers: {
        '@type': 'Offer',
        priceSpecification: [
          { priceType: 'https://schema.org/ListPrice', price: 99, priceCurrency: 'CNY' },
          { price: 59, priceCurrency: 'CNY' },
        ],
      },
    }),
    reading: { price: 59 },
  },
  {
    name: 'JSON-LD of other products too',
    html: ld([
      { '@type': 'Product', sku: '77', name: 'Other', offers: yuan('1') },
      { '@type': 'Product', sku: '990000900400', name: 'Canvas belt bag', offers: yuan('59') },
    ]),
    reading: { title: 'Canvas belt bag', price: 59 },
  },
  {
    name: 'JSON-LD as page',
    html: ld({
      '@type': 'ItemPage',
      mainEntity: { '@type': 'Product', name: 'Canvas belt bag', weight: '0.4 kg', offers: yuan('59') },
    }),
    reading: { price: 59, weightGrams: 400 },
  },
  {
    name: 'JSON-LD without a possible price',
    html: ld({
      '@type': 'Product',
      name: 'Canvas belt bag',
      offers: [yuan('1e309'), yuan('-5'), yuan('NaN'), yuan('0x10'), yuan('0'), yuan('9999999')],
    }),
    reading: { price: null },
  },
  {
    name: 'JSON-LD that pollutes',
    html: ld(
      JSON.parse(
        '{"__proto__":{"price":"1.00"},"@type":"Product","name":"Canvas belt bag","constructor":{"prototype":{"name":"polluted"}},"offers":{"__proto__":{"price":"2.00","priceCurrency":"CNY"}}}',
      ),
    ),
    reading: { title: 'Canvas belt bag', price: null },
  },
  {
    name: 'microdata with a nested offer and a range',
    html: `${head('<title>x</title>')}<div itemscope itemtype="http://schema.org/Product"><span itemprop="name">Canvas belt bag</span><div itemprop="offers" itemscope itemtype="http://schema.org/AggregateOffer"><meta itemprop="lowPrice" content="59"><meta itemprop="highPrice" content="79"><meta itemprop="priceCurrency" content="CNY"></div></div>`,
    reading: { title: 'Canvas belt bag', price: 59, priceTo: 79 },
  },
  {
    name: 'Open Graph that names the shop',
    html: `${head('<title>Canvas belt bag - Lamp Shop</title><meta property="og:site_name" content="Lamp Shop"><meta property="og:title" content="Lamp Shop"><meta property="og:image" content="/b9.jpg">')}<h1>Canvas belt bag</h1><img src="/b1.jpg">`,
    reading: { title: 'Canvas belt bag', files: ['b1.jpg'] },
  },
  {
    name: 'Open Graph with the shop behind',
    html: `${head('<title>x</title><meta property="og:site_name" content="Lamp Shop"><meta property="og:title" content="Canvas belt bag | Lamp Shop"><meta property="og:type" content="product">')}`,
    reading: { title: 'Canvas belt bag' },
  },
]

const titles: PageForm[] = [
  ['without its promise', '<h1><span>包邮</span>羊毛混纺格纹围巾秋冬款</h1>', '详情'],
  ['without its promise in brackets', '<h1>【包邮】羊毛混纺格纹围巾秋冬款</h1>', '详情'],
  ['cut, with the whole in its title', '<h1 title="羊毛混纺格纹围巾秋冬款">羊毛混纺格纹…</h1>', '详情'],
  [
    'that is no heading',
    '<div class="q"><span>羊毛混纺格纹围巾秋冬款</span></div>',
    '羊毛混纺格纹围巾秋冬款-tmall.com天猫',
  ],
  ['above the price alone', '<div>首页</div><div>羊毛混纺格纹围巾秋冬款</div><p>¥88</p>', '微店'],
  [
    'in a shadow tree',
    '<x-a></x-a><script>document.querySelector("x-a").attachShadow({mode:"open"}).innerHTML="<h1>羊毛混纺格纹围巾秋冬款</h1>"</script>',
    '加载中',
  ],
  ['with marks that turn it', '<h1>羊毛\u202e混纺\u2066格纹\u200b围巾秋冬款</h1>', '详情'],
].map(([name, body, title]) => ({
  name: `title ${name}`,
  html: `${head(`<title>${title}</title>`)}${body}`,
  reading: { title: '羊毛混纺格纹围巾秋冬款' },
}))

const none = { title: null } as const
const noTitles: PageForm[] = [
  {
    name: 'no title while the page loads',
    html: `${head('<title>加载中...</title>')}<p>加载中…</p>`,
    reading: none,
  },
  { name: 'no title of a login', html: `${head('<title>登录</title>')}<p>x</p>`, reading: none },
]

const variants: PageForm[] = [
  [
    'radio buttons by name',
    '<p>颜色</p><input type="radio" name="c" id="a"><label for="a">红</label><input type="radio" name="c" id="b"><label for="b">蓝</label>',
    [['红', '蓝']],
  ],
  [
    'roles',
    '<div role="radiogroup" aria-label="Color"><div role="radio">Red</div><div role="radio">Blue</div></div>',
    [['Red', 'Blue']],
  ],
  [
    'selects without quantity',
    '<label for="s">Size</label><select id="s"><option value="">Please choose</option><option>S</option><option disabled>M</option></select><label>Quantity <select><option>1</option><option>2</option></select></label>',
    [['S', 'M']],
  ],
  [
    'lists of definitions',
    '<dl><dt>颜色</dt><dd><a href="#">红</a></dd><dd><a href="#">蓝</a></dd><dt>尺码</dt><dd><a href="#">S</a></dd><dd><a href="#">M</a></dd></dl>',
    [
      ['红', '蓝'],
      ['S', 'M'],
    ],
  ],
  [
    'pictures alone',
    '<div class="sku"><span>颜色</span><ul><li><img src="/s1.jpg" alt="红"></li><li><img src="/s2.jpg" alt="蓝"></li></ul></div>',
    [['红', '蓝']],
  ],
  [
    'with stock and price behind',
    '<div>款式</div><ul><li class="sku-item"><b>软顶</b><i>库存 12</i><em>¥58</em></li><li class="sku-item"><b>硬顶</b><i>缺货</i><em>¥79</em></li></ul>',
    [['软顶', '硬顶']],
  ],
  [
    'buttons with an axis of no known name',
    '<div class="prop"><span>轴心</span><button>线性</button><button>段落</button></div><div class="prop"><span>颜色</span><button>红</button><button>蓝</button></div>',
    [
      ['线性', '段落'],
      ['红', '蓝'],
    ],
  ],
  [
    'none in navigation',
    '<nav><ul><li><a href="/a">颜色</a></li><li><a href="/b">尺码</a></li></ul></nav>',
    [],
  ],
  ['none in tabs', '<ul><li>宝贝详情</li><li>累计评价</li></ul>', []],
  [
    'none in reviews',
    '<div class="comments"><ul><li><img src="/s1.jpg">木**子</li><li><img src="/s2.jpg">林**</li></ul></div>',
    [],
  ],
].map(([name, body, expected]) => ({
  name: `variants: ${name}`,
  html: titled(`<p>¥9</p>${body}`),
  reading: { variants: expected as string[][] },
}))

const pictures: PageForm[] = [
  ['by srcset', '<img src="/s1.jpg" srcset="/s1.jpg 60w, /b1.jpg 800w">', ['b1.jpg']],
  ['by data-original', '<img src="/s9.jpg" data-original="/b1.jpg">', ['b1.jpg']],
  ['by the link around', '<a href="/b1.jpg"><img src="/s1.jpg"></a>', ['b1.jpg']],
  ['as backgrounds', '<div style="background-image:url(\'/b1.jpg_60x60.jpg\')"></div>', ['b1.jpg']],
  [
    'in an endless gallery',
    '<div><i><img src="/b4.jpg"></i><i><img src="/b1.jpg"></i><i><img src="/b2.jpg"></i><i><img src="/b3.jpg"></i><i><img src="/b4.jpg"></i><i><img src="/b1.jpg"></i></div>',
    ['b1.jpg', 'b2.jpg', 'b3.jpg', 'b4.jpg'],
  ],
  ['each once', '<img src="/b1.jpg?x=1"><img src="/b1.jpg?x=2"><img src="/b1.jpg#z">', ['b1.jpg']],
  [
    'without banners, small ones and codes',
    '<img src="/banner.jpg"><img src="/s1.jpg" width="500"><img src="/b1.jpg"><img src="/b2.jpg" alt="扫码下载">',
    ['b1.jpg'],
  ],
  [
    'without other kinds of address',
    '<img src="javascript:1"><img src="data:image/png;base64,iVBORw0KGgo="><img src="/x.svg"><img src="https://user:pass@item.taobao.com/b3.jpg"><img src="https://10.0.0.1/b2.jpg"><img src="/b1.jpg">',
    ['b1.jpg'],
  ],
  [
    'without other goods',
    '<img src="/b1.jpg"><aside><img src="/b2.jpg"></aside><a href="/item.htm?id=9"><img src="/b3.jpg"></a>',
    ['b1.jpg'],
  ],
].map(([name, body, files]) => ({
  name: `pictures ${name}`,
  html: titled(String(body)),
  reading: { files: files as string[] },
}))

const weights: PageForm[] = [
  ['in kilograms', '<p>毛重：0.85千克</p>', 850],
  ['of the parcel', '<p>Package weight: 240 g</p>', 240],
  ['of cloth', '<p>克重 260g/m²</p>', null],
  ['of a wearer', '<p>建议体重 50-60kg</p>', null],
  ['of two variants', '<p>S 重量 200g</p><p>M 重量 250g</p>', null],
].map(([name, body, weightGrams]) => ({
  name: `weight ${name}`,
  html: titled(String(body)),
  reading: { weightGrams: weightGrams as number | null },
}))

const hostile: PageForm[] = [
  {
    name: 'giant attributes',
    html: titled(`<p data-x="${'¥1 '.repeat(200_000)}" title="${'a'.repeat(500_000)}">¥9</p>`),
    reading: { price: 9 },
  },
  { name: 'a giant line', html: titled(`<p>${'¥1 券 '.repeat(50_000)}</p><p>¥9</p>`), reading: {} },
  {
    name: 'fields that hide a form',
    html: titled(
      '<form><input name="childNodes"><input name="getAttribute"><input name="attributes"><input name="localName"><p>¥9</p></form>',
    ),
    reading: { price: 9 },
  },
  { name: 'many elements', html: titled(`<p>¥9</p>${'<i>x</i>'.repeat(60_000)}`), reading: { price: 9 } },
  {
    name: 'many options',
    html: titled(`<p>颜色</p><ul>${'<li class="sku"><b>红</b></li>'.repeat(3_000)}</ul>`),
    reading: {},
  },
]

const orders: PageForm[] = [
  {
    name: 'the order of an open dialog',
    address: 'https://my.agent.test/warehouse/list?token=abc',
    html: `${head('<title>Warehouse</title>')}<h1>My warehouse</h1><p>Order No. AA1</p>
<div><a href="https://item.taobao.com/item.htm?id=11111111">Item one is here long</a><p>Color: Red</p><p>Weight: 300 g</p><h4>QC photos</h4><img src="/b1.jpg"></div>
<div><a href="https://item.taobao.com/item.htm?id=22222222">Item two is here long</a><p>Color: Blue</p></div>
<div role="dialog" style="position:fixed;inset:50px"><a href="https://item.taobao.com/item.htm?id=22222222">link</a><p>Color: Blue</p><p>Weight: 400 g</p><h4>Warehouse photos</h4><img src="/b2.jpg"><img src="/b3.jpg"></div>`,
    reading: {
      page: 'order',
      id: '22222222',
      title: 'Item two is here long',
      variant: 'Color: Blue',
      weightGrams: 400,
    },
  },
  {
    name: 'an order as tables',
    address: 'https://order.agent.test/o/1',
    html: `${head('<title>订单详情</title>')}<table><tr><th>订单编号</th><td>BB22</td></tr></table><table><tr><td><a href="https://detail.1688.com/offer/33333333.html">复古帆布鞋低帮款</a><div>规格：黑色 40码</div></td><td>¥88.00</td><td>x2</td><td>重量：1.1kg</td></tr></table><div><p>质检照片</p><ul><li style="background-image:url(/b1.jpg?sig=1)"></li></ul></div><p>余额 ¥300</p>`,
    reading: {
      page: 'order',
      shopType: 'ali_1688',
      id: '33333333',
      price: 88,
      variant: '规格：黑色 40码',
      weightGrams: 1100,
    },
  },
  {
    name: 'the item of an order that has photos',
    address: 'https://order.agent.test/o/2',
    html: `${head('<title>Order 5</title>')}<div><a href="https://weidian.com/item.html?itemID=4444">First item name</a><p>Size: 40</p><p>Weight: 500g</p></div><div><a href="https://weidian.com/item.html?itemID=5555">Second item name</a><p>Size: 41</p><p>Weight: 700g</p><h4>Inspection pictures</h4><div><img src="/b1.jpg"><img src="/b2.jpg"></div></div>`,
    reading: { page: 'order', id: '5555', title: 'Second item name', variant: 'Size: 41', weightGrams: 700 },
  },
]

export const pageForms: readonly PageForm[] = [
  ...priceForms,
  ...structured,
  ...titles,
  ...noTitles,
  ...variants,
  ...pictures,
  ...weights,
  ...hostile,
  ...orders,
]
