import { createServer, type Socket } from 'node:net'
import { hostileTexts } from '#shared/server/fake-source.ts'
import type { FaultName } from './simulate-faults.ts'

/** As received; `to` is the envelope's recipients, whatever the headers say. */
export type FakeMail = { from: string; to: string[]; raw: string }

type Step = 'greeting' | 'EHLO' | 'HELO' | 'MAIL' | 'RCPT' | 'DATA' | 'content'
type Wait = (ms: number) => Promise<void>
type Visit = { socket: Socket; fault: FaultName | undefined; wait: Wait; take: (mail: FakeMail) => void }

const usual: Record<Step, string> = {
  greeting: '220 simulated ESMTP',
  EHLO: '250-simulated\r\n250-8BITMIME\r\n250 SIZE 10000000',
  HELO: '250 simulated',
  MAIL: '250 2.1.0 OK',
  RCPT: '250 2.1.5 OK',
  DATA: '354 Go on',
  content: '250 2.0.0 Taken',
}

/** A mail server's replies in place of the usual. */
const wrongReplies: Partial<Record<FaultName, Partial<Record<Step, string>>>> = {
  unauthorized: { MAIL: '530 5.7.0 Unauthorized' },
  forbidden: { greeting: '554 5.7.1 Access denied' },
  'not-found': { RCPT: '550 5.1.1 There is nobody of this name' },
  'too-many': { RCPT: '450 4.7.1 Too many mails, come again in 60 seconds' },
  error: { content: '451 4.3.0 Local error' },
  'bad-gateway': { EHLO: '502 5.5.1 Not implemented', HELO: '502 5.5.1 Not implemented' },
  down: { greeting: '421 4.3.2 Not available' },
  html: { greeting: 'HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<h1>Welcome</h1>' },
  'wrong-schema': { MAIL: '{"status":"success"}' },
  poisoned: {
    greeting: `220 ${hostileTexts.markup}`,
    EHLO: `250-__proto__\r\n250-${hostileTexts.entities}\r\n250 ${hostileTexts.inside}`,
    content: `250 2.0.0 ${hostileTexts.script}\u0007`,
  },
  'redirect-loop': { RCPT: '551 5.1.6 Not here, try <postmaster@simulated>' },
}

/** What a mail server does instead of a conversation, or before it. */
const misdeeds: Partial<Record<FaultName, (visit: Visit) => Promise<void>>> = {
  silent: async ({ socket }: Visit) => void socket.resume(),
  empty: async ({ socket }: Visit) => void socket.end(),
  cut: async ({ socket }: Visit) => void socket.end(usual.greeting.slice(0, 6)),
  huge: async ({ socket, wait }: Visit) => {
    socket.resume().write('220-')
    for (let sent = 0; sent < hugeBytes && !socket.destroyed; sent += block.length) {
      if (!socket.write(block)) await wait(1)
    }
  },
  slow: (visit: Visit) => visit.wait(2_000).then(() => converse(visit)),
  slower: (visit: Visit) => visit.wait(10_000).then(() => converse(visit)),
}
const hugeBytes = 50 * 1024 * 1024
const block = Buffer.alloc(64 * 1024, ' ')

/** Faults that the conversation itself shows, or that are the door's. */
const others = ['refused', 'no-dns', 'headers-then-silent', 'drip', 'reset'] as const

/** Whether a fault has a meaning for a mail server. */
export function isMailFault(fault: FaultName): boolean {
  return [...Object.keys(wrongReplies), ...Object.keys(misdeeds), ...others].includes(fault)
}

type FakeMailServerDeps = {
  faultNow: () => FaultName | undefined
  wait: Wait
  take: (mail: FakeMail) => void
}

/** A mail server that accepts everything, or has the fault that is set when a client connects. */
export function createFakeMailServer({ faultNow, wait, take }: FakeMailServerDeps) {
  return createServer((socket) => {
    const fault = faultNow()
    const visit = { socket, fault, wait, take }
    const behave = (fault && misdeeds[fault]) ?? converse
    behave(visit).catch(() => socket.destroy())
  })
}

/** RFC 5321, as much of it as a sending client needs. */
async function converse(visit: Visit): Promise<void> {
  const { socket, fault, take } = visit
  let mail: FakeMail = { from: '', to: [], raw: '' }
  let isContent = false
  await say(visit, replyTo('greeting', fault))
  for await (const line of linesOf(socket)) {
    if (isContent && fault === 'reset') return void socket.resetAndDestroy()
    if (isContent && line !== '.') {
      mail.raw += `${line.startsWith('.') ? line.slice(1) : line}\r\n`
      continue
    }
    const step: string = isContent ? 'content' : line.slice(0, 4).toUpperCase()
    const reply = isStep(step) ? replyTo(step, fault) : step === 'QUIT' ? '221 Bye' : '250 OK'
    if (step === 'MAIL') mail = { from: addressIn(line), to: [], raw: '' }
    if (step === 'RCPT') mail.to.push(addressIn(line))
    if (step === 'content' && reply.startsWith('250')) take({ ...mail, raw: asText(mail.raw) })
    isContent = step === 'DATA' && reply.startsWith('354')
    if (fault === 'headers-then-silent' && step !== 'EHLO') continue
    await say(visit, reply)
    if (step === 'QUIT') return void socket.end()
  }
}

function replyTo(step: Step, fault: FaultName | undefined): string {
  return (fault && wrongReplies[fault]?.[step]) ?? usual[step]
}

async function say({ socket, fault, wait }: Visit, reply: string): Promise<void> {
  if (fault !== 'drip') return void socket.write(`${reply}\r\n`)
  for (const letter of `${reply}\r\n`) {
    if (socket.destroyed) return
    socket.write(letter)
    await wait(1_000)
  }
}

/** Bytes as characters of the same number: an email is decoded when it is complete. */
async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function asText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

function isStep(text: string): text is Step {
  return Object.hasOwn(usual, text)
}
