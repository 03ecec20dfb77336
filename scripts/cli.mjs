import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, findBuildOfData, isOfSources } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, note, run } from './run.mjs'

/** Commands that migrate the tables to the present sources, or use no data. */
const sourceCommands = ['migrate', 'restore', 'db:upgrade', 'simulate']

await entry(async (args) => {
  const cli = join(await chooseBuild(args), 'server', 'cli.js')
  return run(ownNode, [cli, ...args], { env: ownEnv({ NODE_ENV: 'production' }) })
})

/** A command beside a running site does not change its build, packages or tables. */
async function chooseBuild(args) {
  const usesData = args.includes('--help') || !sourceCommands.includes(args[0])
  const build = usesData && hasPackages() && findBuildOfData()
  if (!build) {
    await install()
    return buildIfNeeded()
  }
  if (!isOfSources(build))
    note('The sources are newer than the build of the site. This command runs with that build.')
  return build
}

function hasPackages() {
  return existsSync(inProject('node_modules', '.package-lock.json')) && existsSync(ownNode)
}
