import { eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products, securityEvents, sessions, users } from '#db/schema.ts'
import { createPasswords } from '#features/auth/server/passwords/passwords.ts'
import { createInventory } from '#operations/inventory.ts'
import { verifyData } from '#operations/verify.ts'
import { anAgent, aProduct, aReview, aSession, aUser } from '#support/factories.ts'
import { useTool } from '#test/operator-tool.ts'
import { contract } from './contract.ts'

describe('the operator’s tool', { timeout: 60_000 }, () => {
  const { run, withDatabase } = useTool('server')

  test('routes --json prints the whole policy, and every call is in it once', async () => {
    const { code, out } = await run('routes', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(createInventory(contract))
  })

  test('routes prints a line for each address', async () => {
    const { out } = await run('routes')
    const tokens = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/).join(' '))
    expect(tokens).toContain('GET /api/v1/users/getAllUser admin')
    expect(tokens).toContain('GET /api/v1/products/getPopularProduct anyone')
    expect(tokens).toContain('GET /healthz anyone')
  })

  test('db:upgrade has nothing to do with the server that DATABASE_URL names', async () => {
    expect(await run('db:upgrade')).toEqual({
      code: 1,
      out: '',
      err: 'DATABASE_URL is set: upgrade that PostgreSQL server with its own tools.\n',
    })
  })

  test('admin:create makes an admin, and gives one that exists another password', async () => {
    const email = 'Boss@Example.com'
    const first = await run(
      'admin:create',
      '--email',
      email,
      '--password',
      'a dozen letters',
      '--name',
      'Boss',
    )
    expect(first).toEqual({ code: 0, out: 'Boss@Example.com is now an admin.\n', err: '' })
    await withDatabase(async (db) => {
      const [admin] = await db.select().from(users)
      expect(admin).toMatchObject({ name: 'Boss', email, role: 'admin', status: 'active' })
      expect(admin?.verifiedAt).toBeInstanceOf(Date)
      await aSession(db, { id: admin?.id ?? '' })
    })
    expect(
      (await run('admin:create', '--email', 'boss@example.com', '--password', 'another dozen')).code,
    ).toBe(0)
    await withDatabase(async (db) => {
      const [admin, ...others] = await db.select().from(users)
      expect(others).toEqual([])
      const passwords = createPasswords({ minLength: 6 })
      expect(await passwords.verify(admin?.passwordHash ?? null, 'another dozen')).toBe(true)
      expect(await db.select().from(sessions)).toEqual([])
      expect((await db.select().from(securityEvents)).map(({ type }) => type).toSorted()).toEqual([
        'account-created',
        'migrated',
        'password-changed',
      ])
    })
  })

  test('admin:create refuses in one sentence what an admin must not have', async () => {
    const good = { email: 'a@example.com', password: 'a dozen letters', name: 'Kim' }
    const attempts = [
      [{ password: 'eleven char' }, 'Password must be at least 12 characters long'],
      [{ email: 'no-address' }, 'Please enter a valid email address.'],
      [{ name: 'a\nb' }, "This name contains characters we can't accept."],
    ] as const
    for (const [wrong, sentence] of attempts) {
      const args = Object.entries({ ...good, ...wrong }).map(([name, value]) => `--${name}=${value}`)
      expect(await run('admin:create', ...args)).toEqual({ code: 1, out: '', err: `${sentence}\n` })
    }
    await withDatabase(async (db) => expect(await db.select().from(users)).toEqual([]))
  })

  test('agent:restore puts a deleted agent back at the end, or says why not', async () => {
    await withDatabase(async (db) => {
      await anAgent(db, { name: 'Gone Agent', position: null, deletedAt: new Date() })
      await anAgent(db, { name: 'Other Agent', isSelected: true })
    })
    expect(await run('agent:restore', '--name', 'gone agent')).toEqual({
      code: 0,
      out: 'Restored gone agent at position 2.\n',
      err: '',
    })
    await withDatabase(async (db) => expect(await verifyData(db)).toEqual([]))
    const again = await run('agent:restore', '--name', 'gone agent')
    expect([again.code, again.err]).toEqual([1, 'No deleted agent has this name.\n'])
    expect((await run('agent:restore')).code).toBe(1)
  })

  test('product:restore puts a deleted product back at the end, or says why not', async () => {
    const restore = (...args: string[]) => run('product:restore', '--store', '1688', ...args)
    const itemId = '990000586007'
    await withDatabase(async (db) => {
      const item = { shopType: 'ali_1688', itemId, position: null, reviewCount: 9 } as const
      await aProduct(db, { ...item, name: 'Deleted first', deletedAt: new Date('2026-11-01') })
      await aProduct(db, { ...item, name: 'Deleted last', deletedAt: new Date('2026-11-02') })
      await aReview(db, { shopType: 'ali_1688', itemId, rating: 5 })
      await aProduct(db)
    })
    expect(await restore('--code', itemId)).toEqual({
      code: 0,
      out: 'Restored ali_1688/990000586007 at position 2.\n',
      err: '',
    })
    await withDatabase(async (db) => {
      const [, restored, ...others] = await db
        .select()
        .from(products)
        .where(isNull(products.deletedAt))
        .orderBy(products.position)
      expect(restored).toMatchObject({ name: 'Deleted last', position: 2, ratingSum: 5, reviewCount: 1 })
      expect(others).toEqual([])
      expect(await db.select().from(securityEvents)).toContainEqual(
        expect.objectContaining({
          type: 'product-restored',
          actorId: null,
          details: { product: 'ali_1688/990000586007' },
        }),
      )
      expect(await verifyData(db)).toEqual([])
    })
    const again = await restore('--code', itemId)
    expect(again).toEqual({ code: 1, out: '', err: 'Product already exists.\n' })
  })

  test('verify finds nothing, or what is broken', async () => {
    expect(await run('verify')).toEqual({ code: 0, out: 'All checks passed.\n', err: '' })
    await withDatabase(async (db) => {
      const { id } = await aUser(db, { role: 'admin' })
      await db.update(users).set({ status: 'blocked', passwordHash: 'x' }).where(eq(users.id, id))
    })
    expect(await run('verify')).toEqual({
      code: 1,
      out: 'broken: At least one admin must be able to log in if there are admins.\n  admins: 1\n',
      err: '',
    })
  })

  test('says how each command is used', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    const names = [
      'routes',
      'admin:create',
      'migrate',
      'seed',
      'agent:restore',
      'product:restore',
      'rates:import',
      'rates:list',
      'backup',
      'restore',
      'verify',
      'simulate',
    ]
    for (const name of names) expect(out).toContain(`\n  ${name}`)
    const help = await run('admin:create', '--help')
    expect(help.code).toBe(0)
    expect(help.out).toMatch(/^admin:create --email E --password P \[--name N\]\n/)
    expect((await run('no-such-command')).code).toBe(2)
  })
})

describe('on the embedded database', { timeout: 60_000 }, () => {
  const { run, withDatabase } = useTool('embedded')

  test('admin:create makes an admin too', async () => {
    const { code } = await run('admin:create', '--email', 'boss@example.com', '--password', 'a dozen letters')
    expect(code).toBe(0)
    await withDatabase(async (db) => expect(await db.select().from(users)).toHaveLength(1))
  })
})
