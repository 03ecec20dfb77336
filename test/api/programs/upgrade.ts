import { upgradeDatabase } from '#operations/move-database.ts'

// Moves a database to a newer version as the operator's command does.
await upgradeDatabase(process.argv[2] ?? '', undefined, console.log)
console.log('done')
