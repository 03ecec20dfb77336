import type { agents } from '#db/schema.ts'

type AgentLinks = Pick<typeof agents.$inferInsert, 'linkTaobao' | 'linkWeidian' | 'linkAli1688'>
type DemoAgent = AgentLinks & { name: string; active?: boolean; isSelected?: boolean }

/** Agents as public link collections list them; an empty link means that the agent does not buy there. */
const demoAgents: DemoAgent[] = [
  { name: 'KakoBuy', isSelected: true, ...createLinkTemplates('https://www.kakobuy.com/item/details?url=') },
  // CNFans stopped buying on Weidian in January 2026.
  {
    name: 'CNFans',
    linkTaobao: 'https://cnfans.com/product/?shop_type=taobao&id={id}',
    linkWeidian: '',
    linkAli1688: 'https://cnfans.com/product/?shop_type=ali_1688&id={id}',
  },
  {
    name: 'MuleBuy',
    linkTaobao: 'https://mulebuy.com/product/?shop_type=taobao&id={id}',
    linkWeidian: 'https://mulebuy.com/product/?shop_type=weidian&id={id}',
    linkAli1688: 'https://mulebuy.com/product/?shop_type=ali_1688&id={id}',
  },
  {
    name: 'ACBuy',
    linkTaobao: 'https://www.acbuy.com/product?id={id}&source=TB',
    linkWeidian: 'https://www.acbuy.com/product?id={id}&source=WD',
    linkAli1688: 'https://www.acbuy.com/product?id={id}&source=AL',
  },
  {
    name: 'OOPBuy',
    linkTaobao: 'https://www.oopbuy.com/product/taobao/{id}',
    linkWeidian: 'https://www.oopbuy.com/product/weidian/{id}',
    linkAli1688: 'https://www.oopbuy.com/product/1688/{id}',
  },
  {
    name: 'HooBuy',
    linkTaobao: 'https://www.hoobuy.com/product/1/{id}',
    linkWeidian: 'https://www.hoobuy.com/product/2/{id}',
    linkAli1688: 'https://www.hoobuy.com/product/0/{id}',
  },
  { name: 'Superbuy', ...createLinkTemplates('https://www.superbuy.com/en/page/buy/?url=') },
  {
    name: 'CSSBuy',
    linkTaobao: 'https://www.cssbuy.com/item-{id}.html',
    linkWeidian: 'https://www.cssbuy.com/item-micro-{id}.html',
    linkAli1688: 'https://www.cssbuy.com/item-1688-{id}.html',
  },
  // Closed in 2024; it stays so that the inactive state can be seen.
  { name: 'PandaBuy', active: false, ...createLinkTemplates('https://www.pandabuy.com/product?url=') },
]

/** The agents in their order, each with a letter logo of ours, and its host and marketplaces as its offer. */
export function createAgentRows(): (typeof agents.$inferInsert)[] {
  return demoAgents.map((agent, index) => ({
    ...agent,
    image: `/agents/${agent.name.toLowerCase()}.svg`,
    offer: describeOffer(agent),
    position: index + 1,
  }))
}

/** 'cnfans.com · Taobao, Tmall, 1688' */
function describeOffer({ linkTaobao, linkWeidian, linkAli1688 }: AgentLinks): string {
  const host = URL.parse(linkTaobao ?? '')?.hostname.replace(/^www\./, '')
  const shops = ['Taobao', 'Tmall', linkAli1688 && '1688', linkWeidian && 'Weidian'].filter(Boolean)
  return `${host} · ${shops.join(', ')}`
}

/** Templates of an agent that takes the marketplace's own URL as a parameter. */
function createLinkTemplates(prefix: string): AgentLinks {
  const createTemplate = (before: string, after = '') =>
    `${prefix}${encodeURIComponent(before)}{id}${encodeURIComponent(after)}`
  return {
    linkTaobao: createTemplate('https://item.taobao.com/item.htm?id='),
    linkWeidian: createTemplate('https://weidian.com/item.html?itemID='),
    linkAli1688: createTemplate('https://detail.1688.com/offer/', '.html'),
  }
}
