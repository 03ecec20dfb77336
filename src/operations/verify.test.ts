import { eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  agents,
  collectionEntries,
  identities,
  images,
  oneTimeTokens,
  productInfos,
  products,
  productViews,
  rateCards,
  refreshTokens,
  reviews,
  sessions,
  users,
} from '#db/schema.ts'
import { anAgent, aProduct, aReview, aSession, aUser, passwordHash } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { verifyData } from './verify.ts'

describe('the rules of accounts', () => {
  const database = useDatabase()
  const anAccount = (fields: Partial<typeof users.$inferInsert> = {}) =>
    aUser(database.db, { passwordHash, ...fields })

  /** Ordinary people, of each kind that is allowed. */
  async function aCommunity() {
    const admin = await anAccount({ role: 'admin' })
    await anAccount({ role: 'admin', status: 'blocked' })
    await anAccount({ verifiedAt: null })
    const google = await anAccount({ passwordHash: null, email: 'Mixed@Example.com' })
    await database.db
      .insert(identities)
      .values({ issuer: 'https://i.example', subject: '1', userId: google.id })
    const { id } = await aSession(database.db, admin)
    await database.db
      .insert(refreshTokens)
      .values({ hash: 'used', sessionId: id, replacedAt: new Date(), successorHash: 'x' })
    const expiresAt = new Date()
    await database.db.insert(oneTimeTokens).values([
      { hash: 'a', purpose: 'reset', userId: admin.id, expiresAt },
      { hash: 'b', purpose: 'google', expiresAt },
    ])
    return { admin, google, sessionId: id }
  }

  test('hold for a new site and for a community', async () => {
    expect(await verifyData(database.db)).toEqual([])
    await aCommunity()
    expect(await verifyData(database.db)).toEqual([])
  })

  test('report the broken rule with the account', async () => {
    const { admin, google, sessionId } = await aCommunity()
    await database.db.update(users).set({ verifiedAt: null }).where(eq(users.id, admin.id))
    await database.db.delete(identities)
    await database.db.update(users).set({ emailKey: 'Mixed@Example.com' }).where(eq(users.id, google.id))
    await database.db.update(sessions).set({ expiresAt: sql`idle_until - interval '1 second'` })
    await database.db.update(refreshTokens).set({ voidedAt: new Date() })
    await database.db.update(oneTimeTokens).set({ userId: null })
    expect(await verifyData(database.db)).toEqual([
      { name: 'At least one admin must be able to log in if there are admins.', offenders: ['admins: 2'] },
      { name: "An account's key must be its email address in lower case.", offenders: [google.id] },
      { name: 'An account must have a password or a Google login.', offenders: [google.id] },
      { name: 'Only accounts that can log in may have sessions.', offenders: [sessionId] },
      { name: "A session's idle timeout must not be later than its end.", offenders: [sessionId] },
      { name: 'A session must have exactly one valid refresh token.', offenders: [sessionId] },
      {
        name: 'An emailed token must belong to an account; other tokens must not.',
        offenders: [expect.stringMatching(/^reset \d{4}-/)],
      },
    ])
  })
})

describe('the rules of the catalogue', () => {
  const database = useDatabase()
  const item = { shopType: 'weidian', itemId: '42' } as const

  async function aList() {
    const first = await aProduct(database.db, {
      ...item,
      ratingSum: 4,
      reviewCount: 1,
      dimensions: '4.5x4x1',
    })
    const second = await aProduct(database.db, { totalView: 3 })
    await aProduct(database.db, { ...item, position: null, deletedAt: new Date(), reviewCount: 7 })
    await aReview(database.db, item)
    await aReview(database.db, { ...item, rating: 1, status: 'denied' })
    // An approved text in whose place a newer one of its author has come.
    await aReview(database.db, { ...item, rating: 1, isPublic: false })
    await database.db.insert(productViews).values({ productId: second.id, day: '2026-11-21', views: 3 })
    const texts = { title: 'Tote', titleOriginal: '', currency: 'CNY', imgList: [], propsTrans: {} }
    const described = { ...texts, price: 35, skus: [], productAttr: [] }
    await database.db.insert(productInfos).values([
      { ...item, source: 'catalogue', info: described },
      { shopType: 'taobao', itemId: second.itemId, source: 'storefront', info: { ...described, price: 36 } },
    ])
    return { first, second }
  }

  test('hold for a list with reviews, views and deleted products', async () => {
    await aList()
    expect(await verifyData(database.db)).toEqual([])
  })

  test('report the broken rule with the product', async () => {
    const { first, second } = await aList()
    await database.db
      .update(products)
      .set({ position: 4, ratingSum: 5, dimensions: '4 x 4', priceFen: 3501 })
      .where(eq(products.id, first.id))
    await database.db.update(products).set({ totalView: 2 }).where(eq(products.id, second.id))
    expect(await verifyData(database.db)).toEqual([
      {
        name: 'Products must have the positions 1 to N, without gaps.',
        offenders: ['position 2 should be 1', 'position 4 should be 2'],
      },
      { name: "A product's rating must match its public reviews.", offenders: ['weidian 42'] },
      { name: "The price on an item's page must be its price in the catalog.", offenders: ['weidian 42'] },
      { name: "A product's dimensions must have the form LxWxH.", offenders: ['weidian 42: 4 x 4'] },
      {
        name: "The sum of a product's daily views must not exceed its total views.",
        offenders: [`taobao ${second.itemId}`],
      },
    ])
  })
})

describe('the rules of agents', () => {
  const database = useDatabase()

  async function aList() {
    const image = 'agents/0123456789abcdefghijkl.webp'
    await database.db.insert(images).values({ hash: 'x', source: image })
    const first = await anAgent(database.db, { name: 'First', isSelected: true, image })
    const second = await anAgent(database.db, { name: 'Second', active: false })
    await anAgent(database.db, { name: 'first', position: null, deletedAt: new Date() })
    return { first, second }
  }

  test('hold for a list with closed and deleted agents', async () => {
    await aList()
    expect(await verifyData(database.db)).toEqual([])
  })

  test('report the broken rule with the agent', async () => {
    const { first, second } = await aList()
    await database.db.delete(images)
    await database.db.update(agents).set({ isSelected: false }).where(eq(agents.id, first.id))
    await database.db.update(agents).set({ position: 5 }).where(eq(agents.id, second.id))
    expect(await verifyData(database.db)).toEqual([
      { name: 'Agents must have the positions 1 to N, without gaps.', offenders: ['position 5 should be 2'] },
      { name: 'Exactly one agent must be the default if any agent is active.', offenders: ['selected: 0'] },
      { name: "An agent's uploaded image must have a row in the images table.", offenders: [first.id] },
    ])
  })
})

describe('the rules of reviews and collections', () => {
  const database = useDatabase()
  const item = { shopType: 'weidian', itemId: '42' } as const
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))

  /** An author with three versions, of which the second is public, and one who keeps two items. */
  async function aCommunity() {
    const { id: userId } = await aUser(database.db, { passwordHash })
    const own = { ...item, userId }
    const old = await aReview(database.db, { ...own, createdAt: at(1), isPublic: false })
    const publicReview = await aReview(database.db, { ...own, createdAt: at(2) })
    await aReview(database.db, { ...own, createdAt: at(3), status: 'pending' })
    await aReview(database.db, { ...item, itemId: '43', userId, status: 'pending' })
    await aReview(database.db, item)
    const itemFields = { title: 'Tote', priceMinor: 0, image: 'demo/tote/shop-1.webp' }
    await database.db.insert(collectionEntries).values([own, { ...own, ...itemFields, itemId: 'A_b-1' }])
    return { userId, old, publicReview }
  }

  test('hold for versions of all kinds and unknown items', async () => {
    await aCommunity()
    expect(await verifyData(database.db)).toEqual([])
  })

  test('report the broken rule with the account', async () => {
    const { userId, old, publicReview } = await aCommunity()
    await database.db.update(reviews).set({ isPublic: false }).where(eq(reviews.id, publicReview.id))
    await database.db.update(reviews).set({ isPublic: true }).where(eq(reviews.id, old.id))
    await database.db
      .update(collectionEntries)
      .set({ priceMinor: -1 })
      .where(eq(collectionEntries.itemId, 'A_b-1'))
    const many = Array.from({ length: 999 }, (_, at) => ({ ...item, itemId: `no-${at}`, userId }))
    await database.db.insert(collectionEntries).values(many)
    let broken: unknown
    const undone = database.db.transaction(async (tx) => {
      await tx.execute(sql`drop index reviews_one_pending`) // which forbids it
      await aReview(tx, { ...item, userId, status: 'pending' })
      broken = await verifyData(tx)
      tx.rollback()
    })
    await expect(undone).rejects.toThrow(TransactionRollbackError)
    expect(broken).toEqual([
      {
        name: "The newest approved version of a member's review of an item must be the public one.",
        offenders: expect.toSatisfy(
          (ids: string[]) => ids.toSorted().join() === [old.id, publicReview.id].toSorted().join(),
        ),
      },
      {
        name: "At most one version of a member's review of an item may be pending.",
        offenders: [`${userId} weidian 42`],
      },
      { name: 'A collection must not have more items than the limit.', offenders: [userId] },
      {
        name: 'A saved item must have a valid price, currency, title, image and id.',
        offenders: [`${userId} weidian A_b-1`],
      },
    ])
  })
})

describe('the rules of rate cards', () => {
  const database = useDatabase()
  const tier = { upTo: 500, mode: 'step', weightFirst: 500, feeFirst: 98.5 } as const
  const cardNamed = (id: string, upTo: number | null = 500) => ({
    schema: 'rate-card/1' as const,
    id,
    name: id,
    currency: 'CNY',
    lines: [{ id: 'ems', name: 'EMS', rates: [{ countries: ['DE'], tiers: [{ ...tier, upTo }] }] }],
  })
  const [activatedAt, retiredAt] = [new Date(), new Date()]

  async function threeVersions(): Promise<void> {
    await database.db.insert(rateCards).values([
      { id: 'former', card: cardNamed('former'), activatedAt, retiredAt },
      { id: 'now', card: cardNamed('now'), activatedAt, isActive: true },
      { id: 'draft', card: cardNamed('draft') },
    ])
  }

  test('hold for versions of all kinds', async () => {
    await threeVersions()
    expect(await verifyData(database.db)).toEqual([])
  })

  test('report the broken rule with the version', async () => {
    await threeVersions()
    await database.db
      .update(rateCards)
      .set({ card: cardNamed('other') })
      .where(eq(rateCards.id, 'former'))
    await database.db
      .update(rateCards)
      .set({ card: cardNamed('now', null), retiredAt })
      .where(eq(rateCards.id, 'now'))
    let broken: unknown
    const undone = database.db.transaction(async (tx) => {
      await tx.execute(sql`drop index rate_cards_one_active`) // which forbids it
      await tx.update(rateCards).set({ isActive: true, activatedAt }).where(eq(rateCards.id, 'draft'))
      broken = await verifyData(tx)
      tx.rollback()
    })
    await expect(undone).rejects.toThrow(TransactionRollbackError)
    expect(broken).toEqual([
      { name: 'At most one version of the rate card may be active.', offenders: ['active: draft, now'] },
      {
        name: 'The active version of the rate card must have a start date and no end date.',
        offenders: ['now'],
      },
      {
        name: 'Every version of the rate card must pass the checks of an import.',
        offenders: [
          'former: its card has the id other',
          'now: lines[0] (ems), rates[0] (DE), tiers[0].weightContinue: This is missing; the tier goes on above its first weight of 500 g.',
        ],
      },
    ])
  })
})
