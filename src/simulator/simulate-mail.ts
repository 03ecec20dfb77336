import { createServer, type Socket } from 'node:net'
import { hostileTexts } from '#shared/server/outbound/fake-source.ts'
import type { FaultName } from './simulate-faults.ts'

/** A received email. `to` are the recipients of the envelope, not of the headers. */
export type FakeMail = { from: string; to: string[]; raw: string }

type SmtpStep = 'greeting' | 'EHLO' | 'HELO' | 'MAIL' | 'RCPT' | 'DATA' | 'content'
type Wait = (ms: number) => Promise<void>
type SmtpConnection = {
  socket: Socket
  fault: FaultName | undefined
  wait: Wait
  receive: (mail: FakeMail) => void
}

const defaultReplies: Record<SmtpStep, string> = {
  greeting: '220 simulated ESMTP',
  EHLO: '250-simulated\r\n250-8BITMIME\r\n250 SIZE 10000000',
  HELO: '250 simulated',
  MAIL: '250 2.1.0 OK',
  RCPT: '250 2.1.5 OK',
  DATA: '354 Go on',
  content: '250 2.0.0 Taken',
}

/** Replies of a mail server with a fault. */
const faultReplies: Partial<Record<FaultName, Partial<Record<SmtpStep, string>>>> = {
  unauthorized: { MAIL: '530 5.7.0 Unauthorized' },
  forbidden: { greeting: '554 5.7.1 Access denied' },
  'not-found': { RCPT: '550 5.1.1 There is no such mailbox' },
  'too-many': { RCPT: '450 4.7.1 Too many emails, try again in 60 seconds' },
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

/** What a mail server with a fault does instead of the conversation, or before it. */
const faultHandlers: Partial<Record<FaultName, (connection: SmtpConnection) => Promise<void>>> = {
  silent: async ({ socket }: SmtpConnection) => void socket.resume(),
  empty: async ({ socket }: SmtpConnection) => void socket.end(),
  cut: async ({ socket }: SmtpConnection) => void socket.end(defaultReplies.greeting.slice(0, 6)),
  huge: async ({ socket, wait }: SmtpConnection) => {
    socket.resume().write('220-')
    for (let sent = 0; sent < hugeBytes && !socket.destroyed; sent += block.length) {
      if (!socket.write(block)) await wait(1)
    }
  },
  slow: (connection: SmtpConnection) => connection.wait(2_000).then(() => converse(connection)),
  slower: (connection: SmtpConnection) => connection.wait(10_000).then(() => converse(connection)),
}
const hugeBytes = 50 * 1024 * 1024
const block = Buffer.alloc(64 * 1024, ' ')

/** Faults that are part of the conversation or of the port. */
const otherFaults = ['refused', 'no-dns', 'headers-then-silent', 'drip', 'reset'] as const

/** Whether a fault has a meaning for a mail server. */
export function isMailFault(fault: FaultName): boolean {
  return [...Object.keys(faultReplies), ...Object.keys(faultHandlers), ...otherFaults].includes(fault)
}

type FakeMailServerDeps = {
  faultNow: () => FaultName | undefined
  wait: Wait
  receive: (mail: FakeMail) => void
}

/** A mail server that accepts everything, or has the fault that is set when a client connects. */
export function createFakeMailServer({ faultNow, wait, receive }: FakeMailServerDeps) {
  return createServer((socket) => {
    const fault = faultNow()
    const connection = { socket, fault, wait, receive }
    const handle = (fault && faultHandlers[fault]) ?? converse
    handle(connection).catch(() => socket.destroy())
  })
}

/** Implements the part of RFC 5321 that a sending client needs. */
async function converse(connection: SmtpConnection): Promise<void> {
  const { socket, fault, receive } = connection
  let mail: FakeMail = { from: '', to: [], raw: '' }
  let isContent = false
  await sendReply(connection, getReply('greeting', fault))
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
    if (step === 'content' && reply.startsWith('250')) receive({ ...mail, raw: decodeUtf8(mail.raw) })
    isContent = step === 'DATA' && reply.startsWith('354')
    if (fault === 'headers-then-silent' && step !== 'EHLO') continue
    await sendReply(connection, reply)
    if (step === 'QUIT') return void socket.end()
  }
}

function getReply(step: SmtpStep, fault: FaultName | undefined): string {
  return (fault && faultReplies[fault]?.[step]) ?? defaultReplies[step]
}

async function sendReply({ socket, fault, wait }: SmtpConnection, reply: string): Promise<void> {
  if (fault !== 'drip') return void socket.write(`${reply}\r\n`)
  for (const letter of `${reply}\r\n`) {
    if (socket.destroyed) return
    socket.write(letter)
    await wait(1_000)
  }
}

/** Yields lines in Latin-1, one character per byte; an email is decoded when it is complete. */
async function* readLines(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function decodeUtf8(latin1Text: string): string {
  return Buffer.from(latin1Text, 'latin1').toString()
}

function parseMailAddress(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

function isStep(text: string): text is SmtpStep {
  return Object.hasOwn(defaultReplies, text)
}
