import type { ClientBase } from 'pg'

type DemoAgent = { key: string; name: string; links: Record<LinkColumn, string> }
type LinkColumn = 'linkTaobao' | 'linkWeidian' | 'linkAli1688'
type StoredAgent = { id: string; name: string; image: string; links: string[] }

/**
 * Marks the agents that earlier releases added with the demo catalog, even when they were changed or deleted later. Marked
 * agents are not added again. Nothing else of them changes. Reads the tables as migration 0012 leaves them, so this list of
 * agents never changes.
 */
export async function adoptDemoAgents(client: ClientBase): Promise<void> {
  const { rows } = await client.query<StoredAgent>(
    `select id, name, image, array[link_taobao, link_weidian, link_ali_1688] as links
     from agents order by deleted_at is not null, position, deleted_at desc`,
  )
  const matches = new Map<DemoAgent, StoredAgent>()
  for (const isSame of [hasSameMark, hasSameName, hasSameHost]) {
    for (const agent of demoAgents.filter((candidate) => !matches.has(candidate))) {
      const usedRows = new Set(matches.values())
      const row = rows.find((candidate) => !usedRows.has(candidate) && isSame(candidate, agent))
      if (row) matches.set(agent, row)
    }
  }
  for (const [{ key, name, links }, { id }] of matches) {
    const shipped = { revision: 1, name, image: getMark(key), offer: describeOffer(links), ...links }
    await client.query('update agents set built_in = $1, shipped = $2 where id = $3', [key, shipped, id])
  }
}

const getMark = (key: string) => `/agents/${key}.svg`
const hasSameMark = (row: StoredAgent, { key }: DemoAgent) => row.image === getMark(key)
const hasSameName = (row: StoredAgent, { key }: DemoAgent) => row.name.toLowerCase() === key
const hasSameHost = (row: StoredAgent, { links }: DemoAgent) =>
  row.links.some((link) => getHost(link) === getHost(links.linkTaobao))

function getHost(link: string): string | undefined {
  return URL.parse(link.replaceAll('{id}', '1'))?.hostname.replace(/^www\./, '')
}

function describeOffer({ linkTaobao, linkWeidian, linkAli1688 }: DemoAgent['links']): string {
  const shops = ['Taobao', 'Tmall', linkAli1688 && '1688', linkWeidian && 'Weidian'].filter(Boolean)
  return `${getHost(linkTaobao)} · ${shops.join(', ')}`
}

/** The three templates of an agent; `codes` are how it writes Taobao, Weidian and 1688. */
function createAgent(name: string, template: string, codes: readonly [string, string, string]): DemoAgent {
  const [linkTaobao, linkWeidian, linkAli1688] = codes.map((code) => template.replace('*', code))
  return {
    key: name.toLowerCase(),
    name,
    links: { linkTaobao: linkTaobao ?? '', linkWeidian: linkWeidian ?? '', linkAli1688: linkAli1688 ?? '' },
  }
}

const marketplaceUrls = [
  'https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D{id}',
  'https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D{id}',
  'https%3A%2F%2Fdetail.1688.com%2Foffer%2F{id}.html',
] as const
const cnfans = createAgent('CNFans', 'https://cnfans.com/product/?shop_type=*&id={id}', [
  'taobao',
  'weidian',
  'ali_1688',
])

const demoAgents: readonly DemoAgent[] = [
  createAgent('KakoBuy', 'https://www.kakobuy.com/item/details?url=*', marketplaceUrls),
  { ...cnfans, links: { ...cnfans.links, linkWeidian: '' } },
  createAgent('MuleBuy', 'https://mulebuy.com/product/?shop_type=*&id={id}', [
    'taobao',
    'weidian',
    'ali_1688',
  ]),
  createAgent('ACBuy', 'https://www.acbuy.com/product?id={id}&source=*', ['TB', 'WD', 'AL']),
  createAgent('OOPBuy', 'https://www.oopbuy.com/product/*/{id}', ['taobao', 'weidian', '1688']),
  createAgent('HooBuy', 'https://www.hoobuy.com/product/*/{id}', ['1', '2', '0']),
  createAgent('Superbuy', 'https://www.superbuy.com/en/page/buy/?url=*', marketplaceUrls),
  createAgent('CSSBuy', 'https://www.cssbuy.com/item-*{id}.html', ['', 'micro-', '1688-']),
]
