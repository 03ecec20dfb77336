// Runs on the packages' own Node, because `publishBuild` locks files with node:sqlite.
import { formatTimeSince, printProgress, resolveInProject, runMain, UserError } from '../run.mjs'
import { makeParts } from './parts.mjs'
import { publishBuild } from './publish.mjs'
import { hashSources } from './sources.mjs'

await runMain(async () => {
  const name = hashSources()
  await publishBuild({ dist: resolveInProject('dist'), name, make: (folder) => makeBuild(folder, name) })
})

async function makeBuild(folder, name) {
  const startMs = performance.now()
  printProgress('Building the pages and the server …')
  await makeParts(folder, name)
  if (hashSources() !== name) throw new UserError('The sources changed during the build. Build again.')
  printProgress(`Built in ${formatTimeSince(startMs)}.`)
}
