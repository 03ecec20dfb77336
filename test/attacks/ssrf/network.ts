import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** A public address, which belongs to this machine inside the namespace. */
export const publicAddress = '93.184.216.10'
/** Ports of typical private services; 80 and 443 are the web's, too. */
export const ports = [21, 22, 25, 70, 80, 443, 2628, 5432, 6379, 8080, 11211] as const

/** Separate network and mount namespaces for a program, which is root inside of them. */
const unshare = ['--net', '--mount', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])]

/** Why this machine cannot create a network namespace; undefined when it can. */
export function findMissingRequirement(): string | undefined {
  const commands: [string, string[]][] = [
    ['unshare', [...unshare, 'ip', 'link', 'set', 'lo', 'up']],
    ['unshare', [...unshare, 'mount', '--bind', '/etc/hostname', '/etc/resolv.conf']],
    ['openssl', ['version']],
  ]
  const failed = commands.find(
    ([program, args]) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0,
  )
  return failed && `not possible on this machine: ${failed.flat().join(' ')} fails`
}

/** How to start a program of the battery in a network of its own. */
export const createNamespaceCommand = (file: string, args: string[]) =>
  ['unshare', [...unshare, process.execPath, file, ...args]] as const

/** Routes every address to this machine, so the canaries get every connection, and sets the name server. */
export function routeAllAddresses(folder: string, nameServer: string): void {
  const run = (line: string) => execFileSync('ip', line.split(' '), { stdio: 'pipe' })
  run('link set lo up')
  run('route add local 0.0.0.0/0 dev lo')
  run('-6 route add local ::/0 dev lo')
  const resolver = join(folder, 'resolv.conf')
  writeFileSync(resolver, `nameserver ${nameServer}\noptions timeout:1 attempts:1\n`)
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf'])
}

export type Certificate = { key: Buffer; cert: Buffer; authority: string }

/** Creates a certificate for these names and its authority, for one run. */
export function createCertificate(folder: string, names: readonly string[]): Certificate {
  const resolvePath = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=battery',
  )
  openssl('req', ...newKey, '-keyout', 'site.key', '-out', 'site.csr', '-subj', '/CN=sites')
  writeFileSync(resolvePath('names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`)
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'site.csr', ...signing, '-out', 'site.pem')
  return {
    key: readFileSync(resolvePath('site.key')),
    cert: readFileSync(resolvePath('site.pem')),
    authority: resolvePath('ca.pem'),
  }
}

export type Listeners = {
  /** Connections to private addresses: address and port. */
  privateConnections: string[]
  close: () => void
}

/** Listens on all addresses: as the web on the public one, as a canary on all others. */
export async function listenEverywhere(
  handle: RequestListener,
  { key, cert }: Certificate,
): Promise<Listeners> {
  const privateConnections: string[] = []
  const [plain, secure] = [createHttp(handle), createHttps({ key, cert }, handle)]
  const web = new Map<number, Server>([
    [80, plain],
    [443, secure],
  ])
  const servers = ports.map((port) =>
    createServer((socket: Socket) => {
      const address = socket.localAddress?.replace('::ffff:', '') ?? ''
      const site = web.get(port)
      if (site && address === publicAddress) {
        site.emit('connection', socket)
        return
      }
      privateConnections.push(`${address} ${port}`)
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ncanary')
    }),
  )
  await Promise.all(
    servers.map(
      (server, index) => new Promise<void>((resolve) => server.listen(ports[index], '::', resolve)),
    ),
  )
  return { privateConnections, close: () => servers.forEach((server) => void server.close()) }
}
