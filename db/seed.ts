import { join } from 'node:path'
import { isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockNumbers } from '#db/queries/lock-numbers.ts'
import { getNextPosition, lockPositions } from '#db/queries/positions.ts'
import { agents, productInfos, products, qcPhotos, reviews } from '#db/schema.ts'
import {
  builtInAgents,
  closedDemoAgent,
  toBuiltInColumns,
} from '#features/agents/server/built-in/built-in-agents.ts'
import { installInto } from '#features/agents/server/built-in/install-agents.ts'
import { registerImages } from '#features/images/server/image-repository.ts'
import { demoFolder, readDemoItems, readDemoReviews } from './read-demo.ts'
import { copyPictures } from './seed-pictures.ts'
import {
  createInfoRow,
  createProductRow,
  createQcRows,
  type DemoItem,
  getImageName,
  sortDemoItems,
} from './seed-products.ts'
import { createReviewRows, type DemoReviews } from './seed-reviews.ts'

type SeedOptions = {
  /** Images are copied into its folder `demo`. */
  mediaDir: string
  log?: (message: string) => void
}

/**
 * Fills an empty database (no product and no agent of the operator, not even a deleted one) with the demo catalogue; dates
 * count back from now. All or nothing; of several processes at once, one does it. Returns whether anything
 * was inserted.
 */
export async function seedDemo(db: Db, { mediaDir, log = () => {} }: SeedOptions): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const items = sortDemoItems(await readDemoItems())
  const reviewTexts = await readDemoReviews()
  const copied = await copyPictures(join(demoFolder, 'pictures'), join(mediaDir, 'demo'))
  const isDone = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.fillTables})`)
    if (!(await isEmpty(tx))) return false
    await insertAll(tx, items, reviewTexts)
    return true
  })
  if (isDone) log(`The demo catalogue was inserted: ${items.length} products, ${copied} pictures copied.`)
  return isDone
}

async function insertAll(db: Db, items: DemoItem[], reviewTexts: DemoReviews): Promise<void> {
  const now = Date.now()
  const reviewed = items.map((item, index) => createReviewRows(item, index, reviewTexts, now))
  const approved = reviewed.map((rows) =>
    rows.filter(({ status }) => status === 'approved').map(({ rating }) => rating),
  )
  await db
    .insert(products)
    .values(items.map((item, index) => createProductRow(item, index, approved[index] ?? [])))
  await db.insert(productInfos).values(items.map(createInfoRow))
  await db.insert(qcPhotos).values(items.flatMap((item) => createQcRows(item, now)))
  await db.insert(reviews).values(reviewed.flat())
  await insertAgents(db)
  await registerImages(db, items.flatMap(listImageNames))
}

/** The agents that come with every site, unless they are there, and one that has closed. */
async function insertAgents(db: Db): Promise<void> {
  await lockPositions(db, agents)
  await installInto(db, builtInAgents)
  const position = await getNextPosition(db, agents)
  await db.insert(agents).values({ ...toBuiltInColumns(closedDemoAgent), active: false, position })
}

function listImageNames(item: DemoItem): string[] {
  return [...item.shopImages, ...item.qc.map(({ file }) => file)].map((file) => getImageName(item, file))
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.$count(products)) === 0 && (await db.$count(agents, isNull(agents.builtIn))) === 0
}
