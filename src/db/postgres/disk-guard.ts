import { existsSync, rmSync, statfsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const MB = 1024 * 1024
/** In bytes: the size of the reserve file, and the free space that writes need. */
const diskLimits = { reservedBytes: 64 * MB, minFreeBytes: 32 * MB } as const

type DiskGuardOptions = {
  /** Queries the running server. */
  query: (statement: string) => Promise<{ rows: Record<string, string>[] }>
  warn: (message: string) => void
  getFreeBytes?: (folder: string) => number
  limits?: { [K in keyof typeof diskLimits]: number }
}

/**
 * Keeps a database readable when its disk is full. The server ends when it cannot write its log, so a file beside the folder
 * reserves space. When the disk is full, that file is deleted, and the database is read-only until there is enough space.
 */
export function guardDisk(
  folder: string,
  { query, warn, getFreeBytes = readFreeBytes, limits = diskLimits }: DiskGuardOptions,
) {
  const reserveFile = `${folder}.reserve`
  const { reservedBytes, minFreeBytes } = limits
  let acceptsWrites: boolean | undefined

  async function setAcceptsWrites(accepts: boolean): Promise<void> {
    await query(
      `alter system ${accepts ? 'reset' : 'set'} default_transaction_read_only${accepts ? '' : ' = on'}`,
    )
    await query('select pg_reload_conf()')
    acceptsWrites = accepts
  }

  return {
    /** Deletes the reserve file when the disk is full. Called before a server starts, which needs space. */
    freeReserve(): void {
      if (getFreeBytes(folder) < minFreeBytes) rmSync(reserveFile, { force: true })
    },

    async checkDisk(): Promise<void> {
      acceptsWrites ??=
        (await query('show default_transaction_read_only')).rows[0]?.default_transaction_read_only === 'off'
      const currentBytes = getFreeBytes(folder)
      if (currentBytes < minFreeBytes && acceptsWrites) {
        this.freeReserve()
        await setAcceptsWrites(false)
        warn('The disk of the database is full. The database is read-only until there is free space.')
      }
      if (currentBytes < reservedBytes + 2 * minFreeBytes) return
      if (!existsSync(reserveFile))
        await writeFile(reserveFile, Buffer.alloc(reservedBytes), { mode: 0o600, flag: 'wx' })
      if (acceptsWrites) return
      await setAcceptsWrites(true)
      warn('The disk of the database has free space again. The database accepts writes.')
    },
  }
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
