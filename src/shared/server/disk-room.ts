import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'

/**
 * How much of a disk the site leaves free, the smaller of both: enough for the log of a database on the same
 * disk while an operator frees space, and no large part of a small disk.
 */
export const diskFloor = { bytes: 512 * 1024 * 1024, part: 0.02 } as const

/** The same with other numbers. */
export type DiskFloor = { [K in keyof typeof diskFloor]: number }

/** A disk with room is queried again after this many ms; the floor is far more than is written meanwhile. */
const askEveryMs = 2_000

type DiskStats = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>
type DiskRoomOptions = { floor?: DiskFloor | undefined; ask?: (folder: string) => Promise<DiskStats> }
export type DiskRoom = ReturnType<typeof createDiskRoom>

/** All that the disk has left for us; how much of it may be written is `createDiskRoom`'s to say. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Tells how much may be written to the disk that a folder is on. */
export function createDiskRoom(folder: string, { floor = diskFloor, ask = statfs }: DiskRoomOptions = {}) {
  let last: { left: number; at: number } | undefined

  async function measureRoom(): Promise<number> {
    const disk = await ask(folder).catch(() => undefined)
    if (!disk) return Number.POSITIVE_INFINITY // the write itself will fail if there is no room
    const { bavail, blocks, bsize } = disk
    return bavail * bsize - Math.min(floor.bytes, Math.floor(blocks * bsize * floor.part))
  }

  return {
    /** Bytes above the floor; negative by the bytes that are missing. */
    async left(): Promise<number> {
      // A disk that was short of room is queried each time, so that new room is seen at once.
      const isFresh = last && last.left >= 0 && performance.now() - last.at < askEveryMs
      if (!last || !isFresh) last = { left: await measureRoom(), at: performance.now() }
      return last.left
    },
  }
}
