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

/** Installs a system package; returns exit code and output. An outdated package list is updated. */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => runAsGiven('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)
  const first = await install()
  if (first.code === 0) return first
  const update = await runAsGiven('apt-get', ['update', '-qq'], env)
  return update.code === 0 ? install() : update
}

/** Like `capture`; a program that does not exist is a failure like any other. */
export async function runAsGiven(command, args, env) {
  return capture(command, args, { env }).catch((error) => ({
    code: 1,
    output: `${command}: ${error.message}`,
  }))
}

/** The reasons are at the end of what an installer prints. */
export function lastLines(text) {
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
