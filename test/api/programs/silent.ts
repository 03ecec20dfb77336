import { openDatabase } from '#db/client.ts'

// Simulates a database that hangs forever with a statement that never ends.
const [dataDir = '', heartbeatMs] = process.argv.slice(2)
const { pool, isUnresponsive } = await openDatabase({
  dataDir,
  onlyPglite: true,
  applicationName: 'tests',
  heartbeatMs: Number(heartbeatMs),
})
console.log('ready')
const query = pool.query('do $$ begin loop end loop; end $$')
const watching = setInterval(() => {
  if (!isUnresponsive()) return
  console.log('silent')
  clearInterval(watching)
}, 10)
await query
