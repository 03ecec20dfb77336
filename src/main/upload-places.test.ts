import { describe, expect, test } from 'vitest'
import { limitCounters } from '#db/schema.ts'
import { onePixel } from '#support/forms.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { qcPeople } from '#test/qc-set-stage.ts'
import { aSlowForm } from '#test/slow-form.ts'

const photos = '/qc-photos/uploads'
const database = useDatabase('server')
useTokens(database)

describe('the photos of an hour', () => {
  const most = 3
  const app = useApp(database, { env: { RATE_MULTIPLIER: String(most / 60) } })
  const people = qcPeople(app)

  test('are counted before their bodies, so that one without an end counts too', async () => {
    for (let at = 0; at < most; at += 1)
      await aSlowForm(app().origin, { path: photos, authorization: tokens.user, bytes: onePixel })
    await eventually(async () =>
      expect(await database.db.select().from(limitCounters)).toMatchObject([{ points: most }]),
    )
    const { status, body } = await people.upload()
    expect([status, body?.message]).toEqual([
      429,
      'You have added many photos in a short time. Please try again later.',
    ])
    expect((await people.upload(undefined, tokens.admin)).status).toBe(200)
  })
})
