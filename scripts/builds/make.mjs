// Runs on the packages' own Node, which the locks of `publishBuild` need.
import { entry, inProject, note, Problem, since } from '../run.mjs'
import { makeParts } from './parts.mjs'
import { publishBuild } from './publish.mjs'
import { fingerprint } from './sources.mjs'

await entry(async () => {
  const name = fingerprint()
  await publishBuild({ dist: inProject('dist'), name, make: (folder) => make(folder, name) })
})

async function make(folder, name) {
  const startMs = performance.now()
  note('Building the pages and the server …')
  await makeParts(folder)
  if (fingerprint() !== name) throw new Problem('The sources changed during the build. Build again.')
  note(`Built in ${since(startMs)}.`)
}
