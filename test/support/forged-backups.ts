import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import { readArchive } from '#features/backup/server/archive.ts'

export type TarEntry = { header: TarHeader; data: Buffer }

export const createEntry = (name: string, data: Buffer | string): TarEntry => {
  const bytes = Buffer.from(data)
  return { header: { name, size: bytes.length }, data: bytes }
}

/** Seals what was packed, as an attacker who knows the format can. */
export function appendSeal(packed: Buffer): Buffer {
  const head = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
  return Buffer.concat([packed, head, hash('sha256', packed, 'buffer')])
}

export async function forgeBackup(entries: TarEntry[]): Promise<Buffer> {
  return appendSeal(zstdCompressSync(await packTar(entries)))
}

export async function readEntries(file: string): Promise<TarEntry[]> {
  const entries: TarEntry[] = []
  for await (const { name, bytes } of readArchive(file, { bytes: 1e9 }))
    entries.push(createEntry(name, await buffer(bytes)))
  return entries
}

type ForgedTable = { name: string; columns: string[]; rows: number; data: Buffer }
/** What a backup holds; sizes and sums follow from it. */
export type ForgedContent = {
  /** Further values of the manifest. */
  facts: Record<string, unknown>
  secret: Buffer
  media: { name: string; data: Buffer }[]
  tables: ForgedTable[]
}

/** The content of a backup with its pictures inside. */
export async function readContent(file: string): Promise<ForgedContent> {
  const entries = await readEntries(file)
  const { secret: _, media, tables, ...facts } = JSON.parse(String(entries[0]?.data))
  const find = (name: string) => entries.find(({ header }) => header.name === name)?.data ?? Buffer.alloc(0)
  return {
    facts,
    secret: find('secret'),
    media: media.map(({ name, sha256 }: { name: string; sha256: string }) => ({
      name,
      data: find(`media/${sha256}`),
    })),
    tables: tables.map(({ name, columns, rows }: ForgedTable) => ({
      name,
      columns,
      rows,
      data: find(`tables/${name}`),
    })),
  }
}

/** A backup in which every size, sum and seal is right, whatever it holds. */
export function packContent({ facts, secret, media, tables }: ForgedContent): Promise<Buffer> {
  const measure = (data: Buffer) => ({ size: data.length, sha256: hash('sha256', data) })
  const manifest = JSON.stringify({
    ...facts,
    secret: measure(secret),
    media: media.map(({ name, data }) => ({ name, ...measure(data) })),
    tables: tables.map(({ data, ...table }) => ({ ...table, ...measure(data) })),
  })
  const pictures = new Map(media.map(({ data }) => [hash('sha256', data), data]))
  return forgeBackup([
    createEntry('manifest.json', manifest),
    createEntry('manifest.sha256', hash('sha256', manifest)),
    createEntry('secret', secret),
    ...[...pictures].map(([sum, data]) => createEntry(`media/${sum}`, data)),
    ...tables.map(({ name, data }) => createEntry(`tables/${name}`, data)),
  ])
}
