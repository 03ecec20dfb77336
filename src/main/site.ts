import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream, Logger } from 'pino'
import { type Database, type DatabaseConfig, openDatabase } from '#db/client.ts'
import { isFolderLocked } from '#db/folder-lock.ts'
import { checkDatabase } from '#db/health.ts'
import { installAgents } from '#features/agents/server/built-in/install-agents.ts'
import { findDemoExample } from '#features/product-links/examples.ts'
import { readExamples } from '#features/products/server/examples.ts'
import { assertFolders, assertWritable, canWrite } from '#operations/disk.ts'
import { runHourly } from '#operations/hourly-tasks.ts'
import { createLog } from '#operations/log.ts'
import { moveFromPglite } from '#operations/move-database.ts'
import { type Config, ensureSecret } from '#platform/config.ts'
import { paths } from '#shared/paths.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { siteName } from '#shared/site.ts'
import { seedDemo } from '../../db/seed.ts'
import { type AppDeps, createApp } from './app.ts'
import { databaseOptions } from './backup/database-options.ts'
import { assertNoRestore, settleOpenRestore } from './backup/open-restore.ts'
import { createFeatures } from './features.ts'
import { recordOwnBuild } from './own-build.ts'
import { assertCanListen, createListenError, formatOrigin } from './start/listen.ts'
import type { Stoppable } from './start/shutdown.ts'

type SitePages = Pick<AppDeps, 'renderer' | 'assets' | 'finishDocument'>
export type RunningSite = Stoppable & { app: FastifyInstance; listen: () => Promise<void> }

/**
 * Opens the database and migrates it; one that PGlite made is moved first, and a restore that was interrupted is
 * finished or undone. Throws while one is at work.
 */
export async function openSiteDatabase(
  config: Config,
  overrides: Partial<DatabaseConfig>,
  report?: (text: string) => void,
): Promise<Database> {
  const options = databaseOptions(config, report)
  if (!options.url) await moveFromPglite(options.dataDir, console.error)
  await settleOpenRestore(config, overrides)
  const database = await openDatabase({ ...options, ...overrides })
  try {
    assertNoRestore(config) // nor one that began meanwhile
    recordOwnBuild(config.dataDir)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens, migrates and seeds the database and assembles the application; `listen` makes it public. Throws one sentence for the
 * operator, and then nothing that it opened is left open.
 */
export async function startSite(
  config: Config,
  pages: SitePages,
  logTo?: DestinationStream,
): Promise<RunningSite> {
  await assertPlaces(config)
  const log = createLog(config, logTo)
  const warn = (message: string) => log.warn(message)
  const database = await openSiteDatabase(config, { warn }, warn)
  try {
    return await assembleSite(config, pages, { database, log })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What can be told before anything is opened: whether folders can be written, and whether the site can listen. */
async function assertPlaces(config: Config): Promise<void> {
  const { dataDir, mediaDir, backupDir } = config
  assertFolders([dataDir, join(dataDir, 'outbox'), mediaDir, backupDir])
  await assertWritable({ DATA_DIR: dataDir, MEDIA_DIR: mediaDir })
  await assertCanListen(config).catch((error: unknown) => {
    const folder = join(dataDir, 'db')
    const isRunning = !config.databaseUrl && isFolderLocked(folder)
    throw isRunning ? new Error(describeSecondStart(folder, config.port), { cause: error }) : error
  })
}

const describeSecondStart = (folder: string, port: number) =>
  `The site is running already: another process uses the database folder ${folder}, and PORT ${port} is taken. ` +
  'Stop that process, or choose another DATA_DIR and PORT.'

type SiteResources = { database: Database; log: Logger }

async function assembleSite(
  config: Config,
  pages: SitePages,
  { database, log }: SiteResources,
): Promise<RunningSite> {
  await installAgents(database.db)
  const isSeeded = config.seed === 'demo' && (await seedDemo(database.db, { mediaDir: config.mediaDir }))
  const invalidation = createLocalInvalidation()
  database.onStale(invalidation.publish)
  const features = createFeatures({ config, secret: ensureSecret(config), database, invalidation, log })
  const { platform, securityLog, hourly, hourlyInEachProcess } = features
  const { firstAdmin: account, publicUrl } = config
  const adminLine = await features.auth.firstAdmin.prepare({ account, publicUrl })
  const app = await createApp({
    ...pages,
    features,
    checkReadiness: async () => {
      const folders = canWrite([config.dataDir, config.mediaDir])
      const { isReady, clockAheadMs } = await checkDatabase(database.pool)
      return { isReady: isReady && (await folders), clockAheadMs }
    },
  })
  const queueHourly = platform.jobs.hourly(hourly)
  await features.start()
  const stopHourly = runHourly([queueHourly, ...hourlyInEachProcess], (err) =>
    log.warn({ err }, 'an hourly task failed'),
  )
  app.addHook('onClose', async () => {
    securityLog.record({ type: 'stopped' })
    await stopHourly()
    await features.close()
    await database.close()
  })
  const lines = listStartNotes(config, { database, isSeeded, adminLine })
  const listen = async () => {
    await startListening(app, config, { notes: lines, examples: await readExamples(database.db) })
    securityLog.record({ type: 'started' })
  }
  return {
    app,
    close: () => app.close(),
    listen: () =>
      listen().catch(async (error: unknown) => {
        await app.close()
        throw error
      }),
  }
}

type StartState = { database: Database; isSeeded: boolean; adminLine: string | undefined }

/** What the operator should know when the site starts, one line each. */
function listStartNotes(
  { smtpUrl, dataDir }: Config,
  { database, isSeeded, adminLine }: StartState,
): string[] {
  const seedLine = isSeeded && 'Loaded the demo catalog into the empty database (SEED=none skips this).'
  const mailLine = smtpUrl ? undefined : `SMTP_URL is not set: emails are saved to ${dataDir}/outbox.`
  const rootLine =
    process.geteuid?.() === 0 &&
    `Running as root. A user of its own is safer: useradd --system chopmark && chown -R chopmark . ${dataDir} && runuser -u chopmark -- npm start`
  return [`The database is ${database.name}.`, rootLine, seedLine, adminLine, mailLine].filter(
    (line) => typeof line === 'string',
  )
}

/** Listens, and prints where the site is and what to try. */
async function startListening(
  app: FastifyInstance,
  config: Config,
  { notes, examples }: { notes: string[]; examples: Awaited<ReturnType<typeof readExamples>> },
): Promise<void> {
  const { host, port } = config
  await app.listen({ host, port }).catch((error: unknown) => {
    throw createListenError(error, config)
  })
  const address = formatOrigin(config)
  const lines = [
    `${siteName} is ready on ${address}`,
    ...examples.map(
      ({ shopType, itemId, name }) =>
        `  ${(findDemoExample(shopType, itemId) ?? name).slice(0, 14).padEnd(16)}${address}${paths.product(shopType, itemId)}`,
    ),
    `  popular items   ${address}${paths.popular()}`,
    `  many links      ${address}${paths.convert()}`,
    `  the API         ${address}${paths.docs()}`,
    ...notes,
  ]
  console.log(lines.join('\n'))
}
