import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from './simulate.ts'
import { faults } from './simulate-faults.ts'
import { isMailFault } from './simulate-mail.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterEach(() => {
  simulator.setFault('all', 'none')
})
afterAll(() => simulator.close())

const ask = (url: string) =>
  fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) })
const getErrorCode = (error: unknown) => (error instanceof Error && Object(error.cause).code) || String(error)

describe('a source’s own URL', () => {
  test.each(['refused', 'no-dns'] as const)(
    'answers until it has the fault %s, and again after',
    async (fault) => {
      const item = `${simulator.getSourceUrl('product-info')}?productID=652874751412`
      expect((await ask(item)).status).toBe(200)
      simulator.setFault('product-info', fault)
      expect(await ask(item).catch(getErrorCode)).toBe('ECONNREFUSED')
      expect((await ask(`${simulator.getSourceUrl('qc')}?goodsId=1`)).status).toBe(200)
      simulator.setFault('product-info', 'none')
      expect((await ask(item)).status).toBe(200)
    },
  )

  test('is used by other sources in their responses', async () => {
    const pictures = new URL(simulator.getSourceUrl('pictures')).origin
    expect(await (await ask(`${simulator.getSourceUrl('qc')}?goodsId=1`)).text()).toContain(
      `"${pictures}/pictures/qc-1-1.png"`,
    )
    const issuer = await (
      await ask(`${simulator.getSourceUrl('google')}/.well-known/openid-configuration`)
    ).json()
    expect([issuer.issuer, issuer.jwks_uri]).toEqual([
      simulator.getSourceUrl('google'),
      simulator.getSourceUrl('google-keys'),
    ])
  })

  test('on the shared port, a refusal drops the connection', async () => {
    simulator.setFault('qc', 'refused')
    expect(await ask(`${simulator.url}/qc?goodsId=1`).catch(getErrorCode)).toBe('ECONNRESET')
  })
})

test('removes a name from the hosts file and restores it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
  const hostsFile = join(folder, 'hosts')
  const named = await startSimulator({ port: 0, hostsFile })
  try {
    expect(new URL(named.getSourceUrl('qc')).hostname).toBe('qc.source.test')
    const findHostsLine = (name: string) =>
      readFileSync(hostsFile, 'utf8')
        .split('\n')
        .find((line) => line.endsWith(` ${name}`))
    const whole = readFileSync(hostsFile, 'utf8')
    named.setFault('qc', 'no-dns')
    expect([findHostsLine('qc.source.test'), findHostsLine('pictures.source.test')]).toEqual([
      '# 127.0.0.1 qc.source.test',
      '  127.0.0.1 pictures.source.test',
    ])
    named.setFault('qc', 'none')
    expect(readFileSync(hostsFile, 'utf8')).toBe(whole)
  } finally {
    await named.close()
    rmSync(folder, { recursive: true })
  }
})

const mail = (subject = 'Hello') => ({
  from: 'site@example.com',
  to: 'user@example.com',
  subject,
  text: '.a line with a dot\nand 绿色',
})
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }
const sendMail = (subject?: string) =>
  createTransport({ url: simulator.getSourceUrl('smtp'), ...patience }).sendMail(mail(subject))

describe('the mail server', () => {
  test('accepts and lists emails', async () => {
    await sendMail('For the list')
    const { mails } = await (await ask(`${simulator.url}/control/mails`)).json()
    const [last] = mails.slice(-1)
    expect(last).toMatchObject({ from: 'site@example.com', to: ['user@example.com'] })
    expect(last.raw).toContain('Subject: For the list')
    expect(last.raw).toMatch(/^\.a line with a dot/m)
  })

  test.each([
    ['refused', /ECONNREFUSED/],
    ['reset', /ECONNRESET|closed/],
    ['unauthorized', /530 5\.7\.0 Unauthorized/],
    ['forbidden', /554 5\.7\.1/],
    ['not-found', /550 5\.1\.1/],
    ['too-many', /450 4\.7\.1/],
    ['error', /451 4\.3\.0/],
    ['bad-gateway', /502 5\.5\.1/],
    ['down', /421 4\.3\.2/],
    ['html', /Invalid greeting/],
    ['empty', /closed/],
    ['cut', /closed|Invalid greeting/],
    ['wrong-schema', /Mail command failed/],
    ['redirect-loop', /551 5\.1\.6/],
  ] as const)('accepts no email with the fault %s', async (fault, message) => {
    const before = simulator.mails().length
    expect(simulator.setFault('smtp', fault)).toBe(true)
    await expect(sendMail()).rejects.toThrow(message)
    expect(simulator.mails().length).toBe(before)
    simulator.setFault('smtp', 'none')
    await sendMail()
    expect(simulator.mails().length).toBe(before + 1)
  })

  test('accepts emails while it sends hostile replies', async () => {
    simulator.setFault('smtp', 'poisoned')
    await sendMail('Among thieves')
    expect(simulator.mails().at(-1)?.raw).toContain('Among thieves')
  })

  test('supports every fault of a mail server', () => {
    const without = (Object.keys(faults) as (keyof typeof faults)[]).filter((fault) => !isMailFault(fault))
    expect(without).toEqual(['error-code', 'unknown-item', 'other-item', 'gzip-bomb', 'redirect-inside'])
    expect(simulator.setFault('smtp', 'gzip-bomb')).toBe(false)
    expect(simulator.setFault('all', 'gzip-bomb')).toBe(true)
  })
})
