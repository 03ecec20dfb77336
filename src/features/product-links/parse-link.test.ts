import { describe, expect, test } from 'vitest'
import { describeParse, parseCases } from './fixtures/link-cases.ts'
import { parseLink } from './parse-link.ts'

describe('marketplaces', () => {
  test.each(
    parseCases(`
taobao/681156549118 https://item.taobao.com/item.htm?id=681156549118
taobao/681156549118 http://item.taobao.com/item.html?id=681156549118
taobao/681156549118 https://item.taobao.com/item.htm?spm=a1z10.3-c.w4002&id=681156549118&skuId=5639579586544
taobao/681156549118 https://item.taobao.com/item.htm?skuId=5639579586544&id=681156549118#detail
taobao/681156549118 https://item.taobao.com/item.htm?ID=681156549118
taobao/681156549118 https://ITEM.TAOBAO.COM/ITEM.HTM?ID=681156549118
taobao/681156549118 https://item.taobao.com//item.htm?&&id=681156549118
taobao/681156549118 https://item.taobao.com/item.htm?id=&id=681156549118
taobao/1017388726264 https://item.taobao.com/item.htm?id=1017388726264
taobao/42 https://item.taobao.com:443/item.htm?id=42
taobao/42 http://item.taobao.com:80/item.htm?id=42
taobao/987654 https://world.taobao.com/item/987654.htm?spm=abc
taobao/987654 https://th.world.taobao.com/lang/th-th/item/987654.htm
taobao/758067992163 https://www.taobao.com/list/item/758067992163.htm
taobao/681156549118 https://h5.m.taobao.com/awp/core/detail.htm?id=681156549118
taobao/681156549118 https://m.intl.taobao.com/detail/detail.html?id=681156549118
taobao/1059057030771 http://a.m.taobao.com/i1059057030771.htm
taobao/681156549118 https://main.m.taobao.com/app/ltao-fe/we-detail/home.html?id=681156549118
taobao/681156549118 https://assets-tmw.taobao.com/app/share_page/home?targetType=ITEM&targetId=681156549118
taobao/681156549118 https://assets-tmw.taobao.com/app/share_page/home?targetUrl=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D681156549118
taobao/741409950882 https://detail.tmall.com/item.htm?id=741409950882
taobao/741409950882 https://detail.tmall.com/item_o.htm?id=741409950882
taobao/741409950882 https://detail.m.tmall.com/item.htm?id=741409950882
taobao/741409950882 https://chaoshi.detail.tmall.com/item.htm?id=741409950882
taobao/741409950882 https://detail.tmall.hk/item.htm?id=741409950882
taobao/741409950882 https://detail.tmall.hk/hk/item.htm?id=741409950882
ali_1688/716991604513 https://detail.1688.com/offer/716991604513.html
ali_1688/716991604513 https://detail.1688.com/offer/716991604513.html?spm=a2615.7691456&_t=1716754221796
ali_1688/716991604513 https://detail.1688.com/offer/716991604513.htm
ali_1688/716991604513 https://detail.1688.com/offer/716991604513
ali_1688/716991604513 https://detail.1688.com/offer%2F716991604513.html
ali_1688/716991604513 https://m.1688.com/offer/716991604513.html
ali_1688/654321987 https://detail.m.1688.com/page/index.html?offerId=654321987&spm=x
weidian/7513413928 https://weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://www.weidian.com/item.html?itemId=7513413928&spider_token=4572
weidian/7513413928 https://weidian.com/item.html?wfr=c&ifr=itemdetail&source=home_shop&itemID=7513413928
weidian/7513413928 https://shop1624042771.v.weidian.com/item.html?itemID=7513413928
weidian/7513413928 https://weidian.com/fastorder.html?itemID=7513413928
weidian/7513413928 https://k.youshop10.com/item.html?itemID=7513413928
weidian/7513413928 https://weidian.com/item.html?itemID%3D7513413928&sa=D&source=editors
weidian/7513413928 https://weidian.com/item.html%3FitemID%3D7513413928%26wfr%3Dc
weidian/7513413928 https://weidian.com/item.html%3FitemID=7513413928
weidian/7513413928 https://weidian.com/item.html?itemID=%37513413928
weidian/7513413928 https://weidian.com/item.html?itemID=7513413928%20
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))
})

describe('agents with the item number in their URL', () => {
  test.each(
    parseCases(`
taobao/675330231400@cssbuy https://www.cssbuy.com/item-675330231400.html?promotionCode=Y2h3
weidian/4480454092@cssbuy https://m.cssbuy.com/item-micro-4480454092.html
ali_1688/906172537430@cssbuy https://cssbuy.com/item-1688-906172537430
ali_1688/906172537430@cssbuy https://cssbuy.com//item-1688-906172537430.html
weidian/7513413928@cssbuy https://www.cssbuy.com/shop/goodsDetail?type=micro&id=7513413928
weidian/7513413928@cssbuy https://www.cssbuy.com/shop/goodsDetail?promotionCode=a&item-micro-7513413928.html&id=7513413928&type=weidian
weidian/7545217096@fansbuy https://fansbuy.com/item-micro-7545217096.html?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7545217096
weidian/7456662973@acbuy https://www.acbuy.com/product?id=7456662973&source=WD&u=ABC
taobao/746290362970@acbuy https://m.acbuy.com/product/?source=TB&id=746290362970
taobao/746290362970@acbuy https://acbuy.com/product?id=746290362970&source=TM
ali_1688/782472299661@acbuy https://acbuy.com/product?id=782472299661&source=al
weidian/7456662973@acbuy https://www.acbuy.com/product?id=7456662973&shop_type=weidian&source=home
weidian/7498209165@cnfans https://cnfans.com/product/?shop_type=weidian&id=7498209165&ref=1
ali_1688/837637789856@cnfans https://cnfans.com/product?platform=ALI_1688&id=837637789856
ali_1688/837637789856@cnfans https://cnfans.com/fr/product?platform=1688&id=837637789856
taobao/837637789856@cnfans https://m.cnfans.com/pages/product/product?id=837637789856&shoptype=TMALL
weidian/7425693931@mulebuy https://t.mulebuy.com?t=t1000017&id=7425693931&shop_type=WEIDIAN
weidian/7425693931@mulebuy https://mulebuy.com/product-test/product/?shop_type=weidian&id=7425693931&update=true
taobao/899392174715@joyagoo https://m.joyagoo.com/pages/product/product?id=899392174715&shoptype=TAOBAo
taobao/726526607194@joyabuy https://joyabuy.com/es/product/?shop_type=taobao&id=726526607194
ali_1688/857200052892@orientdig https://m.orientdig.com/pages/product/product?id=857200052892&shoptype=ALI_1688
ali_1688/746400723584@hoobuy https://hoobuy.com/product/0/746400723584?inviteCode=a
taobao/746400723584@hoobuy https://www.hoobuy.com/m/product/1/746400723584
weidian/7235075533@hoobuy https://hoobuy.com/product/2/7235075533
ali_1688/746400723584@oopbuy https://oopbuy.com/product/3/746400723584
taobao/809595578369@oopbuy https://oopbuy.com/product/TAOBAO/809595578369?inviteCode=a
weidian/7279249763@oopbuy https://m.oopbuy.com/pages/goods/details?spuNo=7279249763&channel=weidian
taobao/36560583182@oopbuy https://oopbuy.com/goods/details?id=36560583182&channelId=1
weidian/7548170513@usfans https://usfans.com/product/3/7548170513?ref=A
ali_1688/750409136600@usfans https://usfans.com/product/1/750409136600
ali_1688/750409136600@usfans https://usfans.com/m/product/4/750409136600
taobao/652343795995@usfans https://www.usfans.com/product/5/652343795995
taobao/675330231421@hipobuy https://hipobuy.com/product/TaoBaO/675330231421
taobao/675330231400@gtbuy https://gtbuy.com/product/1/675330231400
weidian/7513413928@gtbuy https://gtbuy.com/goods/detail?keyword=7513413928&platform=weidian
ali_1688/858275512438@litbuy https://litbuy.com/product/0/858275512438&inviteCode=ABC
ali_1688/858275512438@litbuy https://litbuy.com/products/details?id=858275512438&channel=ALI
weidian/7718385571@vigorbuy https://www.vigorbuy.com/product/weidian/7718385571
weidian/7718385571@boonbuy https://boonbuy.com/product/2/7718385571
weidian/7718385571@hubbuy https://www.hubbuy.com/product/2/7718385571?utm_source=website
weidian/7247608954@lovegobuy https://m.lovegobuy.com/product?id=7247608954&shop_type=weidian
weidian/7247608954@lovegobuy https://www.lovegobuy.com/product?platform=weidian&goodsId=7247608954
weidian/7247608954@lovegobuy https://www.lovegobuy.com/pc/#/goods/detail?platform=weidian&goodsId=7247608954
weidian/7291761033@ootdbuy https://www.ootdbuy.com/goods/details?id=7291761033&channel=weidian
ali_1688/769941872984@cnshopper https://cnshopper.com/goods/detail?keyword=769941872984&platform=1688
weidian/7231813765@basetao https://www.basetao.com/best-taobao-agent-service/products/agent/weidian/7231813765.html
ali_1688/676700645113@ponybuy https://www.ponybuy.com/products/2/676700645113
weidian/7317124549@ponybuy https://www.ponybuy.com/en-gb/goods?&product_id=7317124549&platform=weidian
ali_1688/676700645113@panglobalbuy https://panglobalbuy.com/#/details?type=2&offerId=676700645113&share_id=1
weidian/7513413928@sifubuy https://www.sifubuy.com/detail?id=7513413928&type=4
weidian/7513413928@hubbuycn https://www.hubbuycn.com/index/item/index.html?tp=micro&tid=7513413928
ali_1688/716991604513@hubbuycn https://www.hubbuycn.com/product/item/1688/716991604513
taobao/726526607194@hubbuycn https://www.hubbuycn.com/taobaoID=726526607194&inviter=a
weidian/7513413928@eastmallbuy https://eastmallbuy.com/index/weidian/itemID=7513413928
weidian/7513413928@bbdbuy https://www.bbdbuyeu.com/goods/WEIDIAN/7513413928?from=search
ali_1688/716991604513@bbdbuy https://bbdbuy.com/index/item1688/index.html?tp=1688&tid=716991604513
taobao/956867492270@mycnbox https://mycnbox.com/goodsDetail?mallType=taobao&itemId=956867492270&referId=a
weidian/7513413928@rizzitgo https://rizzitgo.com/detail-page/?goodsId=7513413928&source=3&rno=a
weidian/7513413928@npbuy https://www.npbuy.com/goods-detail?itemId=7513413928&source=WD
weidian/7513413928@pantherbuy https://pantherbuy.com/item?tp=micro&tid=7513413928
weidian/7513413928@okeyhaul https://www.okeyhaul.com/mall/detail?spuid=7513413928&shop_type=weidian
weidian/7513413928@loongbuy https://loongbuy.com/product-details?weidian=7513413928
ali_1688/716991604513@yoybuy https://www.yoybuy.com/p_new/itemdetail1688.html?offerid=716991604513
taobao/810173778124@parcelup https://parcelup.com/shop/item.php?id=810173778124#5500347116648
ali_1688/716991604513@allchinabuy https://www.allchinabuy.com/en/page/buy/?platform=ALIBABA&id=716991604513
taobao/716991604513@superbuy https://www.superbuy.com/en/page/buy/?platform=TMALL&id=716991604513
weidian/7513413928@niuniubox https://niuniubox.com/product-detail/?platform=micro&id=7513413928
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))
})

describe('links inside links', () => {
  test.each(
    parseCases(`
weidian/7788794288@superbuy https://www.superbuy.com/en/page/buy?&from=search-input&url=https://weidian.com/item.html?itemID=7788794288
weidian/7788794288@superbuy https://www.superbuy.com/en/page/buy?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7788794288&&partnercode=a
weidian/7788794288@superbuy https://www.superbuy.com/en/page/buy?url=https%253A%252F%252Fweidian.com%252Fitem.html%253FitemID%253D7788794288
weidian/7788794288@superbuy https://www.superbuy.com/en/page/buy?url=https%25253A%25252F%25252Fweidian.com%25252Fitem.html%25253FitemID%25253D7788794288
taobao/66608981238@superbuy https://m.superbuy.com/home/#/goodsDetail?nTag=Home&url=https://detail.tmall.com/item.htm?id=66608981238
taobao/562674968851@superbuy https://www.superbuy.com/en/page/buy?url=https://world.taobao.com/item/562674968851.htm&partnercode=a&platform=WD
ali_1688/703196808300@superbuy https://www.superbuy.com/en/page/buy?url=https://detail.1688.com/offer/703196808300.html&partnercode=a
taobao/681156549118@superbuy https://www.superbuy.com/en/page/buy?url=https://item.taobao.com/item.htm?id=681156549118&skuId=1&platform=WD&id=5
taobao/681156549118@superbuy https://www.superbuy.com/en/page/buy?platform=WD&id=5&url=https://item.taobao.com/item.htm?id=681156549118
weidian/7788794288@allchinabuy https://www.allchinabuy.com/en/page/buy/?url=https%3A%2F%2Fwww.allchinabuy.com%2Fen%2Fpage%2Fbuy%2F%3Furl%3Dhttps%253A%252F%252Fweidian.com%252Fitem.html%253FitemID%253D7788794288
weidian/7788794288@kakobuy https://www.kakobuy.com/item/details?url=https%3A%2F%2Fcnfans.com%2Fproduct%2F%3Fshop_type%3Dweidian%26id%3D7788794288
weidian/7788794288@kakobuy https://m.kakobuy.com/pages/goods-detail/goods-detail?source=WD&url=weidian.com%2Fitem.html%3FitemID%3D7788794288
weidian/7788794288@kakobuy https://www.kakobuy.com/item/details?url=https:%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7788794288&affcode=a
weidian/7788794288@kakobuy https://www.kakobuy.com/item/details?url=https://weidian.com/item.html%3FitemID%3D7788794288&affcode=a
weidian/7788794288@kakobuy https://www.kakobuy.com/item/details?url=weidian.com/item.html?itemID=7788794288
weidian/7788794288@kakobuy https://www.kakobuy.com/item/details?url=//weidian.com/item.html?itemID=7788794288
weidian/7788794288@kakobuy https://www.kakobuy.com/item/details?url=%20https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7788794288%26x%3D%E0%A4%A
weidian/7788794288@kakobuy https://www.kakobuy.com/item/details?url=%E5%95%86%E5%93%81%20https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7788794288%E3%80%82
taobao/691541677564@sugargoo https://www.esugargoo.com/#/home/productDetail?productLink=https%253A%252F%252Fitem.taobao.com%252Fitem.htm%253Fspm%253Da1%2526id%253D691541677564&memberId=3
weidian/7234567890@sugargoo https://www.sugargoo.com/#/home/productDetail?productLink=https://weidian.com/item.html?itemID=7234567890&memberId=3
weidian/7234567890@sugargoo https://www.sugargoo.com/index/item/index.html?tp=taobao&url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7234567890
taobao/675330231401@fishgoo https://www.fishgoo.com/#/product?productLink=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D675330231401
weidian/7234567890@sifubuy https://www.sifubuy.com/detail?productUrl=https%253A%252F%252Fweidian.com%252Fitem.html%253FitemID%253D7234567890&type=2
taobao/781807828922@hubbuycn https://www.hubbuycn.com/product/item?url=https://item.taobao.com/item.htm?id=781807828922&amp;inviter=a
weidian/6308093508@ezbuycn https://ezbuycn.com/api/chaid.aspx?key=https://weidian.com/item.html?itemID=6308093508&spider_token=4572
weidian/6308093508@hippoobuy https://hippoobuy.com/en_US/goods/detail?keyword=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D6308093508
weidian/7230178590@oopbuy https://m.oopbuy.com/pages/web-view/index?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7230178590
weidian/7230178590@parcelup https://parcelup.com/shop/?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7230178590
weidian/7230178590@acbuy https://www.acbuy.com/en/page/buy/?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7230178590
weidian/7230178590@acbuy https://www.acbuy.com/product?url=https%3A%2F%2Fm.tb.cn%2Fh.abc&id=7230178590&source=WD
weidian/7230178590@sifubuy https://www.sifubuy.com/detail?productUrl=&id=7230178590&type=4
`),
  )('%s', (text, expected) => expect(describeParse(text)).toBe(expected))
})

test("returns the item's URL on its marketplace", () => {
  expect(parseLink('https://cnfans.com/product?platform=ALI_1688&id=837637789856')).toEqual({
    ok: true,
    shopType: 'ali_1688',
    id: '837637789856',
    agent: 'cnfans',
    canonicalUrl: 'https://detail.1688.com/offer/837637789856.html',
  })
  expect(parseLink('https://detail.tmall.com/item.htm?id=741409950882')).toMatchObject({
    shopType: 'taobao',
    agent: null,
    canonicalUrl: 'https://item.taobao.com/item.htm?id=741409950882',
  })
  expect(parseLink('https://weidian.com/item.html?itemId=7513413928&wfr=c')).toMatchObject({
    canonicalUrl: 'https://weidian.com/item.html?itemID=7513413928',
  })
})

test.each(['%&', 'a&', '&', '%ff&', 'x=1&'])(
  'reads at most a hundred parts of a query that repeats %s',
  (part) => {
    const link = (parts: number) => `https://weidian.com/item.html?${part.repeat(parts)}itemID=42`
    expect(describeParse(link(99))).toBe('weidian/42')
    expect(parseLink(link(100))).toMatchObject({ ok: false })
  },
)

describe('unknown hosts', () => {
  test.each(
    parseCases(`
taobao/652874751412?newagent.example https://newagent.example/product?shop_type=taobao&id=652874751412
weidian/7513413928?newagent.example https://newagent.example/item?source=weidian&goodsId=7513413928&ref=1
ali_1688/716991604513?a.newagent.example https://a.NewAgent.example/#/detail?platform=ali_1688&itemID=716991604513
weidian/7513413928?newagent.example https://newagent.example/?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7513413928
taobao/681156549118?newagent.example https://newagent.example/buy?productUrl=https://item.taobao.com/item.htm?id=681156549118
`),
  )('are parsed when they name marketplace and number or contain a known link: %s', (text, expected) =>
    expect(describeParse(text)).toBe(expected),
  )
})
