import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { migrationsFolder } from './migrate.ts'
import * as schema from './schema.ts'

test('the migrations make exactly these tables; else run npm run db:generate', async () => {
  const meta = join(migrationsFolder, 'meta')
  const { entries } = JSON.parse(readFileSync(join(meta, '_journal.json'), 'utf8'))
  const newest = String(entries.at(-1).idx).padStart(4, '0')
  const made = JSON.parse(readFileSync(join(meta, `${newest}_snapshot.json`), 'utf8'))
  const wanted = generateDrizzleJson(schema, made.id)
  expect(await generateMigration(made, wanted)).toEqual([])
})

describe('the catalogue', () => {
  const stage = useDatabase()
  const { products } = schema

  const product = (itemId: string, position: number) => ({
    shopType: 'weidian' as const,
    itemId,
    name: itemId,
    priceFen: 100,
    thumbnail: '',
    position,
  })

  test('lets two products change places in one transaction', async () => {
    await stage.db.insert(products).values([product('1', 1), product('2', 2)])
    await stage.db.transaction(async (tx) => {
      await tx.update(products).set({ position: 2 }).where(eq(products.itemId, '1'))
      await tx.update(products).set({ position: 1 }).where(eq(products.itemId, '2'))
    })
    const rows = await stage.db.select().from(products).orderBy(products.position)
    expect(rows.map(({ itemId }) => itemId)).toEqual(['2', '1'])
  })

  test('gives ids in the order of writing, though many fall into one millisecond', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => product(String(n + 1), n + 1))
    await stage.db.insert(products).values(rows)
    const storedRows = await stage.db.select().from(products).orderBy(products.id)
    expect(storedRows.map(({ itemId }) => itemId)).toEqual(rows.map(({ itemId }) => itemId))
  })

  test('refuses two products in one place', async () => {
    const both = stage.db.insert(products).values([product('1', 1), product('2', 1)])
    await expect(both).rejects.toMatchObject({
      cause: { code: '23505', constraint: 'products_position_unique' },
    })
  })

  test('holds an item once, unless it was deleted', async () => {
    await stage.db.insert(products).values(product('1', 1))
    const again = stage.db.insert(products).values(product('1', 2))
    await expect(again).rejects.toMatchObject({ cause: { code: '23505', constraint: 'products_item' } })
    await stage.db.update(products).set({ deletedAt: new Date(), position: null })
    await expect(stage.db.insert(products).values(product('1', 1))).resolves.toBeDefined()
  })
})
