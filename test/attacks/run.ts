import { parseArgs } from 'node:util'
import { outsideFaults } from './faults/all.ts'
import { bareMachine } from './parts/bare.ts'
import { commonPasswords } from './parts/common-passwords.ts'
import { coveredText } from './parts/covered-text.ts'
import { enumeration } from './parts/enumeration.ts'
import { eventLoop } from './parts/event-loop.ts'
import { fairness } from './parts/fairness.ts'
import { flood } from './parts/flood.ts'
import { fullDisk } from './parts/full-disk.ts'
import { guessing } from './parts/guessing.ts'
import { killAgain } from './parts/kill.ts'
import { links } from './parts/links.ts'
import { mailOutage } from './parts/mail-outage.ts'
import { moveDatabase } from './parts/move.ts'
import { pictures } from './parts/pictures.ts'
import { raceAll } from './parts/races.ts'
import { refresh } from './parts/refresh.ts'
import { restoreBackups } from './parts/restore.ts'
import { revocation } from './parts/revocation.ts'
import { serverRequests } from './parts/ssrf.ts'
import { failedStarts } from './parts/starts.ts'
import { tokens } from './parts/tokens.ts'
import { uploads } from './parts/uploads.ts'
import { scriptInjection } from './parts/xss.ts'
import { createReport, type Report, tiers } from './report.ts'

type Part = { description: string; run: (report: Report) => Promise<void> }

const parts: Record<string, Part> = {
  B1: { description: 'forged tokens', run: tokens },
  B2: { description: 'session renewal: in parallel, after lost replies, with reused tokens', run: refresh },
  B3: { description: 'events that end a session end it at once', run: revocation },
  C2: { description: 'links that reset passwords and verify addresses', run: links },
  C3: { description: 'no response or time reveals who has an account', run: enumeration },
  C4: { description: 'guessing passwords', run: guessing },
  C5: { description: 'which passwords are accepted', run: commonPasswords },
  C6: { description: 'a flood of logins', run: flood },
  F4: { description: 'the mail server is down, then the site too', run: mailOutage },
  'event-loop': { description: 'how long the costliest requests block all other requests', run: eventLoop },
  faults: {
    description: 'every fault at every outside source, and many visitors for one item',
    run: outsideFaults,
  },
  ssrf: { description: 'making the site request private addresses', run: serverRequests },
  bare: { description: 'the two commands of the README on a minimal Debian', run: bareMachine },
  kill: { description: 'killed at any moment while sixteen clients write', run: killAgain },
  starts: {
    description: 'every way to fail a start: no process remains, and one sentence says why',
    run: failedStarts,
  },
  move: { description: 'killed while a PGlite database moves to an embedded server', run: moveDatabase },
  restore: { description: 'a restore killed at any moment, and hostile backups', run: restoreBackups },
  'full-disk': { description: 'a disk that is full for a while, while sixteen clients write', run: fullDisk },
  pictures: { description: 'hostile pictures through the image service and as uploads', run: pictures },
  uploads: { description: 'hostile files, a full disk, kills during an upload', run: uploads },
  xss: { description: 'script-like texts, wherever texts of people are shown', run: scriptInjection },
  'covered-text': {
    description: 'texts that something covers or cuts, on every screen at every width in both themes',
    run: coveredText,
  },
  fairness: {
    description: 'one client with every costly request and idle socket, beside ordinary visitors',
    run: fairness,
  },
  races: { description: '50 concurrent clients for everything that is unique or ordered', run: raceAll },
}

const usage = [
  'npm run battery -- NAME … [--tier quick|full|release] [--only TEXT]',
  '',
  'Attacks the production build, each part on its own site. Columns: part, check, tried, failed, figure.',
  'With --only, the part fairness runs only the attacks whose name contains the text.',
  '',
  ...Object.entries(parts).map(([id, { description }]) => `  ${id.padEnd(12)}${description}`),
  '  all         every part',
].join('\n')

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tier: { type: 'string', default: 'full' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  const tier = tiers.find((name) => name === values.tier)
  const names = positionals.includes('all') ? Object.keys(parts) : positionals
  const chosen = names.map((name) => [name, parts[name]] as const)
  if (values.help || !tier || chosen.length === 0 || chosen.some(([, part]) => !part)) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  const report = createReport(tier, console.log, values.only)
  for (const [id, part] of chosen) {
    const partReport = report.forPart(id)
    await part?.run(partReport).catch((error: unknown) => {
      partReport.check('runs to the end', { tried: 1, failed: 1, figure: String(error) })
    })
  }
  console.log(`${report.count.passed} passed, ${report.count.failed} failed`)
  return report.count.failed === 0 ? 0 : 1
}

process.exitCode = await main()
