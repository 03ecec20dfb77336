import { writeSync } from 'node:fs'
import { connectDatabase } from '#db/client.ts'

// Prints every id only after its commit was confirmed, so that the test knows what must survive.
const [dataDir = '', first = '1'] = process.argv.slice(2)
const { pool } = await connectDatabase({ dataDir, onlyPglite: true, applicationName: 'tests' })
await pool.query('create table if not exists entries (id int primary key, note text)')

for (let id = Number(first); ; id += 1) {
  await pool.query("insert into entries values ($1, repeat('x', 500))", [id])
  if (id % 50 === 0) await pool.query("update entries set note = note || 'y' where id % 10 = 0")
  writeSync(1, `${id}\n`)
}
