import { execFile } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { ensureOwnNode, ownNode } = await import('../../../scripts/own-node.mjs' as string)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-node-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A program that answers as a Node does, or as the system does for one that does not start. */
function placeProgram(name: string, output: string, code = 0): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\necho "${output}"\nexit ${code}\n`, { mode: 0o755 })
  return path
}
const lacking = (library: string): [output: string, code: number] => [
  `node: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory`,
  127,
]
const old = () => placeProgram('old', 'v20.20.2')
const neverInstalls = () => {
  throw new Error('Nothing may be installed.')
}

const own = () => join(folder, 'bin', 'node')
function placeFolder(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  return path
}
const createInput = (packaged: string, more: object = {}) => ({
  node: own(),
  packaged,
  machine: old(),
  canInstall: true,
  installLibrary: neverInstalls,
  ...more,
})

test('a Node that starts is left as it is', async () => {
  const packaged = placeProgram('packaged', ...lacking('libatomic.so.1'))
  await ensureOwnNode(createInput(packaged, { node: placeProgram('own', 'v24.21.0') }))
})

test('the packages’ Node is linked, which not every npm does', async () => {
  const packaged = placeProgram('packaged', 'v24.21.0')
  await ensureOwnNode(createInput(packaged))
  expect(readlinkSync(own())).toBe(packaged)
})

test.each([
  ['lacks a library', ...lacking('libatomic.so.1')],
  ['is for another processor', 'cannot execute binary file: Exec format error', 126],
  ['was never installed', undefined, 0],
] as const)(
  'where the packages’ Node %s, a new one of the machine takes its place',
  async (_, output, code) => {
    const packaged = output ? placeProgram('packaged', output, code) : join(folder, 'missing')
    const machine = placeProgram('machine', 'v24.1.0')
    await ensureOwnNode(createInput(packaged, { machine }))
    expect(readlinkSync(own())).toBe(machine)
    await ensureOwnNode(createInput(packaged))
  },
)

test.each([
  ['libatomic.so.1', 'libatomic1'],
  ['libstdc++.so.6', 'libstdc++6'],
])('root on Debian gets the library %s by itself', async (library, packageName) => {
  const packaged = placeProgram('packaged', ...lacking(library))
  const installed: string[] = []
  const installLibrary = async (name: string) => {
    installed.push(name)
    placeProgram('packaged', 'v24.21.0')
  }
  await ensureOwnNode(createInput(packaged, { installLibrary }))
  expect(installed).toEqual([packageName])
  expect(readlinkSync(own())).toBe(packaged)
})

test.each([true, false])(
  'one sentence names the package when it is not installed (root: %s)',
  async (canInstall) => {
    const packaged = placeProgram('packaged', ...lacking('libatomic.so.1'))
    const installLibrary = async () => ({ code: 100 })
    await expect(ensureOwnNode(createInput(packaged, { canInstall, installLibrary }))).rejects.toThrow(
      /^Node needs the library libatomic\.so\.1\. Install it as root, then start again: apt-get install libatomic1$/,
    )
  },
)

test.each([lacking('libunknown.so.3'), ["version `GLIBC_2.34' not found", 1] as const])(
  'what no package helps with is said in the system’s words: %s',
  async (output, code) => {
    const packaged = placeProgram('packaged', output.replaceAll('`', '\\`'), code)
    symlinkSync(packaged, placeFolder(own()))
    await expect(ensureOwnNode(createInput(packaged))).rejects.toThrow(
      `The packages' own Node does not start here: ${output}\nStart again with Node 24 or newer: https://nodejs.org`,
    )
    expect(() => lstatSync(own())).toThrow('ENOENT') // npm would run the next start on it
  },
)

test.runIf(process.platform === 'linux')(
  'the packages’ Node needs nothing that a minimal Debian lacks',
  async () => {
    const { stdout } = await promisify(execFile)('ldd', [ownNode])
    const libraries = [...stdout.matchAll(/^\s*(?:\S*\/)?([^\s/]+\.so[.\d]*)/gm)].map(([, name]) => name)
    const minimal = /^(linux-vdso|ld-linux-[\w-]+|lib(c|dl|gcc_s|m|pthread|stdc\+\+))\.so[.\d]*$/
    expect(libraries.filter((name) => !minimal.test(name ?? ''))).toEqual([])
    expect(libraries).toContain('libstdc++.so.6')
  },
)
