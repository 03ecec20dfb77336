import { expect, test } from 'vitest'
import { monitorMailTransport } from './mail-monitor.ts'
import { MailServerError, type OutgoingMail } from './mail-transport.ts'

const mail: OutgoingMail = {
  id: '0198a000-0000-7000-8000-0000000000a1',
  kind: 'reset',
  queuedAt: new Date(0),
  to: 'someone@example.com',
  subject: '',
  html: '',
  text: '',
}

test('reports when an email was last accepted, and since when and how often sending fails', async () => {
  let clock = 1000
  let outcome: 'sent' | 'refused' | Error = 'sent'
  const send = async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const { transport, status } = monitorMailTransport({ send }, () => clock)
  expect(status()).toEqual({ sentAt: undefined, failures: 0, failingSince: undefined, advice: undefined })
  expect(await transport.send(mail)).toBe('sent')
  expect(status().sentAt).toBe(1000)

  outcome = new MailServerError('ETLS', 'its certificate has expired.')
  for (clock of [2000, 3000]) await expect(transport.send(mail)).rejects.toThrow('cannot be used')
  expect(status()).toEqual({
    sentAt: 1000,
    failures: 2,
    failingSince: 2000,
    advice: 'its certificate has expired.',
  })

  outcome = 'refused'
  clock = 4000
  await transport.send(mail)
  expect(status()).toEqual({ sentAt: 4000, failures: 0, failingSince: undefined, advice: undefined })
})
