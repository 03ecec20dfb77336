import { join } from 'node:path'
import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { createNodeEnv, ownNode } from './own-node.mjs'
import { resolveInProject, runMain, runStep, UserError } from './run.mjs'

const help = `npm run db:reset [-- --yes]
Deletes the database, then creates a new one with the demo catalogue.
When DATABASE_URL is set, it deletes everything in that database. Confirm this with --yes.`

await runMain(async (args) => {
  if (args.includes('--help')) return console.log(help)
  if (process.env.DATABASE_URL && !args.includes('--yes')) {
    throw new UserError(
      'DATABASE_URL is set: this command deletes everything in that database. To confirm, add -- --yes',
    )
  }
  await install()
  const cli = join(await buildIfNeeded(), 'server', 'cli.js')
  for (const command of [
    [resolveInProject('scripts', 'empty-database.mjs')],
    [cli, 'migrate'],
    [cli, 'seed'],
  ]) {
    const code = await runStep(ownNode, command, { env: createNodeEnv() })
    if (code !== 0) return code
  }
  return 0
})
