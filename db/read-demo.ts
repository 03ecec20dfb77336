import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsFolder } from '#db/migrate.ts'
import type { DemoItem } from './seed-products.ts'
import type { DemoReviews } from './seed-reviews.ts'

/** The folder beside the migrations, also in the bundle. */
export const demoFolder = join(migrationsFolder, '../demo')

export const readDemoItems = () => readDemo<DemoItem[]>('catalogue.json')
export const readDemoReviews = () => readDemo<DemoReviews>('reviews.json')

/** Reads our own data; the seed's test checks its shape by using all of it. */
async function readDemo<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(demoFolder, name), 'utf8'))
}
