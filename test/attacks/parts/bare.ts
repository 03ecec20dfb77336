import { cpSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { returnPort, takePort } from '#support/ports.ts'
import { type BareMachine, type BareRun, canMakeBareMachines, makeBareMachine } from '../bare/machine.ts'
import type { Report } from '../report.ts'

const startTimeoutMs = 600_000
const users = ['root', 'visitor']

/** The README's two commands on a machine that has Debian's minimal system, git, Node 20 and npm. */
export async function bareMachine(report: Report): Promise<void> {
  if (!canMakeBareMachines())
    return report.check('a bare machine can be made', {
      tried: 1,
      failed: 1,
      figure: 'needs root and debootstrap',
    })
  const base = await makeBareMachine()
  const onCopy = async (act: (machine: BareMachine) => Promise<void>) => {
    const machine = await base.copy()
    await act(machine).finally(machine.remove)
  }
  try {
    for (const user of users) {
      await onCopy((machine) => tryStart(report, machine, user))
      await onCopy((machine) => tryWithoutLibrary(report, machine, user))
    }
    for (const user of users)
      await onCopy(async (machine) => {
        await runToEnd(
          machine,
          'root',
          'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql',
        )
        await tryStart(report, machine, user, 'the machine’s own')
      })
    if (report.amount(0, 1) > 0) await onCopy((machine) => tryTest(report, machine))
  } finally {
    base.remove()
  }
}

/** Twice, because the first start installs and builds; each is stopped in order. */
async function tryStart(report: Report, machine: BareMachine, user: string, server = 'npm’s'): Promise<void> {
  await machine.clone(user)
  const packages = await countPackages(machine)
  for (const time of ['first', 'second']) {
    const { seconds, printed, pages, left } = await startAndStop(machine, user)
    const added = (await countPackages(machine)) - packages
    const faults = [
      ...pages.filter((page) => !page.endsWith(' 200')),
      ...(printed.includes(server) ? [] : [`the database is not ${server}`]),
      ...(printed.match(/EBADENGINE|npm (?:warn|error)/gi) ?? []),
      ...(added === 0 ? [] : [`${added} packages were installed`]),
      ...left,
    ]
    report.check(`npm start as ${user}, PostgreSQL ${server}: ${time}`, {
      tried: 1,
      failed: faults.length,
      figure: `${seconds} s, ${printed.split('\n').length} lines${faults.length > 0 ? `: ${faults.join('; ')}\n${printed}` : ''}`,
    })
  }
}

/** Node's binary replaced by one that needs a library which a minimal system lacks. */
async function tryWithoutLibrary(report: Report, machine: BareMachine, user: string): Promise<void> {
  await machine.clone(user)
  await runToEnd(
    machine,
    user,
    'node -e "import(\'./scripts/install.mjs\').then(({ install }) => install())"',
  )
  const lacking = 'node-lacking' // as npm leaves it, before it was tried
  await runToEnd(
    machine,
    user,
    `npm pack node-linux-$(node -p process.arch)@26.10.0 --silent && mkdir ${lacking} && tar xzf node-linux-*.tgz -C ${lacking}`,
  )
  const home = user === 'root' ? 'root' : `home/${user}`
  const clone = machine.at(`${home}/chopmark`)
  cpSync(`${clone}/${lacking}/package/bin/node`, `${clone}/node_modules/node-linux-${process.arch}/bin/node`)
  rmSync(`${clone}/node_modules/.bin/node`)
  if (user === 'root') {
    const { printed, pages, left } = await startAndStop(machine, user)
    const isGood =
      printed.includes('Installing libatomic1') &&
      pages.every((page) => page.endsWith(' 200')) &&
      left.length === 0
    return report.check('root gets a missing library by itself', {
      tried: 1,
      failed: isGood ? 0 : 1,
      figure: isGood ? '' : printed,
    })
  }
  const { code, printed } = await runToEnd(machine, user, 'npm start --silent')
  const sentence =
    'Node needs the library libatomic.so.1. Install it as root, then start again: apt-get install libatomic1'
  const isGood = code !== 0 && printed.trim() === sentence
  report.check('a plain user reads one sentence that names it', {
    tried: 1,
    failed: isGood ? 0 : 1,
    figure: printed.trim(),
  })
}

async function tryTest(report: Report, machine: BareMachine): Promise<void> {
  await machine.clone('root')
  const packages = await countPackages(machine)
  const from = performance.now()
  const { code, printed } = await runToEnd(machine, 'root', 'npm test')
  const minutes = ((performance.now() - from) / 60_000).toFixed(1)
  const end = printed.trimEnd().split('\n').slice(-12).join(' | ')
  const installed = printed.match(/^Installing .*$/gm)?.join(' ') ?? ''
  report.check('npm test as root', {
    tried: 1,
    failed: code === 0 ? 0 : 1,
    figure: `${minutes} min, ${(await countPackages(machine)) - packages} packages (${installed}); ${code === 0 ? end : printed}`,
  })
}

type Started = { seconds: string; printed: string; pages: string[]; left: string[] }

/** Starts the site, opens two pages from outside, and stops it; `left` are the processes that are there afterwards. */
async function startAndStop(machine: BareMachine, user: string): Promise<Started> {
  const port = await takePort()
  const from = performance.now()
  // A background job has no input, so that the line is for the shell.
  const run = machine.run(
    user,
    `exec 3<&0; npm start & start=$!; { read line <&3; kill $start; } & wait $start; n=0
    while [ $n -lt 40 ] && cat /proc/[0-9]*/comm | grep -q -E 'node|postgres'; do sleep 0.5; n=$((n+1)); done
    echo "left: $(cat /proc/[0-9]*/comm | grep -E 'node|postgres' | tr '\\n' ' ')"`,
    { PORT: String(port) },
  )
  try {
    const isReady = await waitForReady(run)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    const pages = isReady
      ? await Promise.all(['/', '/popular'].map((path) => openPage(port, path)))
      : ['never ready']
    run.say('stop')
    await run.ended
    const [, left = 'unknown'] = /left: (.*)/.exec(run.printed()) ?? []
    return { seconds, printed: run.printed(), pages, left: left.trim() === '' ? [] : [`left: ${left}`] }
  } finally {
    run.stop()
    returnPort(port)
  }
}

async function waitForReady(run: BareRun): Promise<boolean> {
  const until = Date.now() + startTimeoutMs
  let isOver = false
  run.ended.then(() => {
    isOver = true
  })
  while (!isOver && Date.now() < until) {
    if (run.printed().includes('is ready on')) return true
    await delay(50)
  }
  return false
}

async function openPage(port: number, path: string): Promise<string> {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
  return `${path} ${status}`
}

async function countPackages(machine: BareMachine): Promise<number> {
  const { printed } = await runToEnd(machine, 'root', 'dpkg-query -f ".\\n" -W | wc -l')
  return Number(printed)
}

async function runToEnd(machine: BareMachine, user: string, script: string) {
  const run = machine.run(user, script)
  return { code: await run.ended, printed: run.printed() }
}
