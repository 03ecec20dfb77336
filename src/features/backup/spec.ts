import { DAY_MS, HOUR_MS } from '#shared/time.ts'

/** Bounds of what is read from a file that claims to be a backup. */
export const backupLimits = {
  /** Of the manifest, in bytes: some 130 for each image, so that a third of a million fit. */
  manifestBytes: 48 * 1024 * 1024,
  /** What the archive adds to each part, in bytes: a header and padding. */
  partOverhead: 1024,
  /** Of one row, in bytes, since it is held in memory whole; no form or file that the site takes makes a larger one. */
  rowBytes: 32 * 1024 * 1024,
} as const

export const dailyLimits = {
  /** Less than a day by half an hour, since whether one is due is looked at every hour. */
  everyMs: 23.5 * HOUR_MS,
  /**
   * On PGlite, which is blocked meanwhile: in this hour of the machine's clock, half a day after the last or
   * later, and at any hour once a night was missed, before the newest is old.
   */
  night: { hour: 4, everyMs: 12 * HOUR_MS, atLastMs: 36 * HOUR_MS },
  /** A failed one is tried again after ten minutes, then at most an hour apart; one may take six hours. In seconds. */
  retryPolicy: { first: 600, maxSeconds: 3_600, atWork: 6 * 3_600 },
  /** When the newest is so old, something is wrong though nothing has failed. */
  oldMs: 2 * DAY_MS,
} as const

/** How many backups from before an upgrade are kept. */
export const keptBeforeUpgrades = 3

/** Why a file does not count as a backup of this site. */
export type BackupFlaw = 'ahead' | 'damaged' | 'foreign' | 'unreadable'
export type IgnoredBackup = { name: string; flaw: BackupFlaw }

const flawWords: Record<BackupFlaw, string> = {
  ahead: 'dated ahead of the clock: set the clock right, or move it away',
  damaged: 'cut short or damaged: move it away',
  foreign: 'made by another site: move it away',
  unreadable: 'not readable: give it to the user that runs the site',
}

/** A sentence for each file that does not count. */
export function describeIgnored(files: IgnoredBackup[]): string[] {
  return files.map(({ name, flaw }) => `${name} does not count, it is ${flawWords[flaw]}.`)
}

/** A moment as in the names of backups: sortable, and valid on every file system. */
export function formatStamp(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** The moment in a name, in ms. */
export function parseStamp(stamp: string): number {
  return Date.parse(`${stamp.replace(/T(..)-(..)-/, 'T$1:$2:')}Z`)
}
