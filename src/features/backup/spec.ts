/** Bounds of what is read from a file that claims to be a backup. */
export const backupLimits = {
  /** Of the manifest, in bytes: some 130 for each picture, so that a third of a million fit. */
  manifestBytes: 48 * 1024 * 1024,
  /** What the archive adds to each part, in bytes: a header and what fills the last block. */
  partOverhead: 1024,
} as const

/** A moment as it stands in the names of backups: they sort by it, and every disk takes it. */
export function stampOf(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(':', '-')
}
