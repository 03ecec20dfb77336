import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupFormat, type Manifest } from './manifest.ts'
import { stageFiles } from './place-files.ts'

const content = { size: 1, sha256: '' }
const manifest: Manifest = {
  ...backupFormat,
  createdAt: '',
  schema: 1,
  queue: 1,
  secret: content,
  mediaInside: true,
  media: [],
  remote: [],
  tables: [],
}

test('creates no file when reading fails', async () => {
  // More often than once, because it would be made only where the system opens it slowly.
  for (let i = 0; i < 50; i += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    const files = { mediaDir: join(folder, 'media'), secretFile: join(folder, 'secret') }
    async function* parts() {
      const bytes = (async function* () {
        yield* []
        throw new Error('It is cut short.')
      })()
      yield { name: 'secret', ...content, bytes }
    }
    await expect(stageFiles('', manifest, parts(), files)).rejects.toThrow('It is cut short.')
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    await Promise.all(Array.from({ length: 16 }, () => stat(folder))) // as many as the system does at once, and more
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  }
})
