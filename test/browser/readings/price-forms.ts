import { type PageForm, titled } from './page-form.ts'

const prices: PageForm[] = [
  ['in pieces with a blank', '<p><i>¥</i> <b>1,299</b><sup>.50</sup></p>', 1299.5],
  ['digit by digit', '<p>¥<span>1</span><span>6</span><span>8</span></p>', 168],
  ['in a row of boxes', '<div style="display:flex"><span>¥</span><span>76</span><span>.5</span></div>', 76.5],
  ['with the sign behind', '<p><span>45</span><span>元</span></p>', 45],
  ['beside one that is crossed out', '<p><del>¥320</del> <b>¥188</b></p>', 188],
  [
    'before one crossed out by a style',
    '<p><b>¥188</b> <u style="text-decoration:line-through">¥320</u></p>',
    188,
  ],
  [
    'below a label of its own',
    '<div><div>优惠前</div><div>¥218</div></div><div><div>售价</div><div>¥168</div></div>',
    168,
  ],
  ['above the price after a coupon', '<div>¥168.00</div><div>券后价 ¥148</div>', 168],
  ['below the price after a coupon', '<div style="font-size:30px">券后 ¥148</div><div>¥168</div>', 168],
  ['beside a price for members', '<p>¥66</p><p style="font-size:40px">VIP会员价 ¥59</p>', 66],
  ['beside instalments', '<p>¥900</p><p>分期 ¥75 x 12期</p>', 900],
  ['beside a deposit', '<p>定金 ¥20</p><p>价格 ¥300</p>', 300],
  ['beside freight', '<p>运费 ¥12</p><p>¥88</p>', 88],
  ['"from"', '<p>¥19.9 起</p>', 19.9],
  ['in letters larger than its neighbors', '<p>¥12 红包</p><p style="font-size:32px">¥99</p><p>¥5</p>', 99],
  ['in yuan and converted', '<p>≈ US $12.07</p><p>CNY ￥86.00</p>', 86],
  ['full-width', '<p>￥１２８．００</p>', 128],
  [
    'in a translated page',
    '<p><font><font>¥</font></font><font><font>76</font></font><font><font>.50</font></font></p>',
    76.5,
  ],
].map(([name, body, price]) => ({
  name: `price ${name}`,
  html: titled(String(body)),
  reading: { price: Number(price), priceTo: null, currency: 'CNY' as const },
}))

const noPrices: PageForm[] = [
  ['after a coupon alone', '<p>券后 ¥148</p>'],
  ['of freight alone', '<p>快递 ¥8</p>'],
  ['crossed out', '<s>¥148</s>'],
  [
    'in hidden places',
    '<p hidden>¥1</p><p style="visibility:hidden">¥2</p><p style="opacity:0">¥3</p><p style="font-size:0">¥4</p><p style="position:absolute;left:-5000px">¥6</p>',
  ],
  [
    'in a comment, a template, a script',
    '<!-- ¥1 --><template>¥2</template><script type="x">¥3</script><noscript>¥4</noscript>',
  ],
  ['in a frame', '<iframe srcdoc="<p>¥77</p>"></iframe>'],
  ['that is none', '<p>¥1e309 ¥NaN ¥-5 ¥0.00 ¥12345678 ¥∞</p>'],
  ['of other goods', '<section><h3>猜你喜欢</h3><p>袜子 ¥9.9</p></section>'],
  ['of other goods, linked', '<a href="/item.htm?id=5"><b>¥9.9</b></a>'],
  ['in a review', '<div class="review-list"><p>¥50 well spent</p></div>'],
  ['of a balance', '<p>账户余额 ¥412.07</p>'],
].map(([name, body]) => ({
  name: `no price ${name}`,
  html: titled(String(body)),
  reading: { price: null, priceTo: null, currency: null },
}))

const ranges: PageForm[] = [
  ['with one sign', '<p>¥19.9-39.9</p>'],
  ['with two signs', '<p>¥19.90 ~ ¥39.90</p>'],
  ['in pieces', '<p><i>¥</i><b>19</b><b>.9</b><em>-</em><i>¥</i><b>39</b><b>.9</b></p>'],
  ['in a row of boxes', '<div style="display:flex"><span>¥19.9</span><span>-</span><span>¥39.9</span></div>'],
].map(([name, body]) => ({
  name: `range ${name}`,
  html: titled(String(body)),
  reading: { price: 19.9, priceTo: 39.9 },
}))

const ladders: PageForm[] = [
  [
    'as a table',
    '<table><tr><td>1-9件</td><td>10-99件</td><td>≥100件</td></tr><tr><td>¥30</td><td>¥25</td><td>¥20</td></tr></table>',
  ],
  [
    'downward',
    '<table><tr><td>≥100件</td><td>¥20</td></tr><tr><td>10-99件</td><td>¥25</td></tr><tr><td>1-9件</td><td>¥30</td></tr></table>',
  ],
  [
    'as boxes',
    '<div><div><b>¥30</b><p>1-9 pcs</p></div><div><b>¥25</b><p>10-99 pcs</p></div><div><b>¥20</b><p>100+ pcs</p></div></div>',
  ],
].map(([name, body]) => ({
  name: `ladder ${name}`,
  html: titled(String(body)),
  reading: { price: 30, priceTo: null },
}))

/** Prices, and what is none. */
export const priceForms: readonly PageForm[] = [...prices, ...noPrices, ...ranges, ...ladders]
