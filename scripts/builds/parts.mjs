import { constants, cpSync, rmSync } from 'node:fs'
import { createNodeEnv, getToolPath, ownNode } from '../own-node.mjs'
import { captureOutput, printProgress, resolveInProject, UserError } from '../run.mjs'

/** In this order, because the first one of a folder empties it. */
const bundles = [
  { name: 'web', args: ['--emptyOutDir'] },
  ...['worker', 'offline', 'bookmarklet'].map((mode) => ({
    name: 'web',
    args: ['--config', 'vite.worker.config.ts', '--mode', mode],
  })),
  { name: 'server', args: ['--ssr', '--emptyOutDir'] },
]

/**
 * Fills a folder with everything that a running site reads: pages, server, extension, migrations and demo catalog.
 * The worker of the installed app knows its build by `name`.
 */
export async function makeParts(folder, name) {
  for (const bundle of bundles) await makeBundle(bundle, `${folder}/${bundle.name}`, name)
  await buildExtension({ folder: `${folder}/extension`, zip: `${folder}/web/extension.zip` })
  rmSync(`${folder}/extension`, { recursive: true })
  for (const name of ['migrations', 'demo'])
    cpSync(resolveInProject('db', name), `${folder}/db/${name}`, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE, // takes no space where the file system can share blocks
    })
}

async function makeBundle({ name, args }, outDir, buildName) {
  const command = [getToolPath('vite'), 'build', ...args, '--outDir', outDir, '--logLevel', 'warn']
  const env = { NODE_ENV: 'production', BUILD_NAME: buildName }
  await runTool(command, env, `The build of ${name} failed. See the output above.`)
}

/**
 * Builds the browser extension, unpacked into `folder` and packed into `zip`; `site` is its initial site, `browser` is
 * `chromium` or `firefox`.
 */
export async function buildExtension({ folder, zip, site = '', browser = 'chromium' }) {
  const command = [resolveInProject('extension', 'build', 'build.ts'), folder, zip, browser]
  const env = { NODE_ENV: 'production', PUBLIC_URL: site }
  await runTool(command, env, 'The build of the extension failed. See the output above.')
}

async function runTool(command, env, failureMessage) {
  const { code, output } = await captureOutput(ownNode, command, { env: createNodeEnv(env) })
  const [diskFullCode] = (code !== 0 && /ENOSPC|EDQUOT/.exec(output)) || []
  if (diskFullCode) throw Object.assign(new Error(output), { code: diskFullCode })
  if (output.trim()) printProgress(output.trimEnd())
  if (code !== 0) throw new UserError(failureMessage)
}
