import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, findBuildOfData, isOfSources } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, note, run } from './run.mjs'

/** What changes the tables to those of the sources, or has nothing to do with any data. */
const needsSources = ['migrate', 'restore', 'db:upgrade', 'simulate']

await entry(async (args) => {
  const cli = join(await chooseBuild(args), 'server', 'cli.js')
  return run(ownNode, [cli, ...args], { env: ownEnv({ NODE_ENV: 'production' }) })
})

/** A command beside a running site leaves its build, its packages and its tables as they are. */
async function chooseBuild(args) {
  const isOfData = args.includes('--help') || !needsSources.includes(args[0])
  const build = isOfData && hasPackages() && findBuildOfData()
  if (!build) {
    await install()
    return buildIfNeeded()
  }
  if (!isOfSources(build))
    note('The sources are newer than the build of the site, with which this command runs.')
  return build
}

function hasPackages() {
  return existsSync(inProject('node_modules', '.package-lock.json')) && existsSync(ownNode)
}
