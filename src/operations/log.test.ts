import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { acceptOnlyMultipart } from '#shared/server/multipart.ts'
import { aForm, onePixel } from '#support/forms.ts'
import { modes, useDatabase } from '#test/database.ts'
import { createLog } from './log.ts'

const database = useDatabase(modes.at(-1) ?? 'pglite')

test('a failed query is logged without the values of people', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const values = { name: 'CANARY-NAME', email: 'canary@example.com', emailKey: 'canary@example.com' }
  const secret = { passwordHash: '$argon2id$CANARY-HASH' }
  await database.db.execute(sql`alter table users add constraint no_birds check (name <> 'CANARY-NAME')`)
  const failed = database.db.insert(users).values({ ...values, ...secret })
  await failed.catch((err: unknown) => log.error({ err }, 'request failed'))
  await database.db.execute(sql`alter table users drop constraint no_birds`)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/canary/i)
  expect(lines[0]).toMatch(/insert into .+users/)
  expect(lines[0]).toContain('log.test.ts')
})

test('an upload is logged on the finest level without what its sender is known by', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) })
  const app = fastify({ loggerInstance: log })
  await app.register(async (scope) => {
    await acceptOnlyMultipart(scope)
    scope.post('/upload', async () => 'ok')
  })
  const { headers, body } = await aForm({ name: 'a' }, { bytes: onePixel })
  const known = { authorization: 'Bearer CANARY-TOKEN', cookie: 'refresh=CANARY-COOKIE' }
  const reply = await app.inject({ method: 'POST', url: '/upload', headers: { ...headers, ...known }, body })
  expect(reply.statusCode).toBe(200)
  expect(lines.join('')).toContain('busboy')
  expect(lines.join('')).not.toContain('CANARY')
  await app.close()
})
