import { hash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, aSession, aUser } from '#support/factories.ts'
import {
  appendSeal,
  createEntry,
  forgeBackup,
  packContent,
  readContent,
  readEntries,
  type TarEntry,
} from '#support/forged-backups.ts'
import { hostileBackups } from '#support/hostile-backups.ts'
import { digestTables } from '#support/table-digests.ts'
import { useDatabase } from '#test/database.ts'
import { useBackups } from '#test/fixtures/backup-fixture.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore.ts'

/** Another manifest, with the sum that fits it. */
function withManifest(
  entries: TarEntry[],
  change: (manifest: Record<string, unknown>) => unknown,
): TarEntry[] {
  const manifest = JSON.parse(String(entries[0]?.data))
  const changed = change(manifest)
  const text = typeof changed === 'string' ? changed : JSON.stringify(changed)
  const head = [createEntry('manifest.json', text), createEntry('manifest.sha256', hash('sha256', text))]
  return [...head, ...entries.slice(2)]
}

const zeros = Buffer.alloc(64 * 1024 * 1024)
const spaces = Buffer.alloc(64 * 1024 * 1024, ' ')

/** What may have become of a backup, each with a name. */
async function* listDamages(
  whole: Buffer,
  entries: TarEntry[],
): AsyncGenerator<[what: string, bytes: Buffer]> {
  const { length } = whole
  for (let n = 0; n < 40; n += 1)
    yield [`cut after ${n}/40`, whole.subarray(0, Math.floor((length * n) / 40))]
  for (const less of [1, 2, 31, 32, 39, 40, 41]) yield [`cut by ${less}`, whole.subarray(0, length - less)]
  for (let n = 0; n < 60; n += 1) {
    const at = Math.floor((length * (n + 0.5)) / 60)
    yield [`a bit flipped at ${at}`, Buffer.from(whole.with(at, (whole[at] ?? 0) ^ (1 << (n % 8))))]
  }
  yield ['something behind its end', Buffer.concat([whole, Buffer.from('more')])]
  yield ['twice', Buffer.concat([whole, whole])]
  yield ['its second half first', Buffer.concat([whole.subarray(length / 2), whole.subarray(0, length / 2)])]
  for (const [what, bytes] of listForeignFiles()) yield [what, bytes]
  for (let at = 0; at < entries.length; at += 1) {
    const { header, data } = entries[at] ?? createEntry('', '')
    yield [`without ${header.name}`, await forgeBackup(entries.toSpliced(at, 1))]
    yield [
      `${header.name} first`,
      await forgeBackup(
        [createEntry(header.name, data), ...entries.toSpliced(at, 1)].with(
          0,
          createEntry(header.name, at === 0 ? 'x' : data),
        ),
      ),
    ]
    yield [
      `${header.name} with a byte more`,
      await forgeBackup(entries.with(at, createEntry(header.name, `${data}x`))),
    ]
    if (data.length === 0) continue
    const other = Buffer.from(data.with(0, (data[0] ?? 0) ^ 1))
    yield [
      `${header.name} with another byte`,
      await forgeBackup(entries.with(at, createEntry(header.name, other))),
    ]
  }
  for (const [what, change] of manifests) yield [what, await forgeBackup(withManifest(entries, change))]
  for (const type of ['symlink', 'link', 'directory', 'fifo'] as const) {
    const header = { name: 'secret', size: 0, type, linkname: '/etc/passwd' }
    yield [`a ${type} as the secret`, await forgeBackup(entries.with(2, { header, data: Buffer.alloc(0) }))]
  }
  for (const name of ['../secret', '/etc/cron.d/x', 'media/../../x', '.', 'secret\0.txt'])
    yield [`a part named ${JSON.stringify(name)}`, await forgeBackup([...entries, createEntry(name, 'x')])]
  yield [
    'a bomb behind the last part',
    await forgeBackup([...entries, createEntry('tables/public.zeros', zeros)]),
  ]
  yield ['a bomb as a part', await forgeBackup(entries.with(2, createEntry('secret', zeros)))]
  yield [
    'a bomb as the manifest',
    await forgeBackup([createEntry('manifest.json', spaces), ...entries.slice(1)]),
  ]
  yield ['a bomb that is not a tar', appendSeal(zstdCompressSync(zeros))]
  const lying = { header: { name: 'manifest.json', size: 8 * 1024 ** 4 }, data: zeros.subarray(0, 512) }
  yield [
    'a part that says it is large',
    appendSeal(zstdCompressSync(await packTar([lying]).catch(() => zeros))),
  ]
}

function listForeignFiles(): [string, Buffer][] {
  return [
    ['an empty file', Buffer.alloc(0)],
    ['one byte', Buffer.from('x')],
    ['a text', Buffer.from('to whom it may concern\n'.repeat(100))],
    ['gzip', gzipSync('another backup')],
    ['a packed text', zstdCompressSync('another backup')],
    ['a sealed text', appendSeal(zstdCompressSync('another backup'))],
    ['a seal alone', appendSeal(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))],
  ]
}

type ManifestChange = (manifest: Record<string, unknown>) => unknown
const changeFirst = (list: unknown, change: object) => {
  const [head, ...others] = list as object[]
  return [{ ...head, ...change }, ...others]
}
const manifests: [string, ManifestChange][] = [
  ['another program’s', (manifest) => ({ ...manifest, format: 'other-backup' })],
  ['of a newer form', (manifest) => ({ ...manifest, version: 2 })],
  ['of a newer unknown format', () => ({ format: 'chopmark-backup', version: 3 })],
  ['of no form', (manifest) => ({ ...manifest, version: 'one' })],
  ['with tables of the future', (manifest) => ({ ...manifest, schema: Date.UTC(2100, 0) })],
  ['with tables that never were', (manifest) => ({ ...manifest, schema: 1 })],
  ['with less tables', (manifest) => ({ ...manifest, tables: (manifest.tables as unknown[]).slice(1) })],
  [
    'with a table twice',
    (manifest) => ({
      ...manifest,
      tables: [...(manifest.tables as unknown[]), (manifest.tables as unknown[])[0]],
    }),
  ],
  [
    'with less than nothing',
    (manifest) => ({ ...manifest, tables: changeFirst(manifest.tables, { size: -1 }) }),
  ],
  ['with half a row', (manifest) => ({ ...manifest, tables: changeFirst(manifest.tables, { rows: 0.5 }) })],
  [
    'with a size beyond numbers',
    (manifest) => ({ ...manifest, tables: changeFirst(manifest.tables, { size: 1e300 }) }),
  ],
  ['without a sum', (manifest) => ({ ...manifest, tables: changeFirst(manifest.tables, { sha256: '' }) })],
  [
    'with another sum',
    (manifest) => ({ ...manifest, tables: changeFirst(manifest.tables, { sha256: 'a'.repeat(64) }) }),
  ],
  [
    'with a sum that is a path',
    (manifest) => ({ ...manifest, media: changeFirst(manifest.media, { sha256: '../../secret' }) }),
  ],
  ['with an unknown key', (manifest) => ({ ...manifest, more: true })],
  ['without a secret', ({ secret: _, ...manifest }) => manifest],
  ['with media elsewhere', (manifest) => ({ ...manifest, mediaInside: false })],
  ['of nothing', () => null],
  ['of a list', () => []],
  ['that is no JSON', () => '{'],
  ['that is empty', () => ''],
  ...[
    '../x',
    '/etc/passwd',
    'a/../../x',
    '.hidden',
    'a//b',
    '',
    'a\\..\\b',
    'a\0b',
    `${'a/'.repeat(200)}b`,
    'a/./b',
  ].map((name): [string, ManifestChange] => [
    `with a picture named ${JSON.stringify(name).slice(0, 30)}`,
    (manifest) => ({ ...manifest, media: changeFirst(manifest.media, { name }) }),
  ]),
  [
    'with a picture twice',
    (manifest) => ({ ...manifest, media: changeFirst(manifest.media, { name: 'qc/photo.webp' }) }),
  ],
  ['with a path in the bucket', (manifest) => ({ ...manifest, remote: ['../x'] })],
]

describe('a damaged backup', () => {
  const source = useDatabase()
  const { at, aStock, aTarget } = useBackups()
  const file = () => at('backup.tar.zst')
  beforeEach(async () => {
    await aSession(source.db, await aUser(source.db))
    await aProduct(source.db)
    await createBackup(aStock(source.pool), { file: file() })
  })

  test('is rejected with one sentence before anything is written', async () => {
    const whole = readFileSync(file())
    const target = {
      mediaDir: at('nowhere', 'media'),
      secretFile: at('nowhere', 'secret'),
      journalFile: at('nowhere', 'restore.json'),
      database: 'none',
      connect: () => Promise.reject(new Error('It was opened.')),
      backUpFirst: () => Promise.reject(new Error('It was backed up.')),
    }
    const wrong: string[] = []
    let count = 0
    for await (const [what, bytes] of listDamages(whole, await readEntries(file()))) {
      count += 1
      writeFileSync(file(), bytes)
      const outcome = await restoreBackup(file(), target, { replace: true, resumeJobs: false }).catch(
        (error: Error) => error.message,
      )
      const isSentence = typeof outcome === 'string' && outcome.startsWith(file()) && outcome.endsWith('.')
      if (!isSentence) wrong.push(`${what}: ${outcome}`)
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(200)
    expect(existsSync(at('nowhere'))).toBe(false)
  })

  test('is rejected when only its checksums are valid, and nothing changes', async () => {
    const target = { ...(await aTarget()), backUpFirst: async () => 'former' }
    await restoreBackup(file(), target, { replace: false, resumeJobs: false })
    const readState = async () => [await target.files(), await target.withPool(digestTables)]
    const before = await readState()
    const content = await readContent(file())
    const wrong: string[] = []
    for (const [what, change] of hostileBackups) {
      writeFileSync(file(), await packContent(change(content)))
      const outcome = await restoreBackup(file(), target, { replace: true, resumeJobs: false }).catch(
        (error: Error) => error.message,
      )
      const isSentence =
        typeof outcome === 'string' &&
        /^\S+ is a damaged backup\. .+\.$|^Nothing was restored\. .+\.$/.test(outcome)
      if (!isSentence || !isDeepStrictEqual(await readState(), before)) wrong.push(`${what}: ${outcome}`)
      if (existsSync(target.journalFile)) wrong.push(`${what}: it is still open`)
    }
    expect(wrong).toEqual([])
    writeFileSync(file(), await packContent(content))
    await restoreBackup(file(), target, { replace: true, resumeJobs: false })
  })
})
