import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assertSealed, type PartToWrite, readArchive, writeArchive } from './archive.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  file = join(folder, 'backup.tar.zst')
})
afterEach(() => rmSync(folder, { recursive: true }))

function createPart(name: string, bytes: Buffer): PartToWrite {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    name,
    size: bytes.length,
    sha256,
    open: () => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
  }
}
const content = Buffer.from('what stands in it')
const many = Buffer.alloc(300_000, 'abc')

async function readParts(bytes = 1_000_000): Promise<string[]> {
  const names: string[] = []
  for await (const part of readArchive(file, { bytes })) {
    const own = await buffer(part.bytes)
    expect(own).toHaveLength(part.size)
    names.push(`${part.name} ${own.subarray(0, 8)}`)
  }
  return names
}

test('reads what was written, in order, and other programs can read it too', async () => {
  await writeArchive(file, [
    createPart('one', content),
    createPart('folder/two', many),
    createPart('none', Buffer.alloc(0)),
  ])
  await assertSealed(file)
  expect(await readParts()).toEqual(['one what sta', 'folder/two abcabcab', 'none '])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(execFileSync('tar', ['-xOf', '-', 'one'], { input: unpackArchive() })).toEqual(content)
})

function unpackArchive(): Buffer {
  return execFileSync(process.execPath, [
    '-e',
    'process.stdout.write(require("zlib").zstdDecompressSync(require("fs").readFileSync(process.argv[1])))',
    file,
  ])
}

test('throws when a part changes while it is written', async () => {
  await expect(
    writeArchive(file, [{ ...createPart('one', content), open: () => Readable.from([many]) }]),
  ).rejects.toThrow('one has changed: its size or checksum is wrong.')
  await expect(
    writeArchive(`${file}2`, [
      { ...createPart('one', content), open: () => Readable.from([many.subarray(0, content.length)]) },
    ]),
  ).rejects.toThrow('one has changed: its size or checksum is wrong.')
})

test('writes nothing when there is no room, or when the file exists', async () => {
  const noRoom = async () => Promise.reject(new Error('no room'))
  await expect(writeArchive(file, [createPart('one', many)], noRoom)).rejects.toThrow('no room')
  writeFileSync(file, 'mine')
  await expect(writeArchive(file, [createPart('one', many)])).rejects.toThrow('EEXIST')
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('detects a truncated file and a changed byte at any position', async () => {
  await writeArchive(file, [createPart('one', content)])
  const whole = readFileSync(file)
  for (let at = 0; at < whole.length; at += 1) {
    writeFileSync(file, whole)
    truncateSync(file, at)
    await expect(assertSealed(file)).rejects.toThrow(
      at < 4 ? 'is not a backup of Chopmark.' : 'its end is missing.',
    )
    writeFileSync(file, whole.with(at, (whole[at] ?? 0) ^ (1 << (at % 8))))
    await expect(assertSealed(file)).rejects.toThrow(
      /is (not a|an incomplete) backup of Chopmark|was changed or damaged/,
    )
  }
  writeFileSync(file, Buffer.concat([whole, whole]))
  await expect(assertSealed(file)).rejects.toThrow('was changed or damaged')
})

test('unpacks at most the allowed bytes', async () => {
  await writeArchive(file, [createPart('one', content), createPart('large', many)])
  await expect(readParts(200_000)).rejects.toThrow('It unpacks to more bytes than its manifest allows.')
})

test('rejects a path that is not a file', async () => {
  await expect(assertSealed(folder)).rejects.toThrow(`There is no file ${folder}.`)
  await expect(assertSealed(file)).rejects.toThrow(`There is no file ${file}.`)
})
