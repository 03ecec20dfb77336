import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A database of one's own on a server. */
export type TestDatabase = {
  url: string
  name: string
  /** Ends its connections and removes it. */
  drop: () => Promise<void>
}

/** Makes a database on `server`, empty or a copy of `template`, to which no client may be connected. */
export async function createDatabase(server: string, template = 'template0'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files is quicker than writing every page to the log, which is never read.
  await runStatement(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = () => runStatement(server, `drop database if exists ${name} with (force)`)
  return { url: url.href, name, drop }
}

/** Runs one statement on a connection of its own, as `create database` needs it. */
async function runStatement(url: string, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}
