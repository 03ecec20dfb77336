import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { acceptOnlyMultipart } from '#shared/server/multipart.ts'
import { aForm, onePixel } from '#support/forms.ts'
import { useDatabase } from '#test/database.ts'
import { createLog } from './log.ts'

const database = useDatabase()

test('logs a failed query without its values', async () => {
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

test('logs an upload on the lowest level without tokens and cookies', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) })
  const app = fastify({ loggerInstance: log })
  await app.register(async (scope) => {
    await acceptOnlyMultipart(scope)
    scope.post('/upload', async () => 'ok')
  })
  const { headers, body } = await aForm({ name: 'a' }, { bytes: onePixel })
  const secretHeaders = { authorization: 'Bearer CANARY-TOKEN', cookie: 'refresh=CANARY-COOKIE' }
  const reply = await app.inject({
    method: 'POST',
    url: '/upload',
    headers: { ...headers, ...secretHeaders },
    body,
  })
  expect(reply.statusCode).toBe(200)
  expect(lines.join('')).toContain('busboy')
  expect(lines.join('')).not.toContain('CANARY')
  await app.close()
})
