import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { ownEnv, ownNode, tool } from '../own-node.mjs'
import { capture, Problem, root } from '../run.mjs'

/** Every test file as `{ path, project }`: its path in this folder and the project of vitest.config.ts that runs it. */
export async function listTestFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-test-'))
  const file = join(folder, 'files.json')
  try {
    const args = [tool('vitest'), 'list', '--filesOnly', `--json=${file}`]
    const { code, output } = await capture(ownNode, args, { env: ownEnv({ NODE_ENV: 'test' }) })
    if (code !== 0) throw new Problem(`Vitest could not list the test files:\n${output.trimEnd()}`)
    return JSON.parse(readFileSync(file, 'utf8')).map(({ file, projectName }) => ({
      path: relative(root, file).replaceAll(sep, '/'),
      project: projectName,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files whose path contains `name`; only one where `name` is its whole path. */
export function matchTestFiles(files, name) {
  const exact = files.find(({ path }) => path === name)
  return exact ? [exact] : files.filter(({ path }) => path.includes(name))
}
