import { moveFromPglite } from '#operations/move-database.ts'

// Moves a database as the start of a site does.
await moveFromPglite(process.argv[2] ?? '', console.log)
console.log('done')
