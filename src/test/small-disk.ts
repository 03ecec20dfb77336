import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SmallDisk = {
  path: string
  /** Leaves no room for anything. */
  fill: () => void
  free: () => void
  remove: () => void
}

/**
 * A folder that can be full: a disk of 1 MB where this machine lets us make one, else one in which the folder
 * for uploads is replaced by a file, so that nothing can be written into it either.
 */
export function aSmallDisk(uploads: string): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  const isDisk = tryCommand('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path)
  const filler = isDisk ? join(path, 'filler') : join(path, uploads)
  return {
    path,
    fill: () => {
      if (isDisk) return writeUntilFull(filler)
      rmSync(filler, { recursive: true, force: true })
      writeFileSync(filler, 'in the way')
    },
    free: () => rmSync(filler, { recursive: true, force: true }),
    remove: () => {
      if (isDisk) execFileSync('umount', [path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function tryCommand(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function writeUntilFull(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096), { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
