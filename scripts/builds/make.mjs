// Run by the package's own Node, because of the locks of `publishBuild`.
import { entry, inProject, note, Problem, since } from '../run.mjs'
import { makeParts } from './parts.mjs'
import { publishBuild } from './publish.mjs'
import { fingerprint } from './sources.mjs'

await entry(async () => {
  const name = fingerprint()
  await publishBuild({ dist: inProject('dist'), name, make: (folder) => make(folder, name) })
})

async function make(folder, name) {
  const from = performance.now()
  note('Building the pages and the server …')
  await makeParts(folder)
  if (fingerprint() !== name) throw new Problem('The sources changed during the build. Please build again.')
  note(`Built in ${since(from)}.`)
}
