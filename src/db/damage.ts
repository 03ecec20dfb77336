import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findSolution, isDamageReported } from './postgres/failures.ts'

/** Files without which no database opens, each with its minimum size in bytes. */
const requiredFiles = { PG_VERSION: 1, 'global/pg_control': 8192, 'global/pg_filenode.map': 512 } as const
const requiredFolders = ['base', 'global', 'pg_wal', 'pg_xact']
const walFilePattern = /^[\dA-F]{24}$/
const walFileBytes = 16 * 1024 * 1024

/** Why a database's folder cannot be opened, in sentences that say what to do. */
export class OpenError extends Error {}

/** An intact backup and its description, which is part of a sentence. */
type AvailableBackup = { file: string; description: string }
/**
 * Finds the best backup to restore, if there is one. With schema versions: the newest backup that was made before an upgrade
 * from one of these versions.
 */
export type FindBackup = (schemas?: readonly number[]) => Promise<AvailableBackup | undefined>

/**
 * The error for a folder that cannot be opened. It says what to do, because the database's own message does not.
 */
export async function createOpenError(
  folder: string,
  cause: unknown,
  findBackup?: FindBackup,
): Promise<Error> {
  if (cause instanceof OpenError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  const solution = await describeSolution(message, folder, findBackup)
  return new OpenError(`The database folder ${folder} cannot be opened. ${solution}`, { cause })
}

/** Only a damaged folder must be moved away. After other failures, such as too little memory, the folder is intact. */
async function describeSolution(message: string, folder: string, findBackup?: FindBackup): Promise<string> {
  const quoted = `PostgreSQL reports: ${message.trim().replace(/\.?$/, '.')}`
  const cause = findSolution(message, folder)
  if (cause) return `${quoted} ${cause}`
  const damage = existsSync(folder) ? describeDamage(folder) : undefined
  if (damage || isDamageReported(message))
    return `${damage ?? `${quoted} Its data is damaged.`} Move the folder away; ${await describeRestore(findBackup)}`
  return `${quoted} Start again. If the error is the same, do not change the folder. ${await describeRestoreElsewhere(findBackup)}`
}

/** The command that restores a backup into another folder, so that the damaged one stays as it is. */
export async function describeRestoreElsewhere(findBackup?: FindBackup): Promise<string> {
  const command = await describeRestore(findBackup)
  return `In a new folder ${command.replace('npm run', 'DATA_DIR=./restored npm run').replace(' --replace', '')}`
}

/** The command to type. It ends the sentence without a period, because users would copy the period too. */
async function describeRestore(findBackup: FindBackup = async () => undefined): Promise<string> {
  const { file, description } = (await findBackup()) ?? {
    file: 'FILE',
    description: 'a backup from elsewhere',
  }
  return `this restores ${description}: ${formatRestore(file)}`
}

/** The command to type. It needs --replace, because at least images and the secret exist already. */
export function formatRestore(file: string): string {
  const argument = /^[\w./:-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`
  return `npm run cli -- restore ${argument} --replace`
}

/** Describes the damage that the files of a database's folder show; undefined when they show none. */
export function describeDamage(folder: string): string | undefined {
  if (!requiredFolders.some((name) => findStats(folder, name)?.isDirectory()))
    return "The folder isn't empty and contains no database."
  const missingFolder = requiredFolders.find((name) => !findStats(folder, name)?.isDirectory())
  if (missingFolder) return `Its folder ${missingFolder} is missing.`
  for (const [name, minBytes] of Object.entries(requiredFiles)) {
    const size = findStats(folder, name)?.size
    if (size === undefined) return `Its file ${name} is missing.`
    if (size < minBytes) return size === 0 ? `Its file ${name} is empty.` : `Its file ${name} is incomplete.`
  }
  const walFiles = readdirSync(join(folder, 'pg_wal')).filter((name) => walFilePattern.test(name))
  if (walFiles.length === 0) return 'Its log, the files in pg_wal, is missing.'
  const incomplete = walFiles.find((name) => findStats(folder, `pg_wal/${name}`)?.size !== walFileBytes)
  return incomplete && `The file pg_wal/${incomplete} of its log is incomplete.`
}

function findStats(folder: string, name: string) {
  return statSync(join(folder, name), { throwIfNoEntry: false })
}
