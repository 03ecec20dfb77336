import { buildExtension } from './builds/parts.mjs'
import { install } from './install.mjs'
import { formatTimeSince, resolveInProject, runMain } from './run.mjs'

const folder = resolveInProject('dist-extension')

await runMain(async () => {
  await install()
  const startMs = performance.now()
  const zip = resolveInProject('dist-extension', 'chopmark-extension.zip')
  await buildExtension({ folder, zip, site: process.env.PUBLIC_URL })
  console.log(`Built dist-extension and chopmark-extension.zip in ${formatTimeSince(startMs)}.`)
})
