import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertFolders, canWrite } from './disk.ts'

test('every folder must be writable; test files are deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  try {
    const media = join(folder, 'media')
    expect(await canWrite([folder, media])).toBe(true)
    expect(readdirSync(media)).toEqual([])
    writeFileSync(join(folder, 'file'), '')
    expect(await canWrite([folder, join(folder, 'file')])).toBe(false)
    expect(await canWrite([folder, '/proc/none'])).toBe(false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('rejects a file at the path of a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  try {
    const file = join(folder, 'outbox')
    expect(() => assertFolders([folder, file])).not.toThrow()
    writeFileSync(file, '')
    expect(() => assertFolders([folder, file])).toThrow(
      `${file} must be a folder, but it is a file. Move the file away; the folder is created when needed.`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
