import { parseArgs } from 'node:util'
import { openDatabase } from '#db/client.ts'
import { apiBase } from '#shared/paths.ts'
import { seedDemo } from '../../db/seed.ts'
import { type Config, readConfig } from './config.ts'
import { contract } from './contract.ts'
import { startSimulator } from './simulate.ts'
import { databaseOptions } from './site.ts'
import { verifyData } from './verify.ts'

type Command = { usage: string; does: string; run: (args: string[], config: Config) => Promise<number> }

const commands: Record<string, Command> = {
  routes: {
    usage: 'routes [--json]',
    does: 'lists every call with its method, path and who may make it',
    run: async (args) => {
      const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
      const routes = Object.entries(contract).flatMap(([name, { method, path, access, ...rest }]) =>
        [path, ...('aliases' in rest ? rest.aliases : [])].map((own) => ({
          name,
          method,
          path: apiBase + own,
          access,
        })),
      )
      if (values.json) console.log(JSON.stringify(routes, null, 2))
      else
        for (const { method, path, access } of routes)
          console.log(`${method.padEnd(7)}${path.padEnd(48)}${access}`)
      return 0
    },
  },
  migrate: {
    usage: 'migrate',
    does: 'brings the database up to date',
    run: async (_args, config) => {
      const { close } = await openDatabase(databaseOptions(config))
      await close()
      console.log('The database is up to date.')
      return 0
    },
  },
  seed: {
    usage: 'seed',
    does: 'fills an empty database with the demo catalogue',
    run: async (_args, config) => {
      const { db, close } = await openDatabase(databaseOptions(config))
      const isSeeded = await seedDemo(db, { mediaDir: config.mediaDir })
      await close()
      console.log(
        isSeeded ? 'The demo catalogue is in place.' : 'The database is not empty: nothing was changed.',
      )
      return 0
    },
  },
  verify: {
    usage: 'verify',
    does: 'checks every rule that the data must obey; exit 1 and a list when one is broken',
    run: async (_args, config) => {
      const { db, close } = await openDatabase(databaseOptions(config))
      const findings = await verifyData(db)
      await close()
      for (const { name, offenders } of findings) console.log(`broken: ${name}\n  ${offenders.join('\n  ')}`)
      if (findings.length === 0) console.log('Every rule holds.')
      return findings.length === 0 ? 0 : 1
    },
  },
  simulate: {
    usage: 'simulate [--port N]',
    does: 'plays the outside sources on loopback, faults on demand',
    run: async (args) => {
      const { values } = parseArgs({ args, options: { port: { type: 'string', default: '4010' } } })
      const { url, close } = await startSimulator({ port: Number(values.port) })
      console.log(
        `The simulated sources answer on ${url}\nPRODUCT_INFO_URL=${url}/product-info\nQC_URL=${url}/qc\nIMAGE_HOSTS=alicdn.com,${url}\nGOOGLE_ISSUER=${url}/google\nGOOGLE_CLIENT_ID=local`,
      )
      await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
      await close()
      return 0
    },
  },
}

function help(): number {
  console.log('npm run cli -- COMMAND\n')
  for (const { usage, does } of Object.values(commands)) console.log(`  ${usage.padEnd(24)}${does}`)
  console.log('\nThe environment is the one of `npm start`: DATA_DIR, DATABASE_URL and the others.')
  return 0
}

const [name = '--help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
try {
  if (command && args.includes('--help')) console.log(`${command.usage}\n  ${command.does}`)
  else if (command) process.exitCode = await command.run(args, readConfig())
  else process.exitCode = help() || (name === '--help' ? 0 : 2)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
