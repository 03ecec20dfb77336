import { cpSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { returnPort, takePort } from '#support/ports.ts'
import { type BareMachine, type BareRun, canCreateBareMachines, createBareMachine } from '../bare/machine.ts'
import type { Report } from '../report.ts'

const startTimeoutMs = 600_000
const users = ['root', 'visitor']

/** The README's two commands on a machine that has Debian's minimal system, git, Node 20 and npm. */
export async function bareMachine(report: Report): Promise<void> {
  if (!canCreateBareMachines())
    return report.check('a bare machine can be created', {
      tried: 1,
      failed: 1,
      figure: 'needs root and debootstrap',
    })
  const base = await createBareMachine()
  const runOnCopy = async (act: (machine: BareMachine) => Promise<void>) => {
    const machine = await base.copy()
    await act(machine).finally(machine.remove)
  }
  try {
    for (const user of users) {
      await runOnCopy((machine) => tryStart(report, machine, user))
      await runOnCopy((machine) => tryWithoutLibrary(report, machine, user))
    }
    for (const user of users)
      await runOnCopy(async (machine) => {
        await runAndWait(
          machine,
          'root',
          'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql',
        )
        await tryStart(report, machine, user, 'the machine’s own')
      })
    if (report.amount(0, 1) > 0) await runOnCopy((machine) => tryTest(report, machine))
  } finally {
    base.remove()
  }
}

/** Starts and stops the site twice, because only the first start installs and builds. */
async function tryStart(report: Report, machine: BareMachine, user: string, server = 'npm’s'): Promise<void> {
  await machine.clone(user)
  const packages = await countPackages(machine)
  for (const time of ['first', 'second']) {
    const { seconds, printed, pages, remaining } = await startAndStop(machine, user)
    const added = (await countPackages(machine)) - packages
    const problems = [
      ...pages.filter((page) => !page.endsWith(' 200')),
      ...(printed.includes(server) ? [] : [`the database server is not ${server}`]),
      ...(printed.match(/EBADENGINE|npm (?:warn|error)/gi) ?? []),
      ...(added === 0 ? [] : [`${added} packages were installed`]),
      ...remaining,
    ]
    report.check(`npm start as ${user}, PostgreSQL ${server}: ${time}`, {
      tried: 1,
      failed: problems.length,
      figure: `${seconds} s, ${printed.split('\n').length} lines${problems.length > 0 ? `: ${problems.join('; ')}\n${printed}` : ''}`,
    })
  }
}

/** Starts with a Node that needs a library which is missing on a minimal system. */
async function tryWithoutLibrary(report: Report, machine: BareMachine, user: string): Promise<void> {
  await machine.clone(user)
  await runAndWait(
    machine,
    user,
    'node -e "import(\'./scripts/install.mjs\').then(({ install }) => install())"',
  )
  const packageFolder = 'node-lacking' // the Node from npm, before `ensureOwnNode` ran
  await runAndWait(
    machine,
    user,
    `npm pack node-linux-$(node -p process.arch)@26.10.0 --silent && mkdir ${packageFolder} && tar xzf node-linux-*.tgz -C ${packageFolder}`,
  )
  const home = user === 'root' ? 'root' : `home/${user}`
  const clone = machine.at(`${home}/chopmark`)
  cpSync(
    `${clone}/${packageFolder}/package/bin/node`,
    `${clone}/node_modules/node-linux-${process.arch}/bin/node`,
  )
  rmSync(`${clone}/node_modules/.bin/node`)
  if (user === 'root') {
    const { printed, pages, remaining } = await startAndStop(machine, user)
    const isGood =
      printed.includes('Installing libatomic1') &&
      pages.every((page) => page.endsWith(' 200')) &&
      remaining.length === 0
    return report.check('as root, a missing library is installed automatically', {
      tried: 1,
      failed: isGood ? 0 : 1,
      figure: isGood ? '' : printed,
    })
  }
  const { code, printed } = await runAndWait(machine, user, 'npm start --silent')
  const sentence =
    'Node needs the library libatomic.so.1. Install it as root, then start again: apt-get install libatomic1'
  const isGood = code !== 0 && printed.trim() === sentence
  report.check('as a plain user, one sentence names the missing library', {
    tried: 1,
    failed: isGood ? 0 : 1,
    figure: printed.trim(),
  })
}

async function tryTest(report: Report, machine: BareMachine): Promise<void> {
  await machine.clone('root')
  const packages = await countPackages(machine)
  const from = performance.now()
  const { code, printed } = await runAndWait(machine, 'root', 'npm test')
  const minutes = ((performance.now() - from) / 60_000).toFixed(1)
  const end = printed.trimEnd().split('\n').slice(-12).join(' | ')
  const installed = printed.match(/^Installing .*$/gm)?.join(' ') ?? ''
  report.check('npm test as root', {
    tried: 1,
    failed: code === 0 ? 0 : 1,
    figure: `${minutes} min, ${(await countPackages(machine)) - packages} packages (${installed}); ${code === 0 ? end : printed}`,
  })
}

type StartResult = { seconds: string; printed: string; pages: string[]; remaining: string[] }

/** Starts the site, opens two pages from outside, and stops it; `remaining` are processes that still run afterwards. */
async function startAndStop(machine: BareMachine, user: string): Promise<StartResult> {
  const port = await takePort()
  const from = performance.now()
  // A background job has no input, so the shell itself reads the line.
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
    run.sendLine('stop')
    await run.ended
    const [, left = 'unknown'] = /left: (.*)/.exec(run.printed()) ?? []
    return {
      seconds,
      printed: run.printed(),
      pages,
      remaining: left.trim() === '' ? [] : [`still running: ${left}`],
    }
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
  const { printed } = await runAndWait(machine, 'root', 'dpkg-query -f ".\\n" -W | wc -l')
  return Number(printed)
}

async function runAndWait(machine: BareMachine, user: string, script: string) {
  const run = machine.run(user, script)
  return { code: await run.ended, printed: run.printed() }
}
