import { hashSync } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import {
  accessTokens,
  agents,
  itemReadings,
  photoSubmissions,
  photoUploads,
  products,
  qcPhotos,
  refreshTokens,
  reviews,
  sessions,
  users,
} from '#db/schema.ts'
import { generateSecret, hashSecret } from '#features/auth/server/secrets.ts'
import { tokenLifetimesMs } from '#features/auth/texts-and-limits.ts'

let made = 0

/** A number that no other row of this run has, in the form of a product code. */
function createCode(): string {
  made += 1
  return String(8_000_000_000 + made)
}

async function expectFirst<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('The database returned no row.')
  return row
}

/** Inserts a product at the end of the list. */
export function aProduct(db: Db, overrides: Partial<typeof products.$inferInsert> = {}) {
  return expectFirst(someProducts(db, [overrides]))
}

/** Inserts products at the end of the list, in this order, by one statement. */
export async function someProducts(db: Db, all: Partial<typeof products.$inferInsert>[]) {
  const values = all.map((overrides, index) => {
    const row = {
      shopType: 'taobao' as const,
      itemId: createCode(),
      name: 'Canvas tote',
      priceFen: 3500,
      ...overrides,
    }
    const last = sql<number>`(select coalesce(max(position), 0) from products) + ${index + 1}::int`
    return { position: last, thumbnail: `demo/${row.itemId}/shop-1.webp`, ...row }
  })
  return db.insert(products).values(values).returning()
}

/** Inserts an approved review. */
export function aReview(db: Db, overrides: Partial<typeof reviews.$inferInsert> = {}) {
  const values = {
    shopType: 'taobao' as const,
    itemId: createCode(),
    author: 'size-eu-43',
    rating: 4,
    comment: 'Good for the price.',
    status: 'approved' as const,
    productName: 'Canvas tote',
    productImage: 'demo/tote/shop-1.webp',
    ...overrides,
  }
  const isPublic = values.status === 'approved'
  return expectFirst(
    db
      .insert(reviews)
      .values({ isPublic, ...values })
      .returning(),
  )
}

/** Inserts an active agent at the end of the list, with a link for each marketplace. */
export function anAgent(db: Db, overrides: Partial<typeof agents.$inferInsert> = {}) {
  const row = {
    name: `Agent ${createCode()}`,
    image: '/agents/mark.svg',
    offer: 'Opens the item',
    ...overrides,
  }
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from agents)`
  const links = {
    linkTaobao: 'https://agent.example/taobao/{id}',
    linkWeidian: 'https://agent.example/weidian/{id}',
    linkAli1688: 'https://agent.example/1688/{id}',
  }
  return expectFirst(
    db
      .insert(agents)
      .values({ position: last, ...links, ...row })
      .returning(),
  )
}

/** Inserts a warehouse photo. */
export function aQcPhoto(db: Db, overrides: Partial<typeof qcPhotos.$inferInsert> = {}) {
  const values = {
    shopType: 'taobao' as const,
    itemId: createCode(),
    image: `demo/tote/qc-${createCode()}.webp`,
    source: 'Warehouse A',
    takenAt: new Date('2026-11-01T08:00:00Z'),
    width: 1080,
    height: 1080,
    ...overrides,
  }
  return expectFirst(db.insert(qcPhotos).values(values).returning())
}

/** Inserts a set of one photo that waits for approval. */
export async function aQcSet(db: Db, overrides: Partial<typeof photoSubmissions.$inferInsert> = {}) {
  const values = { shopType: 'taobao' as const, itemId: createCode(), author: 'Mat Ruler', ...overrides }
  const set = await expectFirst(db.insert(photoSubmissions).values(values).returning())
  const { id: submissionId, shopType, itemId } = set
  await aQcPhoto(db, { submissionId, shopType, itemId, source: `Photos by ${set.author}`, takenAt: null })
  return set
}

/** Inserts what a member read in an item's page, which no admin has looked at. */
export function aReading(db: Db, overrides: Partial<typeof itemReadings.$inferInsert> = {}) {
  const facts = { title: 'Canvas tote', priceMinor: 3500, currency: 'CNY', variants: [], pictures: [] }
  const values = { shopType: 'taobao' as const, itemId: createCode(), network: createCode(), ...facts }
  return expectFirst(
    db
      .insert(itemReadings)
      .values({ ...values, ...overrides })
      .returning(),
  )
}

/** Inserts an uploaded photo that is not submitted yet. */
export function aQcUpload(
  db: Db,
  overrides: Partial<typeof photoUploads.$inferInsert> & Pick<typeof photoUploads.$inferInsert, 'userId'>,
) {
  const values = { image: `demo/tote/qc-${createCode()}.webp`, width: 1600, height: 1200, ...overrides }
  return expectFirst(db.insert(photoUploads).values(values).returning())
}

/** A password and a cheap hash of it, for accounts that must be able to log in. */
export const password = 'correct horse 11'
export const passwordHash = hashSync(password, { memoryCost: 8, timeCost: 1 })

/** Inserts an active, verified account without a password. */
export function aUser(db: Db, overrides: Partial<typeof users.$inferInsert> = {}) {
  const { email = `person-${createCode()}@example.com`, ...rest } = overrides
  const values = { name: 'Mat Ruler', email, emailKey: email.toLowerCase(), verifiedAt: new Date(), ...rest }
  return expectFirst(db.insert(users).values(values).returning())
}

/** Opens a session as a login does, with the tokens given or new ones. */
export async function aSession(
  db: Db,
  { id: userId }: { id: string },
  { token = generateSecret(), refreshToken = generateSecret() } = {},
) {
  const now = Date.now()
  const life = {
    idleUntil: new Date(now + tokenLifetimesMs.idle),
    expiresAt: new Date(now + tokenLifetimesMs.absolute),
  }
  const from = { userAgent: 'a test', ipAddress: '127.0.0.1' }
  const { id } = await expectFirst(
    db
      .insert(sessions)
      .values({ userId, ...from, ...life })
      .returning(),
  )
  const expiresAt = new Date(now + tokenLifetimesMs.access)
  await db.insert(accessTokens).values({ hash: hashSecret(token), sessionId: id, expiresAt })
  await db.insert(refreshTokens).values({ hash: hashSecret(refreshToken), sessionId: id })
  return { id, token, refreshToken }
}
