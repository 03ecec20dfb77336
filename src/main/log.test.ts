import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { modes, useDatabase } from '#test/database.ts'
import { createLog } from './log.ts'

const database = useDatabase(modes.at(-1) ?? 'embedded')

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
