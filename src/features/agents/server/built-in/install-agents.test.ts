import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { agents, securityEvents } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { anAgent } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { type BuiltInAgent, type BuiltInAgents, builtInAgents } from './built-in-agents.ts'
import { installAgents } from './install-agents.ts'
import { listTemplateOffers } from './template-offers.ts'

const names = ['KakoBuy', 'CNFans', 'MuleBuy', 'ACBuy', 'OOPBuy', 'HooBuy', 'Superbuy', 'CSSBuy']

/** The list of a later release, in which the agent has these values. */
function aRelease(key: string, values: Partial<BuiltInAgent>, revision = 2): BuiltInAgents {
  const list = builtInAgents.agents.map((agent) => (agent.key === key ? { ...agent, ...values } : agent))
  return { revision, agents: list }
}

test('the list of built-in agents has a new revision when it changes', () => {
  const digest = createHash('sha256').update(JSON.stringify(builtInAgents)).digest('hex').slice(0, 12)
  expect(`${builtInAgents.revision} ${digest}`).toBe('1 241600b61b73')
})

describe('the agents that come with the site', () => {
  const database = useDatabase()
  const install = (list?: BuiltInAgents) => installAgents(database.db, list)
  const listRows = () => database.db.select().from(agents).orderBy(asc(agents.position), asc(agents.name))
  async function findRow(key: string) {
    const [row] = await database.db.select().from(agents).where(eq(agents.builtIn, key))
    if (!row) throw new Error(`There is no ${key}.`)
    return row
  }
  const change = (key: string, values: Partial<typeof agents.$inferInsert>) =>
    database.db.update(agents).set(values).where(eq(agents.builtIn, key))
  const listNames = async () => (await listRows()).map(({ name }) => name)

  test('are added to an empty site, active and in order, with KakoBuy as the default', async () => {
    await install()
    const rows = await listRows()
    expect(
      rows.map(({ name, position, active, isSelected }) => [name, position, active, isSelected]),
    ).toEqual(names.map((name, index) => [name, index + 1, true, index === 0]))
    expect(await verifyData(database.db)).toEqual([])
  })

  test('are added once when three instances start at the same time', async () => {
    await Promise.all([install(), install(), install()])
    expect(await listNames()).toEqual(names)
    expect(await verifyData(database.db)).toEqual([])
  })

  test('are added after the agents of the operator, whose default stays', async () => {
    await anAgent(database.db, { name: 'Own', isSelected: true })
    await install()
    expect(await listNames()).toEqual(['Own', ...names])
    expect((await listRows()).filter(({ isSelected }) => isSelected).map(({ name }) => name)).toEqual(['Own'])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('an agent of the operator with the same name is taken instead, unchanged', async () => {
    const { id } = await anAgent(database.db, {
      name: 'acbuy',
      offer: 'Mine',
      linkTaobao: 'https://acbuy.com/{id}?a=1',
    })
    await install()
    expect(await findRow('acbuy')).toMatchObject({
      id,
      name: 'acbuy',
      offer: 'Mine',
      linkTaobao: 'https://acbuy.com/{id}?a=1',
    })
    expect(await listNames()).toHaveLength(8)
    expect(await listTemplateOffers(database.db)).toEqual([])
  })

  test('stay deleted, switched off, renamed and edited at every start', async () => {
    await install()
    await change('superbuy', { deletedAt: new Date(), position: null })
    await change('cssbuy', { active: false, position: 7 })
    await change('hoobuy', { name: 'Hoo', offer: 'Free storage', image: 'agents/own.webp' })
    await change('acbuy', { linkTaobao: 'https://www.acbuy.com/product?id={id}&source=TB&u=me' })
    const before = await listRows()
    await install()
    await install(aRelease('kakobuy', {}))
    const withoutShipped = (rows: typeof before) => rows.map(({ shipped: _, ...row }) => row)
    expect(withoutShipped(await listRows())).toEqual(withoutShipped(before))
  })

  test('an upgrade changes texts and links on the same host, and nothing that the operator changed', async () => {
    await install()
    await change('mulebuy', { offer: 'Mine', linkTaobao: 'https://mulebuy.com/own/{id}' })
    const links = {
      linkTaobao: 'https://mulebuy.com/item/taobao/{id}',
      linkWeidian: 'https://mulebuy.com/item/weidian/{id}',
    }
    await install(aRelease('mulebuy', { ...links, name: 'Mulebuy', offer: 'mulebuy.com' }))
    const row = await findRow('mulebuy')
    expect(row).toMatchObject({
      name: 'Mulebuy',
      offer: 'Mine',
      linkTaobao: 'https://mulebuy.com/own/{id}',
      linkWeidian: links.linkWeidian,
      version: 2,
    })
    expect(
      await database.db.select().from(securityEvents).where(eq(securityEvents.type, 'agent-changed')),
    ).toMatchObject([{ actorId: null, details: { agent: row.id } }])
    expect((await findRow('acbuy')).version).toBe(1)
  })

  test.each([
    ['another host', 'https://hoobuy.example/{id}'],
    ['another protocol', 'http://www.hoobuy.com/product/1/{id}'],
    ['another port', 'https://www.hoobuy.com:8443/product/1/{id}'],
    ['a subdomain', 'https://go.hoobuy.com/product/1/{id}'],
    ['no host', ''],
  ])('an upgrade only offers a link to %s', async (_case, linkTaobao) => {
    await install()
    const { linkTaobao: current } = await findRow('hoobuy')
    const release = aRelease('hoobuy', { linkTaobao })
    await install(release)
    const row = await findRow('hoobuy')
    expect(row).toMatchObject({ linkTaobao: current, version: 1 })
    const links = [{ shopType: 'taobao', current, offered: linkTaobao }]
    expect(await listTemplateOffers(database.db, release)).toEqual([
      { agent_id: row.id, name: 'HooBuy', revision: 2, links },
    ])
  })

  test('an upgrade only offers the first link for a marketplace', async () => {
    await install()
    const release = aRelease('cnfans', {
      linkWeidian: 'https://cnfans.com/product/?shop_type=weidian&id={id}',
    })
    await install(release)
    expect((await findRow('cnfans')).linkWeidian).toBe('')
    expect(await listTemplateOffers(database.db, release)).toMatchObject([{ name: 'CNFans' }])
  })

  test('a deleted agent is offered nothing', async () => {
    await install()
    await change('hoobuy', { deletedAt: new Date(), position: null })
    const release = aRelease('hoobuy', { linkTaobao: 'https://hoobuy.example/{id}' })
    await install(release)
    expect(await listTemplateOffers(database.db, release)).toEqual([])
  })

  test('a process of the release before changes nothing back', async () => {
    await install()
    const release = aRelease('oopbuy', { offer: 'New', linkTaobao: 'https://oopbuy.example/{id}' })
    await install(release)
    const after = await listRows()
    await install()
    expect(await listRows()).toEqual(after)
    expect(await listTemplateOffers(database.db)).toEqual([])
  })

  test('an upgrade leaves a name alone that another agent has', async () => {
    await install()
    await anAgent(database.db, { name: 'HooBuy Global' })
    await install(aRelease('hoobuy', { name: 'hoobuy global', offer: 'New' }))
    expect(await findRow('hoobuy')).toMatchObject({ name: 'HooBuy', offer: 'New' })
    expect(await verifyData(database.db)).toEqual([])
  })
})
