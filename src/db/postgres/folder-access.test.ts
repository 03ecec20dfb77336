import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureDataFolder, findClosedFolder, repairFolder } from './folder-access.ts'
import { overflowUser } from './users.ts'

const isRoot = process.geteuid?.() === 0
const own = { uid: 60_800, gid: 60_800 }
let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'access-'))
  folder = join(parent, 'db')
  mkdirSync(join(folder, 'base', '5'), { recursive: true, mode: 0o700 })
  mkdirSync(join(folder, 'pg_tblspc'))
  writeFileSync(join(folder, 'base', '5', '112'), 'rows', { mode: 0o600 })
})
afterEach(() => rmSync(parent, { recursive: true }))

const at = (...path: string[]) => join(folder, ...path)
const modeOf = (path: string) => statSync(path).mode & 0o7777
/** As root for a user of the server's own, else for ourselves. */
const mend = () => repairFolder(folder, isRoot ? own : undefined)

test.each([0o755, 0o770, 0o2770, 0o777, 0o000, 0o500, 0o300, 0o701])(
  'a folder of mode %o is mended',
  (mode) => {
    for (const path of [at('base', '5', '112'), at('base', '5'), folder]) chmodSync(path, mode)
    mend()
    expect(modeOf(folder)).toBe(0o700)
    expect(modeOf(at('base', '5')) & 0o700).toBe(0o700)
    expect(modeOf(at('base', '5', '112')) & 0o600).toBe(0o600)
  },
)

test.each([0o700, 0o750])('a folder of mode %o stays as it is', (mode) => {
  chmodSync(folder, mode)
  mend()
  expect(modeOf(folder)).toBe(mode)
})

test.runIf(isRoot)('everything in it is given away, and nothing that a link leads to', () => {
  const elsewhere = join(parent, 'elsewhere')
  mkdirSync(join(elsewhere, 'inner'), { recursive: true, mode: 0o755 })
  writeFileSync(join(elsewhere, 'inner', 'file'), 'of another user')
  symlinkSync(elsewhere, at('pg_tblspc', '99999'))
  symlinkSync(join(elsewhere, 'inner', 'file'), at('base', 'link'))
  chownSync(folder, overflowUser.uid, overflowUser.gid)
  mend()
  for (const path of [folder, at('base', '5'), at('base', '5', '112')])
    expect(statSync(path)).toMatchObject({ uid: own.uid, gid: own.gid })
  for (const path of [elsewhere, join(elsewhere, 'inner'), join(elsewhere, 'inner', 'file')])
    expect(statSync(path).uid).toBe(0)
  expect(modeOf(elsewhere)).toBe(0o755)
})

test.runIf(isRoot)('a file that has a second name elsewhere is not given away', () => {
  const secret = join(parent, 'secret')
  writeFileSync(secret, 'of root', { mode: 0o600 })
  linkSync(secret, at('base', 'copy'))
  expect(mend).toThrow(`The file ${at('base', 'copy')} also has another name`)
  expect(statSync(secret).uid).toBe(0)
})

test.runIf(isRoot)('in place of the folder, root follows a link of root alone', () => {
  const elsewhere = join(parent, 'elsewhere')
  mkdirSync(elsewhere)
  rmSync(folder, { recursive: true })
  symlinkSync(elsewhere, folder)
  mend()
  expect(statSync(elsewhere).uid).toBe(own.uid)
})

test.runIf(isRoot)('a folder of root is given to no user who owns neither it nor the one above', () => {
  expect(() => repairFolder(folder, { uid: 1, gid: 1 })).toThrow('was replaced while it was being checked')
  expect(statSync(folder).uid).toBe(0)
})

test('the folder around it is named when it cannot be made', () => {
  writeFileSync(join(parent, 'file'), '')
  expect(() => ensureDataFolder(join(parent, 'file', 'data'))).toThrow(
    `DATA_DIR ${join(parent, 'file', 'data')} `,
  )
})

test('names the first folder on the way that other users cannot pass', () => {
  const closed = join(folder, 'home')
  const inner = join(closed, 'site', 'data')
  mkdirSync(inner, { recursive: true })
  for (const open of [parent, folder]) chmodSync(open, 0o755)
  chmodSync(closed, 0o700)
  expect(findClosedFolder(inner)).toBe(closed)
  chmodSync(closed, 0o755)
  expect(findClosedFolder(inner)).toBe(inner)
})
