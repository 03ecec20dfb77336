import { existsSync, readFileSync } from 'node:fs'
import { captureOutput } from './run.mjs'

/** Whether system packages can be installed without a prompt: as root, on Debian. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && isDebian()
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'))
}

/** Installs a system package, with an updated package list when the first attempt fails. Returns exit code and output. */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => tryCapture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)
  const firstResult = await install()
  if (firstResult.code === 0) return firstResult
  const update = await tryCapture('apt-get', ['update', '-qq'], env)
  return update.code === 0 ? install() : update
}

/** Like `captureOutput`, but returns code 1 instead of throwing when the program does not exist. */
export async function tryCapture(command, args, env) {
  return captureOutput(command, args, { env }).catch((error) => ({
    code: 1,
    output: `${command}: ${error.message}`,
  }))
}

/** The last eight lines: installers print the reason for a failure there. */
export function getLastLines(text) {
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
