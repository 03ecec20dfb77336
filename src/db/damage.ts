import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explainFailure, saysDamage } from './postgres/failures.ts'

/** Without these no database opens; each with its minimum size in bytes in an intact folder. */
const neededFiles = { PG_VERSION: 1, 'global/pg_control': 8192, 'global/pg_filenode.map': 512 } as const
const neededFolders = ['base', 'global', 'pg_wal', 'pg_xact']
const logFilePattern = /^[\dA-F]{24}$/
const logFileBytes = 16 * 1024 * 1024

/** Why a database's folder cannot be opened, in sentences that say what to do. */
export class OpenError extends Error {}

/** A sound backup, and what it is, as in a sentence. */
type FoundBackup = { file: string; what: string }
/**
 * Finds the best backup to go back to, where there is one; with schema versions, the newest that was made before an
 * upgrade from one of them.
 */
export type FindBackup = (schemas?: readonly number[]) => Promise<FoundBackup | undefined>

/**
 * The error for a folder that does not open, with what to do: the database itself says nothing that helps.
 */
export async function createOpenError(
  folder: string,
  cause: unknown,
  findBackup?: FindBackup,
): Promise<Error> {
  if (cause instanceof OpenError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  const advice = await adviseOn(message, folder, findBackup)
  return new OpenError(`The database folder ${folder} cannot be opened. ${advice}`, { cause })
}

/** Only a damaged folder is to be moved away: what else fails, a lack of memory too, leaves it intact. */
async function adviseOn(message: string, folder: string, findBackup?: FindBackup): Promise<string> {
  const quoted = `It says: ${message.trim().replace(/\.?$/, '.')}`
  const cause = explainFailure(message, folder)
  if (cause) return `${quoted} ${cause}`
  const damage = existsSync(folder) ? describeDamage(folder) : undefined
  if (damage || saysDamage(message))
    return `${damage ?? `${quoted} Its data is damaged.`} Move the folder away; ${await describeRestore(findBackup)}`
  return `${quoted} Start again. If it says so again, leave the folder as it is. ${await describeTrial(findBackup)}`
}

/** The command that restores beside a folder which stays as it is. */
export async function describeTrial(findBackup?: FindBackup): Promise<string> {
  const command = await describeRestore(findBackup)
  return `In a new folder ${command.replace('npm run', 'DATA_DIR=./restored npm run').replace(' --replace', '')}`
}

/** The command as it is typed. It ends the sentence without a full stop, which would be typed along. */
async function describeRestore(findBackup: FindBackup = async () => undefined): Promise<string> {
  const { file, what } = (await findBackup()) ?? { file: 'FILE', what: 'a backup from elsewhere' }
  return `this restores ${what}: ${formatRestore(file)}`
}

/** As it is typed. What is there has to make way, if only images and the secret, which --replace alone accepts. */
export function formatRestore(file: string): string {
  const typed = /^[\w./:-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`
  return `npm run cli -- restore ${typed} --replace`
}

/** Describes what is wrong with a database's folder, as far as its files tell; undefined when they do not. */
export function describeDamage(folder: string): string | undefined {
  if (!neededFolders.some((name) => findStats(folder, name)?.isDirectory()))
    return "The folder isn't empty and contains no database."
  const lost = neededFolders.find((name) => !findStats(folder, name)?.isDirectory())
  if (lost) return `Its folder ${lost} is missing.`
  for (const [name, least] of Object.entries(neededFiles)) {
    const size = findStats(folder, name)?.size
    if (size === undefined) return `Its file ${name} is missing.`
    if (size < least) return size === 0 ? `Its file ${name} is empty.` : `Its file ${name} is cut short.`
  }
  const logs = readdirSync(join(folder, 'pg_wal')).filter((name) => logFilePattern.test(name))
  if (logs.length === 0) return 'Its log, the files in pg_wal, is missing.'
  const cut = logs.find((name) => findStats(folder, `pg_wal/${name}`)?.size !== logFileBytes)
  return cut && `The file pg_wal/${cut} of its log is cut short.`
}

function findStats(folder: string, name: string) {
  return statSync(join(folder, name), { throwIfNoEntry: false })
}
