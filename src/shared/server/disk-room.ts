import type { StatsFs } from 'node:fs'
import fs from 'node:fs/promises'

/**
 * How much of a disk the site leaves free, the smaller of both: enough for the log of a database on the same
 * disk while an operator frees space, and no large part of a small disk.
 */
export const diskFloor = { bytes: 512 * 1024 * 1024, part: 0.02 } as const

/** A floor with other numbers. */
export type DiskFloor = { [K in keyof typeof diskFloor]: number }

/** A disk with room is queried again after this many ms; the floor is far more than is written meanwhile. */
const queryEveryMs = 2_000

type DiskStats = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>
type DiskRoomOptions = { floor?: DiskFloor | undefined; statfs?: (folder: string) => Promise<DiskStats> }
export type DiskRoom = ReturnType<typeof createDiskRoom>

/** The free bytes of the disk; `createDiskRoom` computes how many of them may be written. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder)
  return bavail * bsize
}

/** Computes how many bytes may be written to the disk of a folder. */
export function createDiskRoom(
  folder: string,
  { floor = diskFloor, statfs = fs.statfs }: DiskRoomOptions = {},
) {
  let last: { left: number; at: number } | undefined

  async function computeRoom(): Promise<number> {
    const stats = await statfs(folder).catch(() => undefined)
    if (!stats) return Number.POSITIVE_INFINITY // the write itself will fail if there is no room
    const { bavail, blocks, bsize } = stats
    return bavail * bsize - Math.min(floor.bytes, Math.floor(blocks * bsize * floor.part))
  }

  return {
    /** Bytes above the floor; negative by the bytes that are missing. */
    async left(): Promise<number> {
      // A disk that was short of room is queried each time, so that new room is seen at once.
      const isFresh = last && last.left >= 0 && performance.now() - last.at < queryEveryMs
      if (!last || !isFresh) last = { left: await computeRoom(), at: performance.now() }
      return last.left
    },
  }
}
