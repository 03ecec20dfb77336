import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { agents } from '#db/schema.ts'
import { getStatusAndMessage, useAgentFixture } from '#test/fixtures/agent-fixture.ts'
import { builtInAgents } from './built-in-agents.ts'
import { installAgents } from './install-agents.ts'

const oldLink = 'https://old.example/{id}'
const newLink = 'https://www.acbuy.com/product?id={id}&source=TB'

describe('new link templates over HTTP', () => {
  const { database, app, ask } = useAgentFixture()
  const offers = async () => Object((await ask('GET', '/agent/templateOffers')).body).data
  const settle = (apply: boolean, revision = builtInAgents.revision) =>
    findRow().then(({ id }) =>
      ask('PATCH', `/agent/settleTemplateOffer?agent_id=${id}&revision=${revision}&apply=${apply}`),
    )
  async function findRow() {
    const [row] = await database.db.select().from(agents).where(eq(agents.builtIn, 'acbuy'))
    if (!row?.shipped) throw new Error('ACBuy is missing.')
    return { ...row, shipped: row.shipped }
  }
  /** A site whose release before had another host for ACBuy. */
  beforeEach(async () => {
    await installAgents(database.db)
    const { shipped } = await findRow()
    await database.db
      .update(agents)
      .set({ linkTaobao: oldLink, shipped: { ...shipped, revision: 0, linkTaobao: oldLink } })
      .where(eq(agents.builtIn, 'acbuy'))
    await installAgents(database.db)
  })

  test('are listed for admins with the old and the new link', async () => {
    const { id } = await findRow()
    expect(await offers()).toEqual([
      {
        agent_id: id,
        name: 'ACBuy',
        revision: builtInAgents.revision,
        links: [{ shopType: 'taobao', current: oldLink, offered: newLink }],
      },
    ])
    expect((await app().get('/agent/templateOffers')).status).toBe(401)
  })

  test('are applied when an admin presses Apply', async () => {
    const reply = await settle(true)
    expect(getStatusAndMessage(reply)).toEqual([200, 'Agent updated successfully!'])
    expect(reply.body?.data).toMatchObject({ to: { taobao: newLink }, version: 2 })
    expect(await offers()).toEqual([])
    expect((await settle(true)).status).toBe(409)
  })

  test('are not offered again when an admin keeps the old one', async () => {
    expect((await settle(false)).body?.data).toMatchObject({ to: { taobao: oldLink }, version: 1 })
    expect(await offers()).toEqual([])
    await installAgents(database.db)
    expect(await offers()).toEqual([])
  })

  test('return 409 when other links are offered than those that were shown', async () => {
    expect((await settle(true, builtInAgents.revision + 1)).status).toBe(409)
    expect((await findRow()).linkTaobao).toBe(oldLink)
  })

  test('return 409 for an agent without an offer', async () => {
    const [other] = await database.db.select().from(agents).where(eq(agents.builtIn, 'hoobuy'))
    const path = `/agent/settleTemplateOffer?agent_id=${other?.id}&revision=1&apply=true`
    expect((await ask('PATCH', path)).status).toBe(409)
  })
})
