// Runs on the packages' own Node, because it uses the server's folder lock.
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { lockFolder } from '../src/db/folder-lock.ts'
import { runMain, UserError } from './run.mjs'

await runMain(async () => {
  const { DATABASE_URL, DATA_DIR = './data' } = process.env
  return DATABASE_URL ? emptyServer(DATABASE_URL) : deleteFolder(join(resolve(DATA_DIR), 'db'))
})

/** Throws while a server is using the folder, because that server would lose its writes. */
function deleteFolder(folder) {
  const unlock = lockOrThrow(folder)
  rmSync(folder, { recursive: true, force: true })
  unlock()
  console.log(`Deleted ${folder}.`)
}

function lockOrThrow(folder) {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw new UserError(error.message)
  }
}

/** Drops only the schemas that Chopmark created: its tables, the list of migrations and the job queue. */
async function emptyServer(connectionString) {
  const client = new pg.Client({ connectionString, application_name: 'chopmark db:reset' })
  try {
    await client.connect()
    await client.query('drop schema if exists public, drizzle, pgboss cascade; create schema public')
    console.log(`Emptied the database ${client.database} on ${client.host}.`)
  } catch (error) {
    throw new UserError(`The database could not be emptied: ${error.message}`)
  } finally {
    await client.end()
  }
}
