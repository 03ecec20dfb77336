import { buildExtension } from './builds/parts.mjs'
import { install } from './install.mjs'
import { formatTimeSince, resolveInProject, runMain } from './run.mjs'

const folders = { chromium: 'dist-extension', firefox: 'dist-extension-firefox' }

await runMain(async () => {
  await install()
  const startMs = performance.now()
  for (const [browser, name] of Object.entries(folders)) {
    const zip = resolveInProject(name, 'chopmark-extension.zip')
    await buildExtension({ folder: resolveInProject(name), zip, browser, site: process.env.PUBLIC_URL })
  }
  console.log(`Built ${Object.values(folders).join(' and ')} in ${formatTimeSince(startMs)}.`)
})
