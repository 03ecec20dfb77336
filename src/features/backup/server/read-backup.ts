import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { listSchemaTables } from '#db/schema-tables.ts'
import { findSecretProblem, maxSecretBytes } from '#shared/server/secret-rule.ts'
import { siteName } from '#shared/site.ts'
import { backupLimits } from '../limits.ts'
import {
  type ArchivePart,
  assertSealed,
  type PartRead,
  readArchive,
  type UnpackAllowance,
  verifyBytes,
} from './archive.ts'
import { assertSiteTables } from './expected-tables.ts'
import { backupFormat, listArchiveParts, type Manifest, manifestShape, type TableFile } from './manifest.ts'

export type BackupPart = ArchivePart & { bytes: AsyncIterable<Uint8Array> }
type OpenBackup = { manifest: Manifest; parts: AsyncGenerator<BackupPart> }

/** An error with a message for the operator. */
class BackupError extends Error {}

/** Describes an error as one line that ends with a period. */
export function describeBackupError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(/\s+/g, ' ').replace(/[.]?$/, '.')
}

type CheckOptions = {
  /** Whether the site will use the backup's secret; false when the operator's configuration has one. */
  usesSecret?: boolean
}

/**
 * Reads a whole backup, including media beside it, and returns its manifest. Throws an Error with one sentence when
 * the file is incomplete, changed, foreign or newer than this code, or contains invalid data: other tables, an
 * invalid secret, or a row that is too long. Stores nothing.
 */
export async function checkBackup(
  file: string,
  migrations: readonly number[],
  { usesSecret = true }: CheckOptions = {},
): Promise<Manifest> {
  await assertSealed(file)
  try {
    const { manifest, parts } = await openBackup(file)
    assertKnownSchema(file, manifest, migrations)
    assertSiteTables(manifest, listSchemaTables(manifest.schema))
    await checkSecret(await parts.next(), usesSecret)
    const tables = new Map(manifest.tables.map((table) => [`tables/${table.name}`, table]))
    for await (const { name, bytes } of parts) await checkRows(bytes, tables.get(name))
    if (!manifest.mediaInside) await verifyMediaFiles(file, manifest)
    return manifest
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new Error(`${file} is a damaged backup. ${describeBackupError(error)}`, { cause: error })
  }
}

/** Reads only the manifest. Throws when there is none. */
export async function readManifest(file: string): Promise<Manifest> {
  const { manifest, parts } = await openBackup(file)
  await parts.return(undefined)
  return manifest
}

/**
 * Opens a backup: its manifest, and its parts, each of which must be read before the next. Throws when they do not
 * match.
 */
export async function openBackup(file: string): Promise<OpenBackup> {
  const { manifestBytes, partOverhead } = backupLimits
  const allowance: UnpackAllowance = { bytes: manifestBytes + 8 * partOverhead }
  const entries = readArchive(file, allowance)
  const text = await readTextPart(await entries.next(), 'manifest.json')
  const sum = await readTextPart(await entries.next(), 'manifest.sha256')
  if (sum !== hash('sha256', text)) throw new Error('Its manifest has changed: the checksum is wrong.')
  const manifest = parseManifest(file, text)
  const expected = listArchiveParts(manifest)
  allowance.bytes += expected.reduce((bytes, { size }) => bytes + size + partOverhead, 0)
  return { manifest, parts: matchParts(expected, entries) }
}

async function* matchParts(
  expected: ArchivePart[],
  entries: AsyncGenerator<PartRead>,
): AsyncGenerator<BackupPart> {
  try {
    for (const part of expected) {
      const { value } = await entries.next()
      if (value?.name !== part.name) throw new Error(`${part.name} is missing or in the wrong position.`)
      yield { ...part, bytes: verifyBytes(part, value.bytes) }
    }
    if (!(await entries.next()).done) throw new Error('It contains more files than its manifest lists.')
  } finally {
    await entries.return(undefined)
  }
}

async function checkSecret({ value }: IteratorResult<BackupPart, unknown>, isUsed: boolean): Promise<void> {
  const part = value as BackupPart | undefined
  if (!part || part.size > maxSecretBytes)
    throw new Error(`Its secret has more than ${maxSecretBytes} bytes.`)
  const fault = findSecretProblem(await readText(part.bytes))
  if (fault && isUsed) throw new Error(`Its secret is invalid: ${fault}.`)
}

/** Reads a part to its end. For a table, checks the length of each row and the number of rows. */
async function checkRows(bytes: AsyncIterable<Uint8Array>, table: TableFile | undefined): Promise<void> {
  const { rowBytes } = backupLimits
  let rows = 0
  let length = 0
  for await (const chunk of bytes) {
    if (!table) continue
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      rows += 1
      length = 0
      start = end + 1
    }
    length += chunk.length - start
    if (length > rowBytes) throw new Error(`A row of ${table.name} has more than ${rowBytes} bytes.`)
  }
  if (table && (rows !== table.rows || length > 0))
    throw new Error(`The number of rows of ${table.name} does not match the manifest.`)
}

async function readTextPart({ value }: IteratorResult<PartRead, unknown>, name: string): Promise<string> {
  const part = value as PartRead | undefined
  if (part?.name !== name || part.size > backupLimits.manifestBytes) throw new Error(`${name} is missing.`)
  return readText(part.bytes)
}

function parseManifest(file: string, text: string): Manifest {
  const value: { format?: unknown; version?: unknown } | null = JSON.parse(text)
  if (value?.format !== backupFormat.format) throw new BackupError(`${file} is not a backup of ${siteName}.`)
  if (Number(value.version) > backupFormat.version) throw createNewerError(file)
  const { data } = manifestShape.safeParse(value)
  if (!data) throw new Error('Its manifest has an invalid form.')
  return data
}

function assertKnownSchema(file: string, { schema }: Manifest, migrations: readonly number[]): void {
  if (migrations.includes(schema)) return
  if (schema > Math.max(...migrations)) throw createNewerError(file)
  throw new Error('Its schema version does not exist.')
}

function createNewerError(file: string): BackupError {
  return new BackupError(
    `${file} was made by a newer version of ${siteName}. Restore it with that version, or a later one.`,
  )
}

/** The media folder of a backup without media, by SHA-256. */
export function getMediaFolder(file: string): string {
  return join(dirname(file), 'media')
}

async function verifyMediaFiles(file: string, { media }: Manifest): Promise<void> {
  const folder = getMediaFolder(file)
  for (const part of media) {
    const bytes = createReadStream(join(folder, part.sha256))
    for await (const _ of verifyBytes({ ...part, name: join(folder, part.sha256) }, bytes));
  }
}
