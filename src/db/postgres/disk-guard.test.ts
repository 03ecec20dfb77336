import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { guardDisk } from './disk-guard.ts'

const limits = { reservedBytes: 6_000, minFreeBytes: 2_000 }

/** A guard over a folder whose disk has as much room as the test says, and a server that notes what it is told. */
function aGuard() {
  const parent = mkdtempSync(join(tmpdir(), 'disk-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const stage = {
    free: 100_000,
    readOnly: false,
    reserve: join(parent, 'db.reserve'),
    warnings: [] as string[],
  }
  const query = async (statement: string) => {
    if (statement.startsWith('alter system')) stage.readOnly = statement.startsWith('alter system set ')
    return { rows: [{ default_transaction_read_only: stage.readOnly ? 'on' : 'off' }] }
  }
  const warn = (message: string) => stage.warnings.push(message)
  const newGuard = () =>
    guardDisk(join(parent, 'db'), { query, warn, getFreeBytes: () => stage.free, limits })
  return { stage, guard: newGuard(), newGuard }
}

test('room is set aside for the log, given to it when the disk is full, and set aside again', async () => {
  const { stage, guard } = aGuard()
  await guard.checkDisk()
  expect(statSync(stage.reserve).size).toBe(limits.reservedBytes)
  expect(stage.readOnly).toBe(false)

  stage.free = 1_999
  await guard.checkDisk()
  expect([existsSync(stage.reserve), stage.readOnly]).toEqual([false, true])
  stage.free = 7_999 // what was set aside
  await guard.checkDisk()
  expect([existsSync(stage.reserve), stage.readOnly]).toEqual([false, true])

  stage.free = 10_000
  await guard.checkDisk()
  expect([existsSync(stage.reserve), stage.readOnly]).toEqual([true, false])
  expect(stage.warnings).toEqual([
    'The disk of the database is full. The database is read-only until there is free space.',
    'The disk of the database has free space again. The database accepts writes.',
  ])
})

test('a server that starts on a full disk gets the room first, and one that took no writes takes them again', async () => {
  const { stage, guard, newGuard } = aGuard()
  await guard.checkDisk()
  stage.free = 0
  guard.freeReserve()
  expect(existsSync(stage.reserve)).toBe(false)
  await guard.checkDisk()
  expect(stage.readOnly).toBe(true)
  stage.free = 100_000
  await newGuard().checkDisk()
  expect(stage.readOnly).toBe(false)
})
