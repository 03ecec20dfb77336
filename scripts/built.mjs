import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { capture, inProject, note, Problem, since } from './run.mjs'

/** Everything that the build reads; tests are left out, so that writing one costs no build. */
const sources = [
  'src',
  'public',
  'db',
  'extension',
  'vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]
const isTest = (name) => /\.test\.tsx?$/.test(name)

const stamp = inProject('dist', '.built')
const parts = [
  { name: 'web', args: [] },
  { name: 'server', args: ['--ssr'] },
]

/** Builds the pages and the server into `dist/` when a source has changed since they were built. */
export async function buildIfNeeded() {
  if (isBuilt()) return
  const from = performance.now()
  note('Building the pages and the server …')
  await build()
  note(`Built in ${since(from)}.`)
}

/**
 * Builds into a separate folder and swaps it in when it is complete: a failed or interrupted build leaves the
 * old one. The stamp is the state of the sources before the build, so that a file saved meanwhile causes
 * another.
 */
export async function build() {
  const state = fingerprint()
  removeAbandoned()
  const next = inProject('dist', `.next-${process.pid}`)
  mkdirSync(next, { recursive: true })
  try {
    for (const part of parts) await buildPart(part, `${next}/${part.name}`)
    await buildExtension({ folder: `${next}/extension`, zip: `${next}/web/extension.zip` })
    rmSync(stamp, { force: true })
    for (const { name } of parts) {
      rmSync(inProject('dist', name), { recursive: true, force: true })
      renameSync(`${next}/${name}`, inProject('dist', name))
    }
    writeFileSync(stamp, state)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

async function buildPart({ name, args }, outDir) {
  const command = [tool('vite'), 'build', ...args, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  const { code, output } = await capture(ownNode, command, { env: ownEnv({ NODE_ENV: 'production' }) })
  if (output.trim()) note(output.trimEnd())
  if (code !== 0) throw new Problem(`The build of dist/${name} failed. See the output above.`)
}

/** Builds the browser extension into a folder, unpacked, and into a zip; `site` is its initial site. */
export async function buildExtension({ folder, zip, site = '' }) {
  const command = [inProject('extension', 'build', 'build.ts'), folder, zip]
  const { code, output } = await capture(ownNode, command, {
    env: ownEnv({ NODE_ENV: 'production', PUBLIC_URL: site }),
  })
  if (output.trim()) note(output.trimEnd())
  if (code !== 0) throw new Problem('The build of the extension failed. See the output above.')
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

/** Names, sizes and times of all sources: read in milliseconds, where their contents would take far longer. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const info = statSync(inProject(path), { throwIfNoEntry: false })
  if (info?.isDirectory()) {
    const names = readdirSync(inProject(path)).sort()
    for (const name of names) if (!isTest(name)) addTo(hash, `${path}/${name}`)
  } else if (info) hash.update(`${path}\0${info.size}\0${info.mtimeMs}\n`)
}

/** Folders of builds whose process has ended; a running build keeps its own. */
function removeAbandoned() {
  if (!existsSync(inProject('dist'))) return
  for (const name of readdirSync(inProject('dist'))) {
    const [, pid] = /^\.next-(\d+)$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(inProject('dist', name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
