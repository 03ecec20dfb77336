import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { connectDatabase, type Database } from '#db/client.ts'
import { type BackupInput, createBackup } from '#features/backup/server/create-backup.ts'
import { listMedia } from '#features/backup/server/media.ts'
import type { RestoreTarget } from '#features/backup/server/restore.ts'
import { createDatabaseLocation, type DatabaseLocation, type Mode } from './database.ts'

export const secret = 'a secret of many letters'

/** Folders for each test of the surrounding `describe`, and databases to restore into. */
export function useBackups() {
  let folder = ''
  const places: DatabaseLocation[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'))
  })
  afterEach(async () => {
    for (const place of places.splice(0)) await place.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const at = (...path: string[]) => join(folder, ...path)

  return {
    at,
    /** A site's data, with three media of which two have the same content. */
    aStock(pool: Pool): BackupInput {
      const mediaDir = at('media')
      putFile(join(mediaDir, 'agents', 'mark.webp'), 'a mark')
      putFile(join(mediaDir, 'qc', 'photo.webp'), 'a photo')
      putFile(join(mediaDir, 'demo', 'same.webp'), 'a photo')
      putFile(join(mediaDir, 'qc', '.draft.tmp'), 'half')
      return { pool, mediaDir, secret }
    },

    /** An empty place of a kind; `open` looks into it afterwards. */
    async aTarget(mode: Mode) {
      const place = await createDatabaseLocation(mode, 'empty')
      places.push(place)
      const own = at(`target-${places.length}`)
      const connect = () => connectDatabase({ ...place.config, applicationName: 'tests' })
      const target: RestoreTarget = {
        mediaDir: join(own, 'media'),
        secretFile: join(own, 'secret'),
        connect,
        backUpFirst: async (pool) => {
          const file = join(own, 'former.tar.zst')
          await createBackup({ pool, mediaDir: target.mediaDir, secret: 'the former secret' }, { file })
          return file
        },
      }
      return {
        ...target,
        /** Acts on the database between restores; an embedded one has one owner at a time. */
        async withPool<T>(act: (pool: Pool, database: Database) => Promise<T>): Promise<T> {
          const database = await connect()
          try {
            return await act(database.pool, database)
          } finally {
            await database.close()
          }
        },
        files: () => readContents(target),
      }
    },
  }
}

/** Makes a file, and the folders above it. */
export function putFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

async function readContents({ mediaDir, secretFile = '' }: RestoreTarget): Promise<Record<string, string>> {
  const names = (await listMedia(mediaDir)).sort()
  const media = await Promise.all(
    names.map(async (name) => [name, await readFile(join(mediaDir, name), 'utf8')] as const),
  )
  const kept = await readFile(secretFile, 'utf8').catch(() => 'none')
  return { ...Object.fromEntries(media), secret: kept }
}
