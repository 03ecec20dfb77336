import { existsSync, rmSync, statfsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const MB = 1024 * 1024
/** Bytes: what is reserved for the log only, and what has to be free for writes to go on. */
const diskLimits = { reserve: 64 * MB, least: 32 * MB } as const

type DiskGuardOptions = {
  /** Queries the running server. */
  query: (statement: string) => Promise<{ rows: Record<string, string>[] }>
  warn: (message: string) => void
  freeBytes?: (folder: string) => number
  numbers?: { [K in keyof typeof diskLimits]: number }
}

/**
 * Keeps a database readable when its disk is full. A log without room ends the server, so a file beside the
 * folder reserves room; when the disk is full that is given to the log, and no writes are accepted until
 * there is enough again.
 */
export function guardDisk(
  folder: string,
  { query, warn, freeBytes = readFreeBytes, numbers = diskLimits }: DiskGuardOptions,
) {
  const reserve = `${folder}.reserve`
  const { reserve: reserved, least } = numbers
  let takesWrites: boolean | undefined

  async function allow(writes: boolean): Promise<void> {
    await query(
      `alter system ${writes ? 'reset' : 'set'} default_transaction_read_only${writes ? '' : ' = on'}`,
    )
    await query('select pg_reload_conf()')
    takesWrites = writes
  }

  return {
    /** Before a server starts: on a full disk it could not. */
    makeRoom(): void {
      if (freeBytes(folder) < least) rmSync(reserve, { force: true })
    },

    async look(): Promise<void> {
      takesWrites ??=
        (await query('show default_transaction_read_only')).rows[0]?.default_transaction_read_only === 'off'
      const free = freeBytes(folder)
      if (free < least && takesWrites) {
        this.makeRoom()
        await allow(false)
        warn('The disk of the database is full. Until there is room it is only read.')
      }
      if (free < reserved + 2 * least) return
      if (!existsSync(reserve)) await writeFile(reserve, Buffer.alloc(reserved), { mode: 0o600, flag: 'wx' })
      if (takesWrites) return
      await allow(true)
      warn('The disk of the database has room again, and writes are taken.')
    },
  }
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
