import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { connectDatabase } from '#db/client.ts'
import { calls } from '#support/good-requests.ts'
import { assertData, createTestClient, type TestClient } from '#support/http-client.ts'
import { logInOwner, owner, putSession } from '#support/users.ts'
import { largeCards } from '../event-loop/large-cards.ts'
import { ownShapes, pages } from '../event-loop/requests.ts'
import { type Costly, shapesOf } from '../event-loop/shapes.ts'
import { stock } from '../event-loop/stock.ts'
import type { Hold } from '../event-loop/stopwatch.ts'
import type { Report } from '../report.ts'
import { withServerDatabase, withSite } from '../site.ts'

/** What nobody who sends something may hold the event loop for, in ms of the processor. */
const longestHold = 50
/** What was too long is tried again: a function is slow while it is new. */
const tries = 3

/** How long requests hold the event loop that are as costly as they can be: every call at its bounds, and every page. */
export async function eventLoop(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chopmark-stopwatch-'))
  const socket = join(folder, 'socket')
  const stopwatch = fileURLToPath(new URL('../event-loop/stopwatch.ts', import.meta.url))
  try {
    await withServerDatabase(async (url) => {
      // Nothing is kept, so that whatever is asked again is made again.
      const env = {
        DATABASE_URL: url,
        CACHE_BYTES: '0',
        RATE_MULTIPLIER: '100000',
        STOPWATCH_SOCKET: socket,
        NODE_OPTIONS: `--import=${stopwatch}`,
      }
      await withSite(env, async ({ origin, dataDir }) => {
        const database = await connectDatabase({ url, dataDir: '', applicationName: 'battery' })
        const client = createTestClient(origin)
        try {
          await stock(database, owner.email)
          const { token } = await logInOwner(client)
          const card = { headers: { authorization: token } }
          assertData(await client.call('POST /shipping/rateCards', { card: largeCards.rows }, card))
          const newToken = () =>
            putSession({ origin, dataDir, openDatabase: async () => database }, owner).then(
              (made) => made.token,
            )
          await measureAll(report, { client, socket, newToken })
        } finally {
          client.close()
          await database.close()
        }
      })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Stand = { client: TestClient; socket: string; newToken: () => Promise<string> }

async function measureAll(report: Report, stand: Stand): Promise<void> {
  for (const page of pages()) await check(report, stand, { name: page.shape, shapes: [page] })
  for (const call of calls) {
    const shapes = [...shapesOf(call), ...ownShapes(call.name, call.endpoint.method, call.path)]
    const isOpen = call.endpoint.access === 'anyone'
    const authorization = isOpen ? undefined : await stand.newToken()
    await check(report, stand, { name: `${call.endpoint.method} ${call.path}`, shapes, authorization })
  }
}

type Group = { name: string; shapes: Costly[]; authorization?: string | undefined }
type Measured = Costly & { status: number; hold: Hold }

/** One line for a call, of the shape that held the loop longest. */
async function check(report: Report, stand: Stand, { name, shapes, authorization }: Group): Promise<void> {
  const measured: Measured[] = []
  for (const shape of shapes) measured.push(await leastOf(stand, shape, authorization))
  const sorted = measured.toSorted((one, other) => other.hold.cpu - one.hold.cpu)
  // What was refused for its size alone was made wrongly.
  const tooLong = sorted.filter(({ hold, status }) => hold.cpu > longestHold || status === 413)
  const shown = tooLong.length > 0 ? tooLong : sorted.slice(0, 1)
  report.check(name, {
    tried: measured.length,
    failed: tooLong.length,
    figure: shown.map(figureOf).join('; '),
  })
}

function figureOf({ hold, shape, body, status }: Measured): string {
  const bytes = body === undefined ? '' : `, ${Buffer.byteLength(body)} bytes`
  return `${hold.cpu.toFixed(1)} ms (${hold.wall.toFixed(1)} by the clock): ${shape}${bytes}, ${status}`
}

async function leastOf(stand: Stand, shape: Costly, authorization: string | undefined): Promise<Measured> {
  let least = await measure(stand, shape, authorization)
  for (let tried = 1; tried < tries && least.hold.cpu > longestHold; tried += 1) {
    const again = await measure(stand, shape, authorization)
    if (again.hold.cpu < least.hold.cpu) least = again
  }
  return least
}

async function measure({ client, socket }: Stand, shape: Costly, authorization?: string): Promise<Measured> {
  const { method, path, body } = shape
  const headers = { ...shape.headers, ...(authorization && { authorization }) }
  await longestSince(socket)
  const { status } = await client.send(path, { method, headers, ...(body !== undefined && { body }) })
  return { ...shape, status, hold: await longestSince(socket) }
}

/** What the stopwatch saw since it was last asked. */
async function longestSince(socket: string): Promise<Hold> {
  const asked = connect(socket)
  await once(asked, 'connect')
  return JSON.parse(await text(asked))
}
