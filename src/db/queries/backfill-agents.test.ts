import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtInAgents, closedDemoAgent } from '#features/agents/server/built-in/built-in-agents.ts'
import { installAgents } from '#features/agents/server/built-in/install-agents.ts'
import { createDatabaseLocation, type DatabaseLocation } from '#test/database.ts'
import { connectDatabase, type Database } from '../client.ts'
import { runInLongTransaction } from '../copy-tables.ts'
import { applyMigrations, listKnownMigrations, migrateDatabase } from '../migrate.ts'

/** The schema version before agents came with every site. */
const formerSchema = listKnownMigrations()[9] ?? 0

describe('a site that has the demo agents of the release before', () => {
  let location: DatabaseLocation
  let database: Database
  beforeEach(async () => {
    location = await createDatabaseLocation('server', 'empty')
    database = await connectDatabase({ ...location.config, applicationName: 'tests' })
    await runInLongTransaction(database.pool, (client) => applyMigrations(client, { until: formerSchema }))
    await fillAgents(database.pool)
  })
  afterEach(async () => {
    await database.close()
    await location.remove()
  })

  const change = (name: string, values: string) =>
    database.pool.query(`update agents set ${values} where name = '${name}'`)
  const columns = `id, name, image, offer, link_taobao, link_weidian, link_ali_1688, active, is_selected, position,
    version, deleted_at`
  const readAgents = async (): Promise<unknown[]> =>
    (await database.pool.query(`select ${columns} from agents order by id`)).rows
  const readKeys = async () => {
    const { rows } = await database.pool.query<{ name: string; key: string }>(
      'select name, built_in as key from agents where built_in is not null order by built_in',
    )
    return rows.map(({ name, key }) => `${key}: ${name}`)
  }
  async function upgrade(): Promise<void> {
    await migrateDatabase(database.pool)
    await Promise.all([installAgents(database.db), installAgents(database.db)])
  }

  test('keeps them as they are, without duplicates', async () => {
    const before = await readAgents()
    await upgrade()
    expect(await readAgents()).toEqual(before)
    expect(await readKeys()).toEqual(
      builtInAgents.agents.map(({ key, name }) => `${key}: ${name}`).toSorted(),
    )
  })

  test('the frozen list is what the demo catalog of that release held', async () => {
    await upgrade()
    const { rows } = await database.pool.query(
      'select built_in as key, shipped from agents where built_in is not null',
    )
    expect(rows).toHaveLength(8)
    for (const { key, shipped } of rows) {
      const { key: _, ...values } = builtInAgents.agents.find((agent) => agent.key === key) ?? { key: '' }
      expect(shipped).toEqual({ ...values, revision: 1 })
    }
  })

  test('recognizes agents that the operator renamed, edited, switched off or deleted', async () => {
    await change('KakoBuy', `name = 'My Kako'`)
    await change(
      'CNFans',
      `image = 'agents/own.webp', link_taobao = 'https://cnfans.com/product/?id={id}&ref=1'`,
    )
    await change('MuleBuy', `name = 'Mule', image = 'agents/mule.webp'`)
    await change('ACBuy', 'active = false')
    await change('CSSBuy', 'deleted_at = now(), position = null')
    await change('PandaBuy', 'position = 8')
    const before = await readAgents()
    await upgrade()
    expect(await readAgents()).toEqual(before)
    expect(await readKeys()).toEqual([
      'acbuy: ACBuy',
      'cnfans: CNFans',
      'cssbuy: CSSBuy',
      'hoobuy: HooBuy',
      'kakobuy: My Kako',
      'mulebuy: Mule',
      'oopbuy: OOPBuy',
      'superbuy: Superbuy',
    ])
  })

  test('adds what is missing on a site that had only own agents', async () => {
    await database.pool.query('delete from agents')
    await database.pool.query(
      `insert into agents (name, image, offer, link_taobao, position, is_selected, active)
       values ('Kako', 'agents/1.webp', 'x', 'https://kakobuy.com/own?id={id}', 1, true, true)`,
    )
    await upgrade()
    expect(await readKeys()).toHaveLength(8)
    expect(await readKeys()).toContain('kakobuy: Kako')
  })
})

/** The agents that `SEED=demo` made, written as that release wrote them. */
async function fillAgents(pool: Pool): Promise<void> {
  for (const [index, agent] of [...builtInAgents.agents, closedDemoAgent].entries()) {
    const { name, image, offer, linkTaobao, linkWeidian, linkAli1688 } = agent
    await pool.query(
      `insert into agents (name, image, offer, link_taobao, link_weidian, link_ali_1688, position, active, is_selected)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        name,
        image,
        offer,
        linkTaobao,
        linkWeidian,
        linkAli1688,
        index + 1,
        agent !== closedDemoAgent,
        index === 0,
      ],
    )
  }
}
