import { join } from 'node:path'
import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, Problem, runStep } from './run.mjs'

const help = `npm run db:reset [-- --yes]
Removes the database, then makes a new one with the demo catalogue.
With DATABASE_URL set it empties that server's database, which has to be confirmed with --yes.`

/** Deletes the database, makes its tables anew and fills them. */
await entry(async (args) => {
  if (args.includes('--help')) return console.log(help)
  if (process.env.DATABASE_URL && !args.includes('--yes')) {
    throw new Problem(
      'DATABASE_URL is set: everything in that database would be lost. If so meant, add -- --yes',
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
