import { createServer, type Socket } from 'node:net'
import { hostileTexts } from '#shared/server/outbound/fake-source.ts'
import type { FaultName } from './simulate-faults.ts'

/** As received; `to` is the envelope's recipients, whatever the headers say. */
export type FakeMail = { from: string; to: string[]; raw: string }

type SmtpStep = 'greeting' | 'EHLO' | 'HELO' | 'MAIL' | 'RCPT' | 'DATA' | 'content'
type Wait = (ms: number) => Promise<void>
type SmtpVisit = { socket: Socket; fault: FaultName | undefined; wait: Wait; take: (mail: FakeMail) => void }

const usualReplies: Record<SmtpStep, string> = {
  greeting: '220 simulated ESMTP',
  EHLO: '250-simulated\r\n250-8BITMIME\r\n250 SIZE 10000000',
  HELO: '250 simulated',
  MAIL: '250 2.1.0 OK',
  RCPT: '250 2.1.5 OK',
  DATA: '354 Go on',
  content: '250 2.0.0 Taken',
}

/** A mail server's replies in place of the usual. */
const wrongReplies: Partial<Record<FaultName, Partial<Record<SmtpStep, string>>>> = {
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
const faultHandlers: Partial<Record<FaultName, (visit: SmtpVisit) => Promise<void>>> = {
  silent: async ({ socket }: SmtpVisit) => void socket.resume(),
  empty: async ({ socket }: SmtpVisit) => void socket.end(),
  cut: async ({ socket }: SmtpVisit) => void socket.end(usualReplies.greeting.slice(0, 6)),
  huge: async ({ socket, wait }: SmtpVisit) => {
    socket.resume().write('220-')
    for (let sent = 0; sent < hugeBytes && !socket.destroyed; sent += block.length) {
      if (!socket.write(block)) await wait(1)
    }
  },
  slow: (visit: SmtpVisit) => visit.wait(2_000).then(() => converse(visit)),
  slower: (visit: SmtpVisit) => visit.wait(10_000).then(() => converse(visit)),
}
const hugeBytes = 50 * 1024 * 1024
const block = Buffer.alloc(64 * 1024, ' ')

/** Faults that the conversation itself shows, or that are the door's. */
const otherFaults = ['refused', 'no-dns', 'headers-then-silent', 'drip', 'reset'] as const

/** Whether a fault has a meaning for a mail server. */
export function isMailFault(fault: FaultName): boolean {
  return [...Object.keys(wrongReplies), ...Object.keys(faultHandlers), ...otherFaults].includes(fault)
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
    const behave = (fault && faultHandlers[fault]) ?? converse
    behave(visit).catch(() => socket.destroy())
  })
}

/** RFC 5321, as much of it as a sending client needs. */
async function converse(visit: SmtpVisit): Promise<void> {
  const { socket, fault, take } = visit
  let mail: FakeMail = { from: '', to: [], raw: '' }
  let isContent = false
  await sendReply(visit, getReply('greeting', fault))
  for await (const line of readLines(socket)) {
    if (isContent && fault === 'reset') return void socket.resetAndDestroy()
    if (isContent && line !== '.') {
      mail.raw += `${line.startsWith('.') ? line.slice(1) : line}\r\n`
      continue
    }
    const step: string = isContent ? 'content' : line.slice(0, 4).toUpperCase()
    const reply = isStep(step) ? getReply(step, fault) : step === 'QUIT' ? '221 Bye' : '250 OK'
    if (step === 'MAIL') mail = { from: parseMailAddress(line), to: [], raw: '' }
    if (step === 'RCPT') mail.to.push(parseMailAddress(line))
    if (step === 'content' && reply.startsWith('250')) take({ ...mail, raw: decodeLatin1(mail.raw) })
    isContent = step === 'DATA' && reply.startsWith('354')
    if (fault === 'headers-then-silent' && step !== 'EHLO') continue
    await sendReply(visit, reply)
    if (step === 'QUIT') return void socket.end()
  }
}

function getReply(step: SmtpStep, fault: FaultName | undefined): string {
  return (fault && wrongReplies[fault]?.[step]) ?? usualReplies[step]
}

async function sendReply({ socket, fault, wait }: SmtpVisit, reply: string): Promise<void> {
  if (fault !== 'drip') return void socket.write(`${reply}\r\n`)
  for (const letter of `${reply}\r\n`) {
    if (socket.destroyed) return
    socket.write(letter)
    await wait(1_000)
  }
}

/** Bytes as characters of the same number: an email is decoded when it is complete. */
async function* readLines(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function decodeLatin1(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}

function parseMailAddress(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

function isStep(text: string): text is SmtpStep {
  return Object.hasOwn(usualReplies, text)
}
