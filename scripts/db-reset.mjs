import { join } from 'node:path'
import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, Problem, runStep } from './run.mjs'

const help = `npm run db:reset [-- --yes]
Deletes the database, then creates a new one with the demo catalogue.
When DATABASE_URL is set, it empties the database of that server, which you must confirm with --yes.`

/** Deletes the database, creates its tables again and fills them. */
await entry(async (args) => {
  if (args.includes('--help')) return console.log(help)
  if (process.env.DATABASE_URL && !args.includes('--yes')) {
    throw new Problem(
      'DATABASE_URL is set: this command deletes everything in that database. To confirm, add -- --yes',
    )
  }
  await install()
  const cli = join(await buildIfNeeded(), 'server', 'cli.js')
  for (const command of [[inProject('scripts', 'empty-database.mjs')], [cli, 'migrate'], [cli, 'seed']]) {
    const code = await runStep(ownNode, command, { env: ownEnv() })
    if (code !== 0) return code
  }
  return 0
})
