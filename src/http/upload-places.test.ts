import fastify from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { limitCounters } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { acceptOnlyMultipart, uploadSizes } from '#shared/server/multipart.ts'
import { aSession, aUser } from '#support/factories.ts'
import { aForm, agentDraft, onePixel } from '#support/forms.ts'
import { anApp, sendForm, tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'
import { aSlowForm } from '#test/fixtures/slow-form.ts'
import { handleFailures } from './failures.ts'
import { socketLimits } from './sockets.ts'

const photos = '/qc-photos/uploads'
const database = useDatabase()
useTokens(database)

/** How many photos were begun. */
async function countUploads(): Promise<number> {
  const rows = await database.db.select().from(limitCounters)
  return rows.reduce((sum, { points }) => sum + points, 0)
}

describe('the hourly limit of photos', () => {
  const most = 3
  const app = useApp(database, { env: { RATE_MULTIPLIER: String(most / 60) } })
  const people = photoPeople(app)

  test('counts a form before its body is read', async () => {
    for (let at = 0; at < most; at += 1)
      await aSlowForm(app().origin, { path: photos, authorization: tokens.user, bytes: onePixel })
    await eventually(async () => expect(await countUploads()).toBe(most))
    const { status, body } = await people.upload()
    expect([status, body?.message]).toEqual([
      429,
      "You're adding photos too quickly. Please try again later.",
    ])
    expect((await people.upload(undefined, tokens.admin)).status).toBe(200)
  })
})

describe('slow forms', () => {
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100' } })
  const people = photoPeople(app)
  const { maxSlotsPerRequester, maxWaitingPerRequester } = uploadSizes

  /** Forms of one account without an end, as many as have been counted; those refused were told so. */
  async function slowForms(count: number, authorization = tokens.user) {
    const before = await countUploads()
    // So much at first that no slow machine makes them too slow.
    const form = { path: photos, authorization, bytes: Buffer.alloc(1024 * 1024), sent: 60 * 1024 }
    const forms = await Promise.all(Array.from({ length: count }, () => aSlowForm(app().origin, form)))
    await eventually(async () => expect(await countUploads()).toBe(before + count))
    const isRefused =
      /^HTTP\/1.1 429 [\s\S]*connection: close\r[\s\S]*retry-after: 2\r[\s\S]*"code":"TOO_MANY"/
    const refused = () => forms.filter(({ answer: readResponse }) => isRefused.test(readResponse()))
    await eventually(() =>
      expect(refused().length).toBe(Math.max(0, count - maxSlotsPerRequester - maxWaitingPerRequester)),
    )
    return forms
  }
  const anotherMember = async () => (await aSession(database.db, await aUser(database.db))).token

  test('delay the photos of their own account only', async () => {
    await slowForms(68)
    expect((await people.upload(undefined, await anotherMember())).status).toBe(200)
  })

  test('release their slots when the client disconnects', async () => {
    for (const { socket } of await slowForms(maxSlotsPerRequester + maxWaitingPerRequester)) socket.destroy()
    await eventually(async () => expect((await people.upload()).status).toBe(200))
  })

  test('do not use the slots of admins’ images', async () => {
    for (let at = 0; at < uploadSizes.maxSlots; at += maxSlotsPerRequester)
      await slowForms(maxSlotsPerRequester, await anotherMember())
    const waiting = await aSlowForm(app().origin, {
      path: photos,
      authorization: tokens.user,
      bytes: onePixel,
    })
    waiting.finish()
    await eventually(async () => expect(await countUploads()).toBe(uploadSizes.maxSlots + 1))
    const agent = await sendForm(app(), '/agent/createAgent', await aForm(agentDraft, { bytes: onePixel }))
    expect(agent.status).toBe(200)
    expect(waiting.answer()).toBe('')
  })
})

test('aborts a slow form and accepts the next one', async () => {
  const sizes = { ...uploadSizes, paceBytes: 1024, paceMs: 500 }
  const app = fastify()
  onTestFinished(() => void app.close())
  handleFailures(app)
  await app.register(async (scope) => {
    await acceptOnlyMultipart(scope, sizes)
    scope.post(`${apiBase}/upload`, async ({ upload }) => `<${upload?.length}>`)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const bytes = Buffer.alloc(1024 * 1024)
  // What came quickly may rest for a while.
  const resting = await aSlowForm(origin, { path: '/upload', bytes, sent: bytes.length / 2 })
  const slow = await aSlowForm(origin, { path: '/upload', bytes })
  const next = await aSlowForm(origin, { path: '/upload', bytes: onePixel })
  next.finish()
  await eventually(() =>
    expect(slow.answer()).toMatch(/^HTTP\/1.1 408 [\s\S]*connection: close[\s\S]*"code":"TIMEOUT"/),
  )
  resting.finish()
  await eventually(() => expect(resting.answer()).toContain(`<${bytes.length}>`))
  await eventually(() => expect(next.answer()).toContain(`<${onePixel.length}>`))
})

test('forms without an end do not delay a stop', async () => {
  const { app, origin, close } = await anApp({ database })
  const form = { path: photos, authorization: tokens.user, bytes: Buffer.alloc(1024 * 1024), sent: 60 * 1024 }
  const forms = await Promise.all(
    Array.from({ length: uploadSizes.maxSlotsPerRequester + 1 }, () => aSlowForm(origin, form)),
  )
  await eventually(async () => expect(await countUploads()).toBe(forms.length))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = close()
  await expect.poll(() => app.server.listening).toBe(false)
  await vi.advanceTimersByTimeAsync(socketLimits.stopMs)
  await closed
  for (const { socket, answer: readResponse } of forms) {
    await expect.poll(() => socket.destroyed).toBe(true)
    expect(readResponse()).toBe('') // a form that is only too slow gets a response
  }
})
