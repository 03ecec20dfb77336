import { buildExtension } from './builds/parts.mjs'
import { install } from './install.mjs'
import { entry, inProject, since } from './run.mjs'

const folder = inProject('dist-extension')

await entry(async () => {
  await install()
  const startMs = performance.now()
  const zip = inProject('dist-extension', 'chopmark-extension.zip')
  await buildExtension({ folder, zip, site: process.env.PUBLIC_URL })
  console.log(`Built dist-extension and chopmark-extension.zip in ${since(startMs)}.`)
})
