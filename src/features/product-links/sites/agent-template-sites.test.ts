import { describe, expect, test } from 'vitest'
import { parseLink } from '../parse-link.ts'
import { createSiteFinder, type LinkedAgent } from './agent-template-sites.ts'

const forAllMarketplaces = (template: string) => ({
  taobao: template.replace('SHOP', 'taobao'),
  weidian: template.replace('SHOP', 'weidian'),
  ali_1688: template.replace('SHOP', '1688'),
})
const agents: LinkedAgent[] = [
  { name: 'PathBuy', to: forAllMarketplaces('https://www.pathbuy.example/p/SHOP/{id}?ref=us') },
  {
    name: 'NumberBuy',
    to: {
      taobao: 'https://numberbuy.example/product/7/{id}.html',
      weidian: 'https://numberbuy.example/product/8/{id}.html',
      ali_1688: '',
    },
  },
  {
    name: 'QueryBuy',
    to: {
      taobao: 'https://m.querybuy.example/item?goods={id}&kind=t&from=us',
      weidian: 'https://m.querybuy.example/item?goods={id}&kind=w&from=us',
      ali_1688: 'https://m.querybuy.example/item?goods={id}&from=us',
    },
  },
  {
    name: 'WrapBuy',
    to: {
      taobao: 'https://wrapbuy.example/go?to=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D{id}',
      weidian: 'https://wrapbuy.example/go?to=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D{id}',
      ali_1688: '',
    },
  },
  { name: 'HashBuy', to: forAllMarketplaces('https://hashbuy.example/#/detail/SHOP?num={id}') },
  { name: 'OneBuy', to: { taobao: '', weidian: 'https://onebuy.example/w-{id}', ali_1688: '' } },
  { name: 'UnclearBuy', to: forAllMarketplaces('https://unclear.example/p/{id}') },
  { name: 'CNFans', to: { taobao: '', weidian: 'https://cnfans.com/new/{id}', ali_1688: '' } },
]
const find = createSiteFinder(agents)

function describeLink(text: string): string {
  const link = parseLink(text, find)
  if (!link.ok) return link.code
  return `${link.shopType}/${link.id}@${link.agent}${link.host === undefined ? '' : `?${link.host}`}`
}

describe('a link of an agent from the dashboard', () => {
  test.each([
    ['https://www.pathbuy.example/p/weidian/7512350001', 'weidian/7512350001@pathbuy'],
    ['https://pathbuy.example/p/1688/812350000002?ref=other', 'ali_1688/812350000002@pathbuy'],
    ['https://m.pathbuy.example/en/p/taobao/652350000003/', 'taobao/652350000003@pathbuy'],
    ['pathbuy.example/p/taobao/652350000004', 'taobao/652350000004@pathbuy'],
    ['https://numberbuy.example/product/8/7512350005.html', 'weidian/7512350005@numberbuy'],
    ['https://numberbuy.example/product/7/652350000006', 'taobao/652350000006@numberbuy'],
    ['https://querybuy.example/item?kind=w&goods=7512350007', 'weidian/7512350007@querybuy'],
    ['https://m.querybuy.example/item?goods=652350000008&kind=t', 'taobao/652350000008@querybuy'],
    ['https://m.querybuy.example/item?goods=812350000009', 'ali_1688/812350000009@querybuy'],
    [
      'https://wrapbuy.example/go?to=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7512350010',
      'weidian/7512350010@wrapbuy',
    ],
    ['https://hashbuy.example/#/detail/weidian?num=7512350011', 'weidian/7512350011@hashbuy'],
    ['https://onebuy.example/w-7512350012', 'weidian/7512350012@onebuy'],
    ['https://onebuy.example/x?shop_type=taobao&id=652350000013', 'taobao/652350000013@onebuy'],
    ['https://cnfans.com/new/7512350014', 'weidian/7512350014@cnfans'],
    ['https://cnfans.com/product?id=7512350015&shop_type=weidian', 'weidian/7512350015@cnfans'],
    [
      'https://www.google.com/url?q=https%3A%2F%2Fonebuy.example%2Fw-7512350016',
      'weidian/7512350016@null?www.google.com',
    ],
  ])('is parsed by its template: %s', (text, expected) => expect(describeLink(text)).toBe(expected))

  test.each([
    'https://pathbuy.example/p/amazon/7512350020',
    'https://pathbuy.example.evil.io/p/weidian/7512350021',
    'https://evilpathbuy.example/p/weidian/7512350022',
    'https://numberbuy.example/product/9/7512350023',
    'https://numberbuy.example/product/8/abc',
    'https://querybuy.example/other?goods=7512350024',
    'https://unclear.example/p/7512350025',
  ])('is rejected when no template matches: %s', (text) => expect(describeLink(text)).toBe('OTHER_SITE'))

  test('is rejected without the agent', () => {
    expect(parseLink('https://onebuy.example/w-7512350012')).toMatchObject({ ok: false, code: 'OTHER_SITE' })
  })
})

describe('a link template', () => {
  test.each([
    ['of a marketplace', 'https://weidian.com/shop/{id}', 'https://weidian.com/shop/7512350030'],
    [
      'of a marketplace we do not know',
      'https://item.jd.com/{id}.html',
      'https://item.jd.com/7512350031.html',
    ],
    ['with the number in its host', 'https://{id}.example/', 'https://7512350032.example/'],
    [
      'with special characters of a rule',
      'https://rule.example/*/{shop}/{id}',
      'https://rule.example/x/y/7512350033',
    ],
    [
      'with special characters of a regular expression',
      'https://rule.example/(a+)+$/{id}',
      'https://rule.example/aaa/7512350034',
    ],
    ['that is no web page', 'javascript:alert({id})', 'javascript:alert(7512350035)'],
    ['whose host is one label', 'https://intranet/{id}', 'https://intranet/7512350036'],
    ['whose host is a top-level domain', 'https://com/{id}', 'https://any.com/7512350037'],
  ])('%s becomes no rule', (_, template, text) => {
    const hostile = createSiteFinder([{ name: 'Evil', to: { weidian: template } }])
    expect(parseLink(text, hostile)).toMatchObject({ ok: false })
  })

  test.each([
    ['2,000 placeholders', `https://big.example/${'{id}'.repeat(490)}`],
    ['500 segments', `https://big.example/${'a/'.repeat(900)}{id}`],
    ['300 parameters', `https://big.example/?${'a=1&'.repeat(400)}id={id}`],
    ['a long run', `https://big.example/${'a'.repeat(1900)}!{id}`],
  ])('with %s does not slow down parsing', (_, template) => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      name: `Big ${index}`,
      to: forAllMarketplaces(template),
    }))
    const start = performance.now()
    const hostile = createSiteFinder(many)
    for (let count = 0; count < 100; count++)
      parseLink(`https://big.example/${'a/'.repeat(1000)}${'a'.repeat(3000)}?id=1`, hostile)
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
