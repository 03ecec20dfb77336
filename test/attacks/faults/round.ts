import { setTimeout as delay } from 'node:timers/promises'
import { createAddress, type Reply } from '#support/http-client.ts'
import { createUser } from '#support/users.ts'
import { describeReply, type Sample, sample } from './bystanders.ts'
import { createItemNumber, type Probe, readPhotos } from './probes.ts'
import { type Member, type Stage, signInWithGoogle } from './stage.ts'
import { getExpected, getMailOutcome, type MatrixFault } from './table.ts'

const limits = {
  firstMs: 8_000,
  openBreakerMs: 50,
  recoveryMs: 30_000,
  /** Time between two requests while a source recovers. */
  pollMs: 500,
  /** Requests that open a circuit breaker (more than needed), their distance in ms, and requests while it is open. */
  wave: 8,
  waveIntervalMs: 60,
  openRequests: 5,
  sampled: 300,
  /** Longest wait for a recovery. */
  timeoutMs: 60_000,
} as const

/** An item and an image path that were requested before the fault, and are requested again. */
export type EarlierRequests = { item: string; picture: string }
export type RoundStage = Stage & { member: Member; earlier: EarlierRequests; probes: Probe[] }

export type Cell = {
  source: string
  /** Describes each deviation. */
  wrong: string[]
  firstMs: number
  /** The slowest response while the circuit breaker was open. */
  openBreakerMs?: number
  recoveryMs: number
}
/** Responses to other visitors without and during the fault. */
export type Round = { cells: Cell[]; baseline: Sample; duringFault: Sample }

/** Gives all five sources the fault at once, sends requests, and removes the fault. */
export async function runFaultRound(stage: RoundStage, fault: MatrixFault): Promise<Round> {
  const { member, simulator, probes } = stage
  const cells = probes.map(({ source }) => createCell(source))
  const probeRuns = probes.map((probe, index) => ({
    probe,
    fault,
    cell: cells[index] ?? createCell(probe.source),
  }))
  const mail = { ...createCell('smtp'), people: [createUser(), createUser(), createUser()] }
  await sample(stage, { work: member.renew(), minRequests: limits.sampled }) // a new process is slow
  const baseline = await sample(stage, { work: requestWithoutFault(stage), minRequests: limits.sampled })
  for (const { source } of [...probes, mail]) simulator.setFault(source, fault)
  const troubles = Promise.all([
    ...probeRuns.map((probeRun) => sendUntilOpen(stage, probeRun)),
    requestMails(stage, mail),
    member.renew(),
  ])
  const duringFault = await sample(stage, { work: troubles, minRequests: limits.sampled })
  for (const probeRun of probeRuns) await checkOpenBreaker(stage, probeRun)
  cells[0]?.wrong.push(...(await checkPages(stage, fault)))
  simulator.setFault('all', 'none')
  await Promise.all([...probeRuns.map(waitForRecovery), awaitMails(stage, { mail, fault }), member.renew()])
  // Cached keys are valid for an hour, even when their source fails.
  simulator.setFault('google-keys', fault)
  const { status } = await signInWithGoogle(stage)
  if (status !== 200) cells.at(-1)?.wrong.push(`the cached keys are not used: ${status}`)
  simulator.setFault('all', 'none')
  return { cells: [...cells, mail], baseline, duringFault }
}

/** The requests of a fault without those that are heavy without it (images) or cached afterwards (keys). */
async function requestWithoutFault(stage: RoundStage): Promise<void> {
  const light = stage.probes.filter(({ source }) => source === 'product-info' || source === 'qc')
  const people = { ...createCell('smtp'), people: [createUser(), createUser(), createUser()] }
  await Promise.all([...light.map(sendWave), requestMails(stage, people), stage.member.renew()])
}

/** Sends one request after the other without awaiting the responses. */
async function sendWave({ request }: Probe): Promise<Reply[]> {
  const replies: Promise<Reply>[] = []
  for (let count = 0; count < limits.wave; count += 1) {
    replies.push(request())
    await delay(limits.waveIntervalMs)
  }
  return Promise.all(replies)
}

function createCell(source: string): Cell {
  return { source, wrong: [], firstMs: 0, recoveryMs: Number.NaN }
}

type ProbeRun = { probe: Probe; fault: MatrixFault; cell: Cell }

/** Sends requests until the circuit breaker of a failing source is open. */
async function sendUntilOpen({ simulator }: Stage, { probe, fault, cell }: ProbeRun): Promise<void> {
  const first = await sendWave(probe)
  // Concurrent sign-ins share one request for the keys, so more requests are needed.
  for (let extra = 0; extra < limits.wave && getExpected(probe.source, fault).isBreakerOpen; extra += 1) {
    const before = simulator.calls(probe.source)
    first.push(await probe.request())
    if (isCounted(fault) && simulator.calls(probe.source) === before) break
  }
  cell.firstMs = Math.max(...first.map(({ ms }) => ms))
  for (const reply of first) checkReply({ probe, fault, cell }, reply)
  if (cell.firstMs > limits.firstMs) cell.wrong.push(`the first responses took ${cell.firstMs.toFixed(0)} ms`)
}

/** Whether the simulator can count the calls. */
function isCounted(fault: MatrixFault): boolean {
  return fault !== 'refused' && fault !== 'no-dns'
}

/** Checks that responses are fast and the source is not queried while its circuit breaker is open. */
async function checkOpenBreaker({ simulator }: Stage, { probe, fault, cell }: ProbeRun): Promise<void> {
  if (!getExpected(probe.source, fault).isBreakerOpen) return
  const before = simulator.calls(probe.source)
  const replies: Reply[] = []
  for (let count = 0; count < limits.openRequests; count += 1) replies.push(await probe.request())
  for (const reply of replies) checkReply({ probe, fault, cell }, reply)
  const times = replies.map(({ ms }) => ms).sort((a, b) => a - b)
  cell.openBreakerMs = times.at(-1) ?? Number.NaN
  // One may be slow because of the machine; the figure shows it anyway.
  const isSlow = (times.at(-2) ?? Number.NaN) > limits.openBreakerMs
  if (isSlow)
    cell.wrong.push(`the breaker is open, but responses took ${times.map(Math.round).join(', ')} ms`)
  const calls = simulator.calls(probe.source) - before
  if (calls > 0) cell.wrong.push(`called ${calls} times while its breaker is open`)
}

function checkReply({ probe, fault, cell }: ProbeRun, reply: Reply): void {
  const { results } = getExpected(probe.source, fault)
  const result = probe.classify(reply)
  if (!result || !results.includes(result))
    cell.wrong.push(describeReply(`not ${results.join(' or ')}`, reply))
  if (/unauthorized/i.test(reply.text)) cell.wrong.push('contains Unauthorized')
}

/** Checks pages, and data that was stored before the fault. */
async function checkPages({ client, earlier }: RoundStage, fault: MatrixFault): Promise<string[]> {
  const [info] = getExpected('product-info', fault).results
  const [qc] = getExpected('qc', fault).results
  const get = (path: string) => client.send(path, { headers: { accept: 'text/html' }, from: createAddress() })
  const page = await get(`/product/taobao/${createItemNumber()}`)
  const wrong = page.status === (info === 'gone' ? 404 : 200) ? [] : [`page: ${page.status}`]
  const texts = {
    'product-info': { fails: unavailable, gone: 'Product not found!', works: '' },
    qc: { fails: "We couldn't load the QC photos.", gone: 'No QC photos available', works: '' },
  }
  // A page without an item does not mention photos; slow and poisoned sources are checked by their responses.
  if (info && !page.text.includes(texts['product-info'][info]))
    wrong.push(`page without ${texts['product-info'][info]}`)
  if (info === 'fails' && qc === 'fails' && !page.text.includes(texts.qc.fails))
    wrong.push(`page without ${texts.qc.fails}`)
  if (page.text.includes('<script>window.__xss') || page.text.includes('onmouseover='))
    wrong.push('page with an injected script')
  const knownItemPage = await get(`/product/taobao/${earlier.item}`)
  const isNotFound = info === 'gone'
  if (
    !isNotFound &&
    !knownItemPage.text.includes(`Simulated T-shirt ${earlier.item}`) &&
    fault !== 'poisoned' &&
    fault !== 'slow'
  )
    wrong.push('the page of a stored item has no title')
  const photos = await client.call(`GET /qc-external?shopType=taobao&goodsId=${earlier.item}`)
  if (qc === 'fails' && readPhotos(photos.body.data).length === 0) wrong.push('stored QC photos are missing')
  const picture = await get(earlier.picture)
  if (picture.status !== 200) wrong.push(`a stored image: ${picture.status}`)
  return wrong
}
const unavailable = 'Product information is temporarily unavailable.'

/** Sends two requests a second until the source works again. */
async function waitForRecovery({ probe: { request, classify }, cell }: ProbeRun): Promise<void> {
  const startMs = performance.now()
  for (;;) {
    const reply = await request()
    const took = performance.now() - startMs
    const result = classify(reply)
    if (!result) cell.wrong.push(describeReply('during the recovery', reply))
    if (result === 'works') cell.recoveryMs = took
    if (result === 'works' || took > limits.timeoutMs) break
    await delay(limits.pollMs)
  }
  if (!(cell.recoveryMs <= limits.recoveryMs + limits.pollMs))
    cell.wrong.push(`recovered after ${cell.recoveryMs.toFixed(0)} ms`)
}

type MailCell = Cell & { people: ReturnType<typeof createUser>[] }

/** Checks that registrations neither fail nor wait while mail is down. */
async function requestMails({ client }: Stage, mail: MailCell): Promise<void> {
  for (const { email, password } of mail.people) {
    const value = { name: 'Mat Ruler', email, password }
    const reply = await client.call('POST /users/createUser', value, { from: createAddress() })
    mail.firstMs = Math.max(mail.firstMs, reply.ms)
    if (reply.status !== 200) mail.wrong.push(describeReply('createUser', reply))
    if (reply.ms > limits.firstMs) mail.wrong.push(`${reply.ms.toFixed(0)} ms`)
  }
}

/** Measures from the recovery of the mail server. An email whose retries have ended does not arrive, but the next one does. */
async function awaitMails(
  { client, simulator }: Stage,
  { mail, fault }: { mail: MailCell; fault: MatrixFault },
): Promise<void> {
  const startMs = performance.now()
  const outcome = getMailOutcome(fault)
  const next = createUser()
  await client.call('POST /users/createUser', { name: 'Mat Ruler', ...next }, { from: createAddress() })
  const countMails = (email: string) => simulator.mails().filter(({ to }) => to.includes(email)).length
  const due = outcome === 'is given up' ? [next] : [...mail.people, next]
  while (!due.every(({ email }) => countMails(email) > 0) && performance.now() - startMs < limits.timeoutMs) {
    await delay(100)
  }
  mail.recoveryMs = performance.now() - startMs
  if (mail.recoveryMs > limits.recoveryMs) mail.wrong.push(`recovered after ${mail.recoveryMs.toFixed(0)} ms`)
  const counts = mail.people.map(({ email }) => countMails(email))
  const isFine = (count: number) => count === (outcome === 'is given up' ? 0 : 1)
  if (!counts.every(isFine)) mail.wrong.push(`mails came ${counts.join(', ')} times`)
}
