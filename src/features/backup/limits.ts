import { DAY_MS, HOUR_MS } from '#shared/time.ts'

/** Limits for reading a file that may not be a backup. */
export const backupLimits = {
  /** Maximum size of the manifest, in bytes: about 130 for each image, enough for 360,000 images. */
  manifestBytes: 48 * 1024 * 1024,
  /** Size that the archive adds to each part, in bytes: a header and padding. */
  partOverhead: 1024,
  /** Maximum size of one row, in bytes, because it is held in memory; no form or file of the site makes a larger one. */
  rowBytes: 32 * 1024 * 1024,
} as const

export const dailyLimits = {
  /** Half an hour less than a day, because it is checked only every hour whether one is due. */
  everyMs: 23.5 * HOUR_MS,
  /** A failed backup is retried after ten minutes, then at most every hour; one may take six hours. In seconds. */
  retryPolicy: { firstSeconds: 600, maxSeconds: 3_600, timeoutSeconds: 6 * 3_600 },
  /** Age of the newest backup from which backups are reported as failing, even without an error. */
  oldMs: 2 * DAY_MS,
} as const

/** The number of stored backups from before upgrades. */
export const keptBeforeUpgrades = 3

/** Why a file is not a valid backup of this site. */
export type BackupFlaw = 'ahead' | 'damaged' | 'foreign' | 'unreadable'
export type IgnoredBackup = { name: string; flaw: BackupFlaw }

const flawDescriptions: Record<BackupFlaw, string> = {
  ahead: 'it is dated in the future. Correct the clock, or move the file away.',
  damaged: 'it is incomplete or damaged. Move the file away.',
  foreign: 'it was made by another site. Move the file away.',
  unreadable: 'it cannot be read. Make the user that runs the site its owner.',
}

/** A message for each ignored file. */
export function describeIgnored(files: IgnoredBackup[]): string[] {
  return files.map(({ name, flaw }) => `The backup ${name} is ignored: ${flawDescriptions[flaw]}`)
}

/** Formats a time for the names of backups: sortable, and valid on every file system. */
export function formatStamp(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** Parses the time in a backup's name, in ms since 1970. */
export function parseStamp(stamp: string): number {
  return Date.parse(`${stamp.replace(/T(..)-(..)-/, 'T$1:$2:')}Z`)
}
