import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, findBuildForData, isUpToDate } from './built.mjs'
import { install } from './install.mjs'
import { createNodeEnv, ownNode } from './own-node.mjs'
import { printProgress, resolveInProject, runMain, runProgram } from './run.mjs'

/** Commands that migrate the tables to the current sources, or use no data. They run on a build of the current sources. */
const sourceCommands = ['migrate', 'restore', 'db:upgrade', 'simulate']

await runMain(async (args) => {
  if (args[0] === 'kinds:guess' && !args.includes('--help')) {
    if (!hasPackages()) await install()
    return runProgram(ownNode, [resolveInProject('src', 'main', 'kinds-guess.ts'), ...args.slice(1)], {
      env: createNodeEnv({ NODE_ENV: 'production' }),
    })
  }
  const cli = join(await chooseBuild(args), 'server', 'cli.js')
  return runProgram(ownNode, [cli, ...args], { env: createNodeEnv({ NODE_ENV: 'production' }) })
})

/** Other commands may run while the site is running, so they must not change its build, packages or tables. */
async function chooseBuild(args) {
  const usesData = args.includes('--help') || !sourceCommands.includes(args[0])
  const build = usesData && hasPackages() && findBuildForData()
  if (!build) {
    await install()
    return buildIfNeeded()
  }
  if (!isUpToDate(build))
    printProgress('The sources are newer than the build of the site. This command runs with that build.')
  return build
}

function hasPackages() {
  return existsSync(resolveInProject('node_modules', '.package-lock.json')) && existsSync(ownNode)
}
