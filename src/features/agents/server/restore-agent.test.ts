import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { agents, securityEvents } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { anAgent } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { restoreAgent } from './restore-agent.ts'

describe('restoring a deleted agent', () => {
  const database = useDatabase()
  const createDeletedAgent = (fields: Partial<typeof agents.$inferInsert> = {}) =>
    anAgent(database.db, { name: 'CNFans', position: null, deletedAt: new Date(), ...fields })
  const findRow = async (id: string) => {
    const [row] = await database.db.select().from(agents).where(eq(agents.id, id))
    return row
  }

  test('adds it at the end of the list, by its name in upper or lower case', async () => {
    await anAgent(database.db, { name: 'A', isSelected: true })
    const { id } = await createDeletedAgent()
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

  test('selects it when no other agent is active', async () => {
    const { id } = await createDeletedAgent()
    await restoreAgent(database.db, 'CNFans')
    expect(await findRow(id)).toMatchObject({ isSelected: true })
    expect(await verifyData(database.db)).toEqual([])
  })

  test('restores the most recently deleted agent with the name', async () => {
    await createDeletedAgent({ deletedAt: new Date('2026-01-01') })
    const { id } = await createDeletedAgent({ deletedAt: new Date('2026-02-01') })
    await restoreAgent(database.db, 'CNFans')
    expect((await findRow(id))?.deletedAt).toBeNull()
    expect(await database.db.$count(agents, eq(agents.position, 1))).toBe(1)
  })

  test('throws without a deleted agent, or when another agent has the name', async () => {
    await expect(restoreAgent(database.db, 'CNFans')).rejects.toThrow('No deleted agent has this name.')
    await createDeletedAgent()
    await anAgent(database.db, { name: 'cnfans', isSelected: true })
    await expect(restoreAgent(database.db, 'CNFans')).rejects.toThrow(
      'An agent with this name already exists.',
    )
    expect(await database.db.$count(securityEvents)).toBe(0)
  })
})
