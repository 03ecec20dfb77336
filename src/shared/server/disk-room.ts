import type { StatsFs } from 'node:fs'
import fs from 'node:fs/promises'

/**
 * The disk space that the site leaves free: the smaller of `bytes` and `part` (of the disk). It is enough for the log of a
 * database on the same disk until an operator frees space, and not too much of a small disk.
 */
export const diskFloor = { bytes: 512 * 1024 * 1024, part: 0.02 } as const

/** Other limits, for tests. */
export type DiskFloor = { [K in keyof typeof diskFloor]: number }

/** A disk with free space is queried again after this time. Far less than the floor is written in this time. */
const queryIntervalMs = 2_000

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
  let lastResult: { left: number; atMs: number } | undefined

  async function computeRoom(): Promise<number> {
    const stats = await statfs(folder).catch(() => undefined)
    if (!stats) return Number.POSITIVE_INFINITY // the write itself will fail if there is no room
    const { bavail, blocks, bsize } = stats
    return bavail * bsize - Math.min(floor.bytes, Math.floor(blocks * bsize * floor.part))
  }

  return {
    /** The free bytes above the floor; negative when bytes are missing. */
    async left(): Promise<number> {
      // A disk without room is queried each time, so that freed space is used at once.
      const isFresh =
        lastResult && lastResult.left >= 0 && performance.now() - lastResult.atMs < queryIntervalMs
      if (!lastResult || !isFresh) lastResult = { left: await computeRoom(), atMs: performance.now() }
      return lastResult.left
    },
  }
}
