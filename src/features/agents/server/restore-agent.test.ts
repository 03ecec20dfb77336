import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { agents, securityEvents } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { anAgent } from '#support/factories.ts'
import { modes, useDatabase } from '#test/database.ts'
import { restoreAgent } from './restore-agent.ts'

describe.each(modes)('an agent that was deleted, on %s', (mode) => {
  const database = useDatabase(mode)
  const aGoneOne = (given: Partial<typeof agents.$inferInsert> = {}) =>
    anAgent(database.db, { name: 'CNFans', position: null, deletedAt: new Date(), ...given })
  const findRow = async (id: string) => {
    const [row] = await database.db.select().from(agents).where(eq(agents.id, id))
    return row
  }

  test('comes back at the end of the list, by its name in any spelling', async () => {
    await anAgent(database.db, { name: 'A', isSelected: true })
    const { id } = await aGoneOne()
    expect(await restoreAgent(database.db, 'cnfans')).toBe(2)
    expect(await findRow(id)).toMatchObject({
      name: 'CNFans',
      position: 2,
      isSelected: false,
      deletedAt: null,
    })
    expect(await verifyData(database.db)).toEqual([])
    expect(await database.db.select().from(securityEvents)).toMatchObject([
      { type: 'agent-restored', actorId: null, details: { agent: id } },
    ])
  })

  test('is selected when no other active one is there', async () => {
    const { id } = await aGoneOne()
    await restoreAgent(database.db, 'CNFans')
    expect(await findRow(id)).toMatchObject({ isSelected: true })
    expect(await verifyData(database.db)).toEqual([])
  })

  test('is the one that went last', async () => {
    await aGoneOne({ deletedAt: new Date('2026-01-01') })
    const { id } = await aGoneOne({ deletedAt: new Date('2026-02-01') })
    await restoreAgent(database.db, 'CNFans')
    expect((await findRow(id))?.deletedAt).toBeNull()
    expect(await database.db.$count(agents, eq(agents.position, 1))).toBe(1)
  })

  test('must have been there, and must not have been replaced', async () => {
    await expect(restoreAgent(database.db, 'CNFans')).rejects.toThrow('No deleted agent has this name.')
    await aGoneOne()
    await anAgent(database.db, { name: 'cnfans', isSelected: true })
    await expect(restoreAgent(database.db, 'CNFans')).rejects.toThrow(
      'An agent with this name already exists.',
    )
    expect(await database.db.$count(securityEvents)).toBe(0)
  })
})
