import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const project = new URL('../../../', import.meta.url).pathname

/** The oldest Node that the README names, and the npm that came with it. */
const oldestNode = { node: '20.20.2', npm: '10.8.2' }

export type BareMachine = {
  /** Runs a shell script in a user's clone, or home when there is none. Its processes end with it. */
  run: (user: string, script: string, env?: Record<string, string>) => BareRun
  /** Clones the project's last commit into the home of a user. */
  clone: (user: string) => Promise<void>
  /** The path of a file of this machine on the host. */
  at: (path: string) => string
  remove: () => void
}
/** `sendLine` writes a line to its input. `stop` kills all its processes. */
export type BareRun = {
  printed: () => string
  ended: Promise<number>
  sendLine: (line: string) => void
  stop: () => void
}

/**
 * Creates a root folder with Debian's minimal system, certificates, git, Node and npm, and nothing else; `copy` copies it.
 * Needs root, debootstrap, and a network in which npm and apt work.
 */
export async function createBareMachine(): Promise<BareMachine & { copy: () => Promise<BareMachine> }> {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-bare-'))
  const root = join(folder, 'root')
  const packages = '--include=ca-certificates,git'
  await execute('debootstrap', [
    '--variant=minbase',
    packages,
    'bookworm',
    root,
    'http://deb.debian.org/debian',
  ])
  await installNode(folder, root)
  await useNetworkOfHost(root)
  await execute('chroot', [root, 'useradd', '--create-home', 'visitor'])
  return {
    ...useRoot(root, folder),
    copy: async () => {
      const copyFolder = mkdtempSync(join(tmpdir(), 'chopmark-bare-'))
      await execute('cp', ['-a', '--reflink=auto', root, join(copyFolder, 'root')])
      return useRoot(join(copyFolder, 'root'), copyFolder)
    },
  }
}

/** Unpacks Node and npm into /usr/local. */
async function installNode(folder: string, root: string): Promise<void> {
  const local = join(root, 'usr/local')
  for (const [name, version, target] of [
    [`node-linux-${process.arch}`, oldestNode.node, local],
    ['npm', oldestNode.npm, join(local, 'lib/node_modules/npm')],
  ] as const) {
    const { stdout } = await execute('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: folder })
    mkdirSync(target, { recursive: true })
    await execute('tar', ['xzf', join(folder, stdout.trim()), '-C', target, '--strip-components=1'])
  }
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
  await execute('chroot', [root, 'sh', '-c', `${link} && chmod +x /usr/local/bin/node`])
}

/** Uses the host's name servers, certificates and npm registry. */
async function useNetworkOfHost(root: string): Promise<void> {
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  const certificates = 'etc/ssl/certs/ca-certificates.crt'
  cpSync(`/${certificates}`, join(root, certificates))
  const { stdout: registry } = await execute('npm', ['config', 'get', 'registry'])
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true })
  writeFileSync(join(root, 'usr/local/etc/npmrc'), `registry=${registry.trim()}\ncafile=/${certificates}\n`)
}

const getHome = (user: string) => (user === 'root' ? '/root' : `/home/${user}`)

function useRoot(root: string, folder: string): BareMachine {
  return {
    run: (user, script, env = {}) => runInside(root, { user, script, env }),
    clone: async (user) => {
      const target = join(root, getHome(user), 'chopmark')
      await execute('git', ['clone', '--quiet', '--depth=1', `file://${project}`, target])
      await execute('chroot', [root, 'chown', '-R', `${user}:`, join(getHome(user), 'chopmark')])
    },
    at: (path) => join(root, path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type InsideCommand = { user: string; script: string; env: Record<string, string> }

/** Runs a script in its own namespaces, so that its mounts and processes end with it. */
function runInside(root: string, { user, script, env }: InsideCommand): BareRun {
  const home = getHome(user)
  // Not only chroot, because inside it a program cannot create a user namespace.
  const enterRoot = `mount --bind ${root} ${root} && cd ${root} && mkdir -p proc dev .former &&
    mount -t proc proc proc && mount --rbind /dev dev && pivot_root . .former &&
    exec chroot . sh -c 'umount -l /.former && exec "$@"' sh "$@"`
  const variables = Object.entries({
    HOME: home,
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...env,
  })
  const enter = [
    ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', 'env', '-i'],
    ...variables.map(([name, value]) => `${name}=${value}`),
    ...['sh', '-c', `cd "$HOME/chopmark" 2>/dev/null || cd "$HOME"\n${script}`],
  ]
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enterRoot, 'sh', ...enter],
    { stdio: 'pipe' },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  return {
    printed: () => text,
    ended,
    sendLine: (line) => child.stdin.write(`${line}\n`),
    stop: () => child.kill('SIGKILL'),
  }
}

/** Whether bare machines can be created here. */
export const canCreateBareMachines = (): boolean =>
  process.getuid?.() === 0 && existsSync('/usr/sbin/debootstrap')
