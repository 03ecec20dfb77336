import { inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { securityEvents, users } from '#db/schema.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'

describe('events of members’ photos', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)
  const people = photoPeople(app)

  async function findUserId(role: 'user' | 'admin'): Promise<string | undefined> {
    const rows = await database.db.select().from(users)
    return rows.find((row) => row.role === role)?.id
  }
  const readEvents = () =>
    database.db
      .select()
      .from(securityEvents)
      .where(inArray(securityEvents.type, ['photos-added', 'photos-deleted', 'photos-moderated']))
      .orderBy(securityEvents.createdAt, securityEvents.id)

  test('records one event for each action of an admin, and none for others', async () => {
    const set = await people.aSet()
    expect(await readEvents()).toEqual([])
    const moderated = await people.moderate(set, { status: 'approved' })
    await people.moderate(set, { status: 'approved' })
    const deleted = await people.delete(set)
    const added = await people.send(await people.uploads(1, tokens.admin), {}, tokens.admin)
    const [actorId, author] = [await findUserId('admin'), await findUserId('user')]
    const alone = { count: 1, hour: null, network: null }
    const by = { id: expect.any(String), actorId, ipAddress: '127.0.0.1', createdAt: expect.any(Date) }
    const common = { ...by, ...alone }
    expect(await readEvents()).toEqual([
      {
        ...common,
        type: 'photos-moderated',
        subjectId: author,
        requestId: moderated.headers['x-request-id'],
        details: { set, old: 'pending', new: 'approved' },
      },
      {
        ...common,
        type: 'photos-deleted',
        subjectId: author,
        requestId: deleted.headers['x-request-id'],
        details: { set, product: 'weidian/9900661650', photos: '1' },
      },
      {
        ...common,
        type: 'photos-added',
        subjectId: null,
        requestId: added.headers['x-request-id'],
        details: { set: Object(added.body?.data)._id, product: 'weidian/9900661650' },
      },
    ])
  })
})
