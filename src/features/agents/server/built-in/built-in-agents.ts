import type { agents } from '#db/schema.ts'

type AgentLinks = { linkTaobao: string; linkWeidian: string; linkAli1688: string }
/** What a release says about an agent; the operator may change all of it but `key`. */
export type BuiltInAgent = AgentLinks & { key: string; name: string; offer: string; image: string }
/** `revision` grows with each change of the list, so that an older process does not undo what a newer one did. */
export type BuiltInAgents = { revision: number; agents: readonly BuiltInAgent[] }

/**
 * The agents that come with the site, in the order of a new site. An empty link means that the agent does not buy there.
 * Raise `revision` with every change (073).
 */
export const builtInAgents: BuiltInAgents = {
  revision: 1,
  agents: [
    createAgent('KakoBuy', createLinkTemplates('https://www.kakobuy.com/item/details?url=')),
    // CNFans stopped buying on Weidian in January 2026.
    createAgent('CNFans', {
      linkTaobao: 'https://cnfans.com/product/?shop_type=taobao&id={id}',
      linkWeidian: '',
      linkAli1688: 'https://cnfans.com/product/?shop_type=ali_1688&id={id}',
    }),
    createAgent('MuleBuy', {
      linkTaobao: 'https://mulebuy.com/product/?shop_type=taobao&id={id}',
      linkWeidian: 'https://mulebuy.com/product/?shop_type=weidian&id={id}',
      linkAli1688: 'https://mulebuy.com/product/?shop_type=ali_1688&id={id}',
    }),
    createAgent('ACBuy', {
      linkTaobao: 'https://www.acbuy.com/product?id={id}&source=TB',
      linkWeidian: 'https://www.acbuy.com/product?id={id}&source=WD',
      linkAli1688: 'https://www.acbuy.com/product?id={id}&source=AL',
    }),
    createAgent('OOPBuy', {
      linkTaobao: 'https://www.oopbuy.com/product/taobao/{id}',
      linkWeidian: 'https://www.oopbuy.com/product/weidian/{id}',
      linkAli1688: 'https://www.oopbuy.com/product/1688/{id}',
    }),
    createAgent('HooBuy', {
      linkTaobao: 'https://www.hoobuy.com/product/1/{id}',
      linkWeidian: 'https://www.hoobuy.com/product/2/{id}',
      linkAli1688: 'https://www.hoobuy.com/product/0/{id}',
    }),
    createAgent('Superbuy', createLinkTemplates('https://www.superbuy.com/en/page/buy/?url=')),
    createAgent('CSSBuy', {
      linkTaobao: 'https://www.cssbuy.com/item-{id}.html',
      linkWeidian: 'https://www.cssbuy.com/item-micro-{id}.html',
      linkAli1688: 'https://www.cssbuy.com/item-1688-{id}.html',
    }),
  ],
}

/** Closed in 2024. It comes with the demo catalog only, so that the inactive state can be seen. */
export const closedDemoAgent = createAgent(
  'PandaBuy',
  createLinkTemplates('https://www.pandabuy.com/product?url='),
)

/** The columns that a release fills in. */
export function toBuiltInColumns({ key: _key, ...columns }: BuiltInAgent) {
  return columns satisfies Partial<typeof agents.$inferInsert>
}

/** An agent with a letter logo of ours, and its host and marketplaces as its offer. */
function createAgent(name: string, links: AgentLinks): BuiltInAgent {
  const key = name.toLowerCase()
  return { key, name, image: `/agents/${key}.svg`, offer: describeOffer(links), ...links }
}

/** 'cnfans.com · Taobao, Tmall, 1688' */
function describeOffer({ linkTaobao, linkWeidian, linkAli1688 }: AgentLinks): string {
  const host = URL.parse(linkTaobao)?.hostname.replace(/^www\./, '')
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
