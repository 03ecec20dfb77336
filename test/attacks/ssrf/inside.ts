import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient } from '#support/http-client.ts'
import { logInOwner } from '#support/users.ts'
import { tally } from '../report.ts'
import { withSite } from '../site.ts'
import { rounds } from './doors.ts'
import { nameServer, startNameServer } from './name-server.ts'
import { createCertificate, listenEverywhere, ports, publicAddress, routeAllAddresses } from './network.ts'
import { createOutside } from './outside.ts'

// A separate program that runs in its own network namespace; prints one JSON line for each check.
const printCheck = (name: string, outcome: object) => console.log(JSON.stringify({ name, ...outcome }))

const canaries = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1']
const withSubdomains = (...hosts: string[]) => hosts.flatMap((host) => [host, `*.${host}`])
const names = withSubdomains(
  'alicdn.com',
  'tb.cn',
  'm.tb.cn',
  'weidian.com',
  '1688.com',
  'taobao.com',
  'info.test',
  'qc.test',
)

const folder = mkdtempSync(join(tmpdir(), 'chopmark-ssrf-'))
try {
  routeAllAddresses(folder, nameServer)
  const certificate = createCertificate(folder, names)
  const outside = createOutside()
  const dns = await startNameServer()
  const listeners = await listenEverywhere(outside.handle, certificate)

  // Checks that the canaries count connections. Otherwise, a count of 0 would prove nothing.
  for (const host of canaries) {
    for (const port of ports) await once(connect({ host, port }).resume(), 'close')
  }
  const connections = listeners.privateConnections.splice(0)
  const expected = canaries.length * ports.length
  printCheck('the canaries count a connection', { tried: expected, failed: expected - connections.length })

  const env = {
    NODE_EXTRA_CA_CERTS: certificate.authority,
    PRODUCT_INFO_URL: 'http://info.test/info',
    QC_URL: 'http://qc.test/photos',
    LINK_PREVIEW: 'on',
    SHORT_LINKS: 'on',
    PICTURE_JOBS: 'on',
    BREAKER_RESET_MS: '0',
    RATE_MULTIPLIER: '100000',
    LOG_LEVEL: 'silent',
  }
  await withSite(env, async (site) => {
    const client = createTestClient(site.origin)
    const { token } = await logInOwner(client)
    const attacker = { client, outside, adminToken: token }
    for (const [name, run] of rounds) {
      const before = listeners.privateConnections.length
      const attempts = await run(attacker)
      const slowest = Math.max(...attempts.map(({ ms }) => ms))
      const figure = `slowest ${Math.round(slowest)} ms`
      printCheck(name, {
        figure,
        ...tally(
          attempts,
          ({ wrong }) => !wrong,
          ({ what, wrong }) => `${what}: ${wrong}`,
        ),
      })
      if (listeners.privateConnections.length > before)
        console.error(name, listeners.privateConnections.slice(before, before + 5))
    }
    client.close()
  })
  const changingNames = [...dns.queryCounts]
  printCheck('a name with changing addresses is looked up once per connection', {
    tried: changingNames.length,
    // Two connections for Weidian: its page and its data.
    failed: changingNames.filter(([name, times]) => times > (name.endsWith('.weidian.com') ? 2 : 1)).length,
  })
  printCheck(`no connections except to ${publicAddress}`, {
    tried: outside.count(),
    failed: listeners.privateConnections.length,
    figure: listeners.privateConnections.slice(0, 3).join(', '),
  })
  listeners.close()
  dns.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
