import { constants, cpSync, rmSync } from 'node:fs'
import { createNodeEnv, getToolPath, ownNode } from '../own-node.mjs'
import { captureOutput, printProgress, resolveInProject, UserError } from '../run.mjs'

const bundles = [
  { name: 'web', args: [] },
  { name: 'server', args: ['--ssr'] },
]

/** Fills a folder with everything that a running site reads: pages, server, extension, migrations and demo catalog. */
export async function makeParts(folder) {
  for (const bundle of bundles) await makeBundle(bundle, `${folder}/${bundle.name}`)
  await buildExtension({ folder: `${folder}/extension`, zip: `${folder}/web/extension.zip` })
  rmSync(`${folder}/extension`, { recursive: true })
  for (const name of ['migrations', 'demo'])
    cpSync(resolveInProject('db', name), `${folder}/db/${name}`, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE, // takes no space where the file system can share blocks
    })
}

async function makeBundle({ name, args }, outDir) {
  const command = [
    getToolPath('vite'),
    'build',
    ...args,
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  await runTool(command, { NODE_ENV: 'production' }, `The build of ${name} failed. See the output above.`)
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
