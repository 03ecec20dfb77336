import { z } from 'zod'
import { isMediaName } from '#features/images/media-name.ts'
import { uploadFolders } from '#features/images/uploads.ts'
import { siteName } from '#shared/site.ts'
import type { ArchivePart } from './archive.ts'

/** Identifies the file and its format. A format that older code cannot read gets a higher version. */
export const backupFormat = { format: `${siteName.toLowerCase()}-backup`, version: 1 } as const

const count = z.int().min(0)
export const contentShape = z.object({ size: count, sha256: z.string().regex(/^[\da-f]{64}$/) })
/** A file with the name of an upload folder would keep the site from storing uploads. */
const mediaName = z
  .string()
  .refine((name) => isMediaName(name) && !uploadFolders.some((folder) => folder === name))
export const mediaFileShape = contentShape.extend({ name: mediaName })
const createUniqueCheck = <T>(getName: (item: T) => string) => ({
  check: (items: T[]) => new Set(items.map(getName)).size === items.length,
})
const uniqueNames = createUniqueCheck<{ name: string }>(({ name }) => name)

export const manifestShape = z.strictObject({
  format: z.literal(backupFormat.format),
  version: z.literal(backupFormat.version),
  createdAt: z.iso.datetime(),
  /** The newest migration of the database, and the version of the job queue's tables. */
  schema: count,
  queue: count,
  secret: contentShape,
  /** True: media are in the archive. False: they are beside it in the folder `media`, each under its SHA-256. */
  mediaInside: z.boolean(),
  media: z.array(mediaFileShape).refine(uniqueNames.check),
  /** Media that were left in the bucket. */
  remote: z.array(mediaName),
  /** Tables in an order in which rows come after the rows that they refer to. */
  tables: z
    .array(contentShape.extend({ name: z.string(), columns: z.array(z.string()), rows: count }))
    .refine(uniqueNames.check),
})

export type Manifest = z.output<typeof manifestShape>
export type MediaFile = Manifest['media'][number]
export type TableFile = Manifest['tables'][number]

/** The parts after the manifest, in this order: the secret, media, each content once, and the tables. */
export function listArchiveParts({ secret, media, mediaInside, tables }: Manifest): ArchivePart[] {
  const contents = mediaInside ? [...new Map(media.map((file) => [file.sha256, file])).values()] : []
  return [
    { ...secret, name: 'secret' },
    ...contents.map(({ size, sha256 }) => ({ name: `media/${sha256}`, size, sha256 })),
    ...tables.map(({ name, size, sha256 }) => ({ name: `tables/${name}`, size, sha256 })),
  ]
}
