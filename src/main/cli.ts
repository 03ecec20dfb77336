import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import type { Database } from '#db/client.ts'
import { restoreAgent } from '#features/agents/server/restore-agent.ts'
import { createFirstAdmin } from '#features/auth/server/first-admin.ts'
import { createPasswords } from '#features/auth/server/passwords/passwords.ts'
import { openOwnBucket } from '#features/images/server/storage/own-bucket.ts'
import { restoreProduct } from '#features/products/server/restore-product.ts'
import { exportDutyNotes, importDutyNotes } from '#operations/commands/duty-commands.ts'
import { guessKinds } from '#operations/commands/kind-commands.ts'
import { exportRates, importRates, listRates, readRateFiles } from '#operations/commands/rate-commands.ts'
import { createInventory } from '#operations/inventory.ts'
import { upgradeDatabase } from '#operations/move-database.ts'
import { verifyData } from '#operations/verify.ts'
import { verifyBackups } from '#operations/verify-backups.ts'
import { verifyPictures } from '#operations/verify-pictures.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { isRequestError } from '#shared/failure.ts'
import { emailParameter, itemIdParameter, nameParameter, shopTypeParameter } from '#shared/wire.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { type DemoRemoval, removeDemo } from '../../db/remove-demo.ts'
import { seedDemo } from '../../db/seed.ts'
import { restoreFile, writeBackup } from './backup/backup-commands.ts'
import { databaseOptions, openBackupFolder } from './backup/database-options.ts'
import { settleOpenRestore } from './backup/open-restore.ts'
import { contract } from './contract.ts'
import { lockOwnBuild, recordOwnBuild } from './own-build.ts'
import { openSiteDatabase } from './site.ts'
import { armShutdown } from './start/shutdown.ts'

type CliCommand = {
  usage: string
  description: string
  run: (args: string[], config: Config) => Promise<number>
}

/** Opens the database, also while the site is running, migrates it, calls `act`, and always closes it. */
async function withDatabase<T>(config: Config, act: (database: Database) => Promise<T>): Promise<T> {
  const database = await openSiteDatabase(config, { isBesideSite: true })
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

function describeRemoval({ counts, ownNames }: DemoRemoval, isDone: boolean): string {
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  if (rows.length === 0) return 'There is no demo catalog: nothing was changed.'
  return [
    isDone ? 'Removed, with their photos:' : 'This would be removed, with their photos:',
    ...rows.map(([noun, count]) => `  ${String(count).padStart(6)} ${noun}`),
    ...ownNames.map((name) => `Your own item stays, without the demo's reviews and photos: ${name}.`),
    'Agents stay. Hauls stay in browsers: there these items lose name and price.',
    isDone
      ? 'Restart the site, so that no page stays in its memory.'
      : 'Nothing was changed. Run it again with --yes to remove it.',
  ].join('\n')
}

const commands: Record<string, CliCommand> = {
  routes: {
    usage: 'routes [--json]',
    description: 'List every route and who may call it (--json: the full policy)',
    run: async (args) => {
      const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
      const { calls, other } = createInventory(contract)
      const rows = [
        ...calls.flatMap((call) => [call.path, ...call.aliases].map((path) => ({ ...call, path }))),
        ...other,
      ]
      if (values.json) console.log(JSON.stringify({ calls, other }, null, 2))
      else
        for (const { method, path, access } of rows)
          console.log(`${method.padEnd(7)}${path.padEnd(48)}${access}`)
      return 0
    },
  },
  'admin:create': {
    usage: 'admin:create --email E --password P [--name N]',
    description: 'Create an admin, or make an existing account one (ends its sessions)',
    run: async (args, config) => {
      const text = { type: 'string' } as const
      const { values } = parseArgs({ args, options: { email: text, password: text, name: text } })
      const email = emailParameter.parse(values.email ?? '')
      const name = nameParameter.optional().parse(values.name)
      const passwords = createPasswords({ minLength: config.passwordMin })
      await withDatabase(config, ({ db }) =>
        createFirstAdmin({ db, passwords }).create(
          { email, name, password: values.password ?? '' },
          { by: 'command' },
        ),
      )
      console.log(`${email} is now an admin.`)
      return 0
    },
  },
  migrate: {
    usage: 'migrate [--without-backup]',
    description: 'Apply pending database migrations, after a backup (--without-backup: without one)',
    run: async (args, config) => {
      const { values } = parseArgs({
        args,
        options: { 'without-backup': { type: 'boolean', default: false } },
      })
      await withDatabase({ ...config, withoutBackup: values['without-backup'] }, async () => {})
      console.log('The database is up to date.')
      return 0
    },
  },
  seed: {
    usage: 'seed',
    description: 'Load the demo catalog into an empty database',
    run: async (_args, config) => {
      const { mediaDir } = config
      const isSeeded = await withDatabase(config, ({ db }) => seedDemo(db, { mediaDir }))
      console.log(isSeeded ? 'Demo catalog loaded.' : 'The database is not empty: nothing was changed.')
      return 0
    },
  },
  'demo:remove': {
    usage: 'demo:remove [--yes]',
    description: 'Count what removing the demo catalog would remove; with --yes, remove it',
    run: async (args, config) => {
      const { values } = parseArgs({ args, options: { yes: { type: 'boolean', default: false } } })
      const { mediaDir } = config
      const removal = await withDatabase(config, ({ db }) =>
        removeDemo(db, { mediaDir, isConfirmed: values.yes }),
      )
      console.log(describeRemoval(removal, values.yes))
      return 0
    },
  },
  'agent:restore': {
    usage: 'agent:restore --name N',
    description: 'Restore a deleted agent at the end of the list',
    run: async (args, config) => {
      const { values } = parseArgs({ args, options: { name: { type: 'string' } } })
      const name = nameParameter.parse(values.name ?? '')
      const position = await withDatabase(config, ({ db }) => restoreAgent(db, name))
      console.log(`Restored ${name} at position ${position}.`)
      return 0
    },
  },
  'product:restore': {
    usage: 'product:restore --store S --code C',
    description: 'Restore a deleted product at the end of the catalog',
    run: async (args, config) => {
      const text = { type: 'string' } as const
      const { values } = parseArgs({ args, options: { store: text, code: text } })
      const shopType = shopTypeParameter.parse(values.store ?? '')
      const itemId = itemIdParameter.parse(values.code ?? '')
      const position = await withDatabase(config, ({ db }) => restoreProduct(db, { shopType, itemId }))
      console.log(`Restored ${shopType}/${itemId} at position ${position}.`)
      return 0
    },
  },
  'rates:import': {
    usage: 'rates:import FILE [--activate] [--fx FILE]',
    description:
      'Show what a rate card would change, then import it as a new version (--fx: with its exchange rates)',
    run: async (args, config) => {
      const options = { activate: { type: 'boolean', default: false }, fx: { type: 'string' } } as const
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
      const source = await readRateFiles(parseFileArgument(positionals), values.fx)
      await withDatabase(config, ({ db }) => importRates(db, source, values.activate))
      return 0
    },
  },
  'rates:export': {
    usage: 'rates:export FILE [--card ID] [--fx FILE]',
    description: 'Write the active rate card, or another version, to a file that rates:import reads',
    run: async (args, config) => {
      const text = { type: 'string' } as const
      const options = { card: text, fx: text }
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
      const target = { cardFile: parseFileArgument(positionals), fxFile: values.fx, cardId: values.card }
      await withDatabase(config, ({ db }) => exportRates(db, target))
      return 0
    },
  },
  'rates:list': {
    usage: 'rates:list',
    description: 'List the versions of the rate card, newest first',
    run: async (_args, config) => {
      await withDatabase(config, ({ db }) => listRates(db))
      return 0
    },
  },
  'duty:export': {
    usage: 'duty:export FILE',
    description: 'Write the notes on duty and tax to a file that duty:import reads',
    run: (args, config) => runWithFile(args, config, exportDutyNotes),
  },
  'duty:import': {
    usage: 'duty:import FILE',
    description:
      'Replace the notes on duty and tax (a country that is not in the file gets its built-in note)',
    run: (args, config) => runWithFile(args, config, importDutyNotes),
  },
  'db:upgrade': {
    usage: 'db:upgrade [--to N]',
    description:
      'Move the built-in database to a newer PostgreSQL (stop the site first; keeps the old folder)',
    run: async (args, config) => {
      const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
      await upgradeOwnDatabase(config, values.to)
      recordOwnBuild(config.dataDir)
      return 0
    },
  },
  backup: {
    usage: 'backup FILE [--with-media]',
    description:
      'Back up the whole site into one file (--with-media: include the files in the bucket of S3_URL)',
    run: async (args, config) => {
      const options = { 'with-media': { type: 'boolean', default: false } } as const
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
      await writeBackup(parseFileArgument(positionals), config, values['with-media'])
      return 0
    },
  },
  restore: {
    usage: 'restore FILE [--replace] [--resume-jobs]',
    description:
      'Restore a backup into an empty site (--replace: into any site, backed up first; --resume-jobs: run its queued jobs)',
    run: async (args, config) => {
      const flag = { type: 'boolean', default: false } as const
      const options = { replace: flag, 'resume-jobs': flag }
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
      const { replace, 'resume-jobs': resumeJobs } = values
      await restoreFile(parseFileArgument(positionals), config, { replace, resumeJobs })
      recordOwnBuild(config.dataDir)
      return 0
    },
  },
  verify: {
    usage: 'verify',
    description:
      'Check every invariant of the data, every image and the backups (exit 1 and a list when one fails)',
    run: async (_args, config) => {
      const media = { mediaDir: config.mediaDir, bucket: openOwnBucket(config) }
      const findings = await withDatabase(config, async ({ db }) => [
        ...(await verifyData(db)),
        ...(await verifyPictures(db, media)),
        ...(await verifyBackups(openBackupFolder(config))),
      ])
      for (const { name, offenders } of findings) console.log(`broken: ${name}\n  ${offenders.join('\n  ')}`)
      if (findings.length === 0) console.log('All checks passed.')
      return findings.length === 0 ? 0 : 1
    },
  },
  'kinds:guess': {
    usage: 'kinds:guess FILE',
    description: 'Print the kind of goods that each line of a text file names, or - for none',
    run: (args) => guessKinds(args, process.stdout),
  },
  simulate: {
    usage: 'simulate [--port N] [--hosts FILE]',
    description:
      'Run fake outside sources on loopback, with faults on demand (--hosts: write an /etc/hosts-style file)',
    run: async (args) => {
      const text = { type: 'string' } as const
      const { values } = parseArgs({ args, options: { port: { ...text, default: '4010' }, hosts: text } })
      const { url, getSourceUrl, close } = await startSimulator({
        port: Number(values.port),
        hostsFile: values.hosts,
      })
      const settings = {
        PRODUCT_INFO_URL: getSourceUrl('product-info'),
        QC_URL: getSourceUrl('qc'),
        IMAGE_HOSTS: `alicdn.com,${new URL(getSourceUrl('pictures')).origin}`,
        EXCHANGE_RATES_URL: getSourceUrl('exchange-rates'),
        GOOGLE_ISSUER: getSourceUrl('google'),
        GOOGLE_JWKS_URL: getSourceUrl('google-keys'),
        GOOGLE_CLIENT_ID: 'local',
        SMTP_URL: getSourceUrl('smtp'),
      }
      console.log(`The simulated sources answer on ${url} and, each for itself, on`)
      for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`)
      shutdown.use({ close })
      return new Promise(() => {}) // never resolves: a signal ends the process
    },
  },
}

async function upgradeOwnDatabase(config: Config, version: string | undefined): Promise<void> {
  const { url, dataDir } = databaseOptions(config)
  if (url) throw new Error('DATABASE_URL is set: upgrade that PostgreSQL server with its own tools.')
  if (version !== undefined && !/^\d+$/.test(version))
    throw new Error('Specify a major version, such as --to 18.')
  await settleOpenRestore(config, {})
  await upgradeDatabase(dataDir, version === undefined ? undefined : Number(version), console.log)
}

async function runWithFile(
  args: string[],
  config: Config,
  act: (db: Database['db'], file: string) => Promise<void>,
): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const file = parseFileArgument(positionals)
  await withDatabase(config, ({ db }) => act(db, file))
  return 0
}

function parseFileArgument([file = '', ...extraArguments]: string[]): string {
  if (file === '' || extraArguments.length > 0) throw new Error('Specify exactly one file.')
  return file
}

/** The error's message; one line per problem when the input has several. */
function describeError(error: unknown): unknown {
  if (error instanceof ZodError) return error.issues.map(({ message }) => message).join(' ')
  if (isRequestError(error) && error.errors) return error.errors.map(({ message }) => message).join('\n')
  return error instanceof Error ? error.message : error
}

function printHelp(): number {
  console.log('npm run cli -- COMMAND\n')
  for (const { usage, description } of Object.values(commands))
    console.log(`  ${usage.padEnd(48)}${description}`)
  console.log('\nUses the environment variables of `npm start`: DATA_DIR, DATABASE_URL and the others.')
  return 0
}

const shutdown = armShutdown()
const [name = '--help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
try {
  lockOwnBuild()
  if (command && args.includes('--help')) console.log(`${command.usage}\n  ${command.description}`)
  else if (command) process.exitCode = await command.run(args, readConfig())
  else process.exitCode = printHelp() || (name === '--help' ? 0 : 2)
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}
