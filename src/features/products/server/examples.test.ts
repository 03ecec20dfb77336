import { describe, expect, test } from 'vitest'
import { aProduct, aQcPhoto } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { readExamples } from './examples.ts'

describe('the examples of a site', () => {
  const database = useDatabase()
  const listNames = async () => (await readExamples(database.db)).map(({ name }) => name)
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))

  test('are none on a site without items', async () => {
    expect(await listNames()).toEqual([])
  })

  test('are the best item of each marketplace: with QC photos first, then the newest', async () => {
    const { db } = database
    await aProduct(db, { itemId: '1', shopType: 'taobao', name: 'Old with photos', createdAt: at(1) })
    await aProduct(db, { itemId: '2', shopType: 'taobao', name: 'New without', createdAt: at(9) })
    await aProduct(db, { itemId: '3', shopType: 'weidian', name: 'Older', createdAt: at(2) })
    await aProduct(db, { itemId: '4', shopType: 'weidian', name: 'Newer', createdAt: at(3) })
    await aQcPhoto(db, { itemId: '1', shopType: 'taobao' })
    expect(await listNames()).toEqual(['Old with photos', 'Newer'])
  })

  test('are not deleted items, nor items of the demo catalog that are not listed', async () => {
    const { db } = database
    await aProduct(db, { itemId: '9900661650', shopType: 'weidian', position: null, deletedAt: new Date() })
    await aProduct(db, { itemId: '5', shopType: 'weidian', name: 'Listed' })
    expect(await listNames()).toEqual(['Listed'])
  })
})
