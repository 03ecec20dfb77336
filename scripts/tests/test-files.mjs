import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { createNodeEnv, getToolPath, ownNode } from '../own-node.mjs'
import { captureOutput, projectRoot, UserError } from '../run.mjs'

/** Every test file as `{ path, project }`: its path in the repository and the Vitest project that runs it. */
export async function listTestFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-test-'))
  const file = join(folder, 'files.json')
  try {
    const args = [getToolPath('vitest'), 'list', '--filesOnly', `--json=${file}`]
    const { code, output } = await captureOutput(ownNode, args, { env: createNodeEnv({ NODE_ENV: 'test' }) })
    if (code !== 0) throw new UserError(`Vitest could not list the test files:\n${output.trimEnd()}`)
    return JSON.parse(readFileSync(file, 'utf8')).map(({ file, projectName }) => ({
      path: relative(projectRoot, file).replaceAll(sep, '/'),
      project: projectName,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files whose path contains `name`. When `name` is the whole path of a file, only that file. */
export function matchTestFiles(files, name) {
  const exact = files.find(({ path }) => path === name)
  return exact ? [exact] : files.filter(({ path }) => path.includes(name))
}
