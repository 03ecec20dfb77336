import { existsSync, readFileSync } from 'node:fs'
import { capture } from './run.mjs'

/** Whether system packages can be installed without a prompt: as root, on Debian. */
export function mayInstall() {
  return process.getuid?.() === 0 && isDebian()
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'))
}

/** Installs a system package, with an updated package list when the first attempt fails. Returns exit code and output. */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () =>
    captureSafely('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)
  const firstResult = await install()
  if (firstResult.code === 0) return firstResult
  const update = await captureSafely('apt-get', ['update', '-qq'], env)
  return update.code === 0 ? install() : update
}

/** Like `capture`, but a program that does not exist has a result too, with code 1. */
export async function captureSafely(command, args, env) {
  return capture(command, args, { env }).catch((error) => ({
    code: 1,
    output: `${command}: ${error.message}`,
  }))
}

/** The last eight lines, in which an installer prints the reason of a failure. */
export function getLastLines(text) {
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
