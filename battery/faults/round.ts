import { setTimeout as delay } from 'node:timers/promises'
import { newAddress, type Reply } from '../client.ts'
import { newPerson } from '../people.ts'
import { inWords, type Sample, sample } from './bystanders.ts'
import { newItem, type Probe, photosIn } from './probes.ts'
import { type Member, type Stage, signInWithGoogle } from './stage.ts'
import { expectedOf, type MatrixFault, mailFate } from './table.ts'

const limits = {
  firstMs: 8_000,
  leftAloneMs: 50,
  healedMs: 30_000,
  /** Questions that find out that a source fails, more than it takes to leave it alone, and then. */
  wave: 8,
  questions: 5,
  sampled: 300,
  /** For what should have come long ago. */
  patienceMs: 60_000,
} as const

/** What somebody saw while everything was well, and sees again: a number, and the path of a picture. */
export type Warm = { item: string; picture: string }
export type RoundStage = Stage & { member: Member; warm: Warm; probes: Probe[] }

export type Cell = {
  source: string
  /** What was not as it should be. */
  wrong: string[]
  firstMs: number
  /** The slowest answer while the source was left alone. */
  leftAloneMs?: number
  healedMs: number
}
export type Round = { cells: Cell[]; idle: Sample; meanwhile: Sample }

/** All five sources get the fault at once, are asked, and get well again. */
export async function playRound(stage: RoundStage, fault: MatrixFault): Promise<Round> {
  const { member, simulator, probes } = stage
  await sample(stage, { work: member.renew(), least: limits.sampled / 2 }) // a process that has just begun is slow
  const idle = await sample(stage, { work: member.renew(), least: limits.sampled })
  for (const { source } of probes) simulator.setFault(source, fault)
  simulator.setFault('smtp', fault)
  const cells = new Map(probes.map(({ source }) => [source, newCell(source)]))
  const mail = { ...newCell('smtp'), people: [newPerson(), newPerson(), newPerson()] }
  const troubles = Promise.all([
    ...probes.map((probe) => meet(stage, { probe, fault, cell: cells.get(probe.source) ?? mail })),
    orderMails(stage, mail),
  ])
  const meanwhile = await sample(stage, { work: troubles.then(() => member.renew()), least: limits.sampled })
  const asWarm = cells.get('product-info')
  if (asWarm) asWarm.wrong.push(...(await lookAround(stage, fault)))
  simulator.setFault('all', 'none')
  await Promise.all([
    ...probes.map((probe) => heal(probe, cells.get(probe.source) ?? mail)),
    awaitMails(stage, { mail, fault }),
  ])
  await member.renew()
  simulator.setFault('google-keys', fault)
  const keys = cells.get('google-keys')
  const { status } = await signInWithGoogle(stage)
  if (keys && status !== 200) keys.wrong.push(`keys that are there do not serve: ${status}`)
  simulator.setFault('all', 'none')
  return { cells: [...cells.values(), mail], idle, meanwhile }
}

function newCell(source: string): Cell {
  return { source, wrong: [], firstMs: 0, healedMs: Number.NaN }
}

type Meeting = { probe: Probe; fault: MatrixFault; cell: Cell }

/** The first questions, and those while the source is left alone. */
async function meet({ simulator }: Stage, { probe, fault, cell }: Meeting): Promise<void> {
  const { verdicts, isLeftAlone } = expectedOf(probe.source, fault)
  const judge = (reply: Reply, mostMs: number) => {
    const verdict = probe.verdictOf(reply)
    if (!verdict || !verdicts.includes(verdict))
      cell.wrong.push(inWords(`not ${verdicts.join(' or ')}`, reply))
    if (reply.ms > mostMs) cell.wrong.push(`${reply.ms.toFixed(0)} ms`)
    if (probe.source !== 'google-keys' && /unauthorized/i.test(reply.text))
      cell.wrong.push('says Unauthorized')
  }
  const first = await Promise.all(Array.from({ length: limits.wave }, () => probe.ask()))
  cell.firstMs = Math.max(...first.map(({ ms }) => ms))
  for (const reply of first) judge(reply, limits.firstMs)
  if (!isLeftAlone) return judge(await probe.ask(), limits.firstMs)
  const before = simulator.calls(probe.source)
  const later: Reply[] = []
  for (let asked = 0; asked < limits.questions; asked += 1) later.push(await probe.ask())
  cell.leftAloneMs = Math.max(...later.map(({ ms }) => ms))
  for (const reply of later) judge(reply, limits.leftAloneMs)
  const calls = simulator.calls(probe.source) - before
  if (calls > 0) cell.wrong.push(`asked ${calls} times while it should be left alone`)
}

/** The pages, and what was known before. */
async function lookAround({ client, warm }: RoundStage, fault: MatrixFault): Promise<string[]> {
  const [info] = expectedOf('product-info', fault).verdicts
  const [qc] = expectedOf('qc', fault).verdicts
  const get = (path: string) => client.send(path, { headers: { accept: 'text/html' }, from: newAddress() })
  const page = await get(`/product/taobao/${newItem()}`)
  const wrong = page.status === (info === 'gone' ? 404 : 200) ? [] : [`page: ${page.status}`]
  const texts = {
    'product-info': { fails: unavailable, gone: 'Product not found!', works: '' },
    qc: { fails: 'QC photos could not be loaded.', gone: 'No QC photos available', works: '' },
  }
  // A page for which there is no item says nothing of photos; what is late or cleaned is judged by its answers.
  if (info && !page.text.includes(texts['product-info'][info]))
    wrong.push(`page without ${texts['product-info'][info]}`)
  if (info === 'fails' && qc === 'fails' && !page.text.includes(texts.qc.fails))
    wrong.push(`page without ${texts.qc.fails}`)
  if (page.text.includes('<script>window.__xss') || page.text.includes('onmouseover='))
    wrong.push('page with script')
  const known = await get(`/product/taobao/${warm.item}`)
  const isGone = info === 'gone'
  if (
    !isGone &&
    !known.text.includes(`Simulated T-shirt ${warm.item}`) &&
    fault !== 'poisoned' &&
    fault !== 'slow'
  )
    wrong.push('the page of an item seen before has no title')
  const photos = await client.call(`GET /qc-external?shopType=taobao&goodsId=${warm.item}`)
  if (qc === 'fails' && photosIn(photos.body.data).length === 0) wrong.push('QC photos seen before are gone')
  const picture = await get(warm.picture)
  if (picture.status !== 200) wrong.push(`a picture seen before: ${picture.status}`)
  return wrong
}
const unavailable = 'Product information is temporarily unavailable.'

/** Asks twice a second until the source's answers are back. */
async function heal({ ask, verdictOf }: Probe, cell: Cell): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const reply = await ask()
    const took = performance.now() - begun
    const verdict = verdictOf(reply)
    if (!verdict) cell.wrong.push(inWords('while it healed', reply))
    if (verdict === 'works') cell.healedMs = took
    if (verdict === 'works' || took > limits.patienceMs) break
    await delay(500)
  }
  if (!(cell.healedMs <= limits.healedMs)) cell.wrong.push(`healed after ${cell.healedMs.toFixed(0)} ms`)
}

type MailCell = Cell & { people: ReturnType<typeof newPerson>[] }

/** Nobody who registers learns that mail is down, nor waits for it. */
async function orderMails({ client }: Stage, mail: MailCell): Promise<void> {
  for (const { email, password } of mail.people) {
    const value = { name: 'Mat Ruler', email, password }
    const reply = await client.call('POST /users/createUser', value, { from: newAddress() })
    mail.firstMs = Math.max(mail.firstMs, reply.ms)
    if (reply.status !== 200) mail.wrong.push(inWords('createUser', reply))
    if (reply.ms > limits.firstMs) mail.wrong.push(`${reply.ms.toFixed(0)} ms`)
  }
}

/** Counts from when the mail server is well again; a mail that was given up does not come, but the next one does. */
async function awaitMails(
  { client, simulator }: Stage,
  { mail, fault }: { mail: MailCell; fault: MatrixFault },
): Promise<void> {
  const begun = performance.now()
  const fate = mailFate(fault)
  const next = newPerson()
  await client.call('POST /users/createUser', { name: 'Mat Ruler', ...next }, { from: newAddress() })
  const timesCome = (email: string) => simulator.mails().filter(({ to }) => to.includes(email)).length
  const due = fate === 'is given up' ? [next] : [...mail.people, next]
  while (!due.every(({ email }) => timesCome(email) > 0) && performance.now() - begun < limits.patienceMs) {
    await delay(100)
  }
  mail.healedMs = performance.now() - begun
  if (mail.healedMs > limits.healedMs) mail.wrong.push(`healed after ${mail.healedMs.toFixed(0)} ms`)
  const counts = mail.people.map(({ email }) => timesCome(email))
  const isFine = (count: number) => count === (fate === 'is given up' ? 0 : 1)
  if (!counts.every(isFine)) mail.wrong.push(`mails came ${counts.join(', ')} times`)
}
