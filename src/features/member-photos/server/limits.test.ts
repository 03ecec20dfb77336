import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { photoSubmissions, photoUploads } from '#db/schema.ts'
import { aQcSet } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'

const own = 'You have 30 photo submissions pending. Submit more once some are approved.'
const all = 'Too many photos are pending right now. Please try again in a few days.'

describe('photos that wait for approval', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100' } })
  const people = photoPeople(app)
  const getOutcome = ({ status, body }: Reply) => [status, body?.code, body?.message]

  /** Adds `count` submissions of the account that created this one. */
  async function copySubmission(id: string, count: number): Promise<void> {
    await database.db.execute(sql`
      insert into ${photoSubmissions} (id, shop_type, item_id, user_id, author)
      select gen_random_uuid(), shop_type, item_id, user_id, author
      from ${photoSubmissions}, generate_series(1, ${count}::int) where id = ${id}`)
  }

  test('allow at most 30 submissions per account under concurrent requests', async () => {
    const first = await people.uploads(1)
    const { body } = await people.send(first)
    const { _id: id } = Object(body?.data)
    await copySubmission(id, 27)
    const uploads = await people.uploads(4)
    const responses = await Promise.all(uploads.map((one) => people.send([one])))
    const rejected = responses.filter(({ status }) => status !== 200)
    expect(rejected.map(getOutcome)).toEqual([1, 2].map(() => [429, 'TOO_MANY_WAITING', own]))
    expect(getOutcome(await people.upload())).toEqual([429, 'TOO_MANY_WAITING', own])
    expect([await database.db.$count(photoSubmissions), await database.db.$count(photoUploads)]).toEqual([
      30, 2,
    ])
    // The response to the first request may have been lost.
    expect((await people.send(first)).status).toBe(200)
    const [remaining = ''] = uploads.filter((_one, at) => responses[at]?.status !== 200)
    await people.moderate(id, { status: 'denied' })
    expect((await people.send([remaining])).status).toBe(200)
  })

  test('allow 2,000 pending submissions, and admins’ submissions are not pending', async () => {
    const { id } = await aQcSet(database.db)
    const [upload = ''] = await people.uploads(1)
    await copySubmission(id, 1999)
    expect(getOutcome(await people.send([upload]))).toEqual([429, 'TOO_MANY_WAITING', all])
    expect(getOutcome(await people.upload())).toEqual([429, 'TOO_MANY_WAITING', all])
    const added = await people.send(await people.uploads(1, tokens.admin), {}, tokens.admin)
    expect(added.status).toBe(200)
    await people.delete(id)
    expect((await people.send([upload])).status).toBe(200)
  })
})
