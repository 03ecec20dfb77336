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
import { listenEverywhere, makeCertificate, ports, publicAddress, shapeNetwork } from './network.ts'
import { createOutside } from './outside.ts'

// Runs in a network of its own, as a program by itself; prints one JSON line for each check.
const say = (name: string, outcome: object) => console.log(JSON.stringify({ name, ...outcome }))

const canaries = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1']
const below = (...hosts: string[]) => hosts.flatMap((host) => [host, `*.${host}`])
const names = below(
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
  shapeNetwork(folder, nameServer)
  const certificate = makeCertificate(folder, names)
  const outside = createOutside()
  const dns = await startNameServer()
  const ears = await listenEverywhere(outside.answer, certificate)

  // The canaries hear: else a silence says nothing.
  for (const host of canaries) {
    for (const port of ports) await once(connect({ host, port }).resume(), 'close')
  }
  const heard = ears.reached.splice(0)
  const due = canaries.length * ports.length
  say('the canaries hear a connection', { tried: due, failed: due - heard.length })

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
      const before = ears.reached.length
      const tries = await run(attacker)
      const slowest = Math.max(...tries.map(({ ms }) => ms))
      const figure = `slowest ${Math.round(slowest)} ms`
      say(name, {
        figure,
        ...tally(
          tries,
          ({ wrong }) => !wrong,
          ({ what, wrong }) => `${what}: ${wrong}`,
        ),
      })
      if (ears.reached.length > before) console.error(name, ears.reached.slice(before, before + 5))
    }
    client.close()
  })
  const flips = [...dns.asked]
  say('a name that flips is looked up once for a connection', {
    tried: flips.length,
    // Weidian is asked for its page and for its data, which are two connections.
    failed: flips.filter(([name, times]) => times > (name.endsWith('.weidian.com') ? 2 : 1)).length,
  })
  say(`connections to anything but ${publicAddress}`, {
    tried: outside.count(),
    failed: ears.reached.length,
    figure: ears.reached.slice(0, 3).join(', '),
  })
  ears.close()
  dns.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
