import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { agents } from '#db/schema.ts'
import { anAgent } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const admin = { authorization: tokens.admin }

describe('agents over HTTP', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  async function names(query: string, headers: Record<string, string> = {}): Promise<unknown[]> {
    const { body } = await app().get(`/agent/getAgent${query}`, headers)
    return Array.isArray(body?.data) ? body.data.map(({ name }) => name) : []
  }
  async function someAgents() {
    await anAgent(database.db, { name: 'Third', position: 3 })
    await anAgent(database.db, { name: 'First', position: 1, isSelected: true })
    await anAgent(database.db, { name: 'Closed', position: 2, active: false })
    await anAgent(database.db, { name: 'Gone', position: null, deletedAt: new Date() })
  }

  test('returns agents with exactly the fields of the specification', async () => {
    const { id } = await anAgent(database.db, {
      name: 'CNFans',
      image: '/agents/cnfans.svg',
      offer: 'Opens the item on CNFans',
      linkTaobao: 'https://cnfans.com/product/?shop_type=taobao&id={id}',
      linkWeidian: '',
      linkAli1688: 'https://cnfans.com/product/?shop_type=ali_1688&id={id}',
    })
    const { body } = await app().get('/agent/getAgent')
    expect(body).toEqual({
      success: true,
      statusCode: 200,
      message: 'OK',
      data: [
        {
          _id: id,
          name: 'CNFans',
          img: '/agents/cnfans.svg',
          offer: 'Opens the item on CNFans',
          to: {
            taobao: 'https://cnfans.com/product/?shop_type=taobao&id={id}',
            weidian: '',
            ali_1688: 'https://cnfans.com/product/?shop_type=ali_1688&id={id}',
          },
          active: true,
          isSelected: false,
          serial: 1,
          version: 1,
        },
      ],
    })
  })

  test.each(['', '?active=true', '?active=false', '?active='])(
    'returns the active agents in order to visitors and users, also with %s',
    async (query) => {
      await someAgents()
      expect(await names(query)).toEqual(['First', 'Third'])
      expect(await names(query, { authorization: tokens.user })).toEqual(['First', 'Third'])
    },
  )

  test.each([
    ['', ['First', 'Closed', 'Third']],
    ['?active=true', ['First', 'Third']],
    ['?active=false', ['Closed']],
  ])('returns the requested agents to admins with %s', async (query, expected) => {
    await someAgents()
    expect(await names(query, admin)).toEqual(expected)
  })

  test('does not cache a response for admins', async () => {
    await someAgents()
    const reply = await app().get('/agent/getAgent?active=false', admin)
    expect(reply.headers['cache-control']).toBe('private, no-store')
    expect(await names('?active=false')).toEqual(['First', 'Third'])
  })

  test('a write invalidates the cached list', async () => {
    await someAgents()
    expect(await names('')).toEqual(['First', 'Third'])
    await database.db.update(agents).set({ name: 'Renamed' }).where(eq(agents.name, 'Third'))
    expect(await names('')).toEqual(['First', 'Third'])
    await app().invalidation.publish([['getAgent']])
    expect(await names('')).toEqual(['First', 'Renamed'])
  })

  test.each(['?utm_source=x', '?active=&x=1', '?fbclid=2'])(
    'answers %s from the cached list',
    async (query) => {
      await someAgents()
      await names('')
      await database.db.update(agents).set({ name: 'Renamed' }).where(eq(agents.name, 'Third'))
      expect(await names(query)).toEqual(['First', 'Third'])
    },
  )

  test.each(['?active=1', '?active=yes', '?active=true&active=true', '?active[]=true'])(
    'returns 400 for %s',
    async (query) => {
      expect((await app().get(`/agent/getAgent${query}`)).status).toBe(400)
    },
  )
})
