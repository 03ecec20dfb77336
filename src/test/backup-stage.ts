import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { connectDatabase, type Database } from '#db/client.ts'
import { backUp, type Stock } from '#features/backup/server/back-up.ts'
import { listMedia } from '#features/backup/server/media.ts'
import type { Target } from '#features/backup/server/restore.ts'
import { type Mode, makePlace, type Place } from './database.ts'

export const secret = 'a secret of many letters'

/** Folders for each test of the surrounding `describe`, and databases to restore into. */
export function useBackups() {
  let folder = ''
  const places: Place[] = []
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
    aStock(pool: Pool): Stock {
      const mediaDir = at('media')
      put(join(mediaDir, 'agents', 'mark.webp'), 'a mark')
      put(join(mediaDir, 'qc', 'photo.webp'), 'a photo')
      put(join(mediaDir, 'demo', 'same.webp'), 'a photo')
      put(join(mediaDir, 'qc', '.draft.tmp'), 'half')
      return { pool, mediaDir, secret }
    },

    /** An empty place of a kind; `open` looks into it afterwards. */
    async aTarget(mode: Mode) {
      const place = await makePlace(mode, 'empty')
      places.push(place)
      const own = at(`target-${places.length}`)
      const connect = () => connectDatabase({ ...place.config, applicationName: 'tests' })
      const target: Target = {
        mediaDir: join(own, 'media'),
        secretFile: join(own, 'secret'),
        connect,
        backUpFirst: async (pool) => {
          const file = join(own, 'former.tar.zst')
          await backUp({ pool, mediaDir: target.mediaDir, secret: 'the former secret' }, { file })
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
        files: () => contentsOf(target),
      }
    },
  }
}

/** Makes a file, and the folders above it. */
export function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

async function contentsOf({ mediaDir, secretFile = '' }: Target): Promise<Record<string, string>> {
  const names = (await listMedia(mediaDir)).sort()
  const media = await Promise.all(
    names.map(async (name) => [name, await readFile(join(mediaDir, name), 'utf8')] as const),
  )
  const kept = await readFile(secretFile, 'utf8').catch(() => 'none')
  return { ...Object.fromEntries(media), secret: kept }
}
