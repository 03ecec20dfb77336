import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readHost, startChecks } from './start-checks.ts'

const url = (path: string) => `https://${path}`

test.each([
  ['HOST', 'http://127.0.0.1', 'HOST must be one address or name'],
  ['HOST', '127.0.0.1:3000', 'HOST must be one address or name'],
  ['HOST', 'localhost:3000', 'HOST must be one address or name'],
  ['HOST', '[::1]:3000', 'HOST must be one address or name'],
  ['HOST', '[127.0.0.1', 'HOST must be one address or name'],
  ['HOST', '*', 'HOST must be one address or name'],
  ['HOST', '127.0.0.1, ::1', 'HOST must be one address or name'],
  ['PUBLIC_URL', url('chopmark.example/shop'), 'PUBLIC_URL must have no path.'],
  ['PUBLIC_URL', url('chopmark.example//'), 'PUBLIC_URL must have no path.'],
  ['PUBLIC_URL', url('chopmark.example/?'), 'PUBLIC_URL must have no query.'],
  ['PUBLIC_URL', url('chopmark.example?a=/b'), 'PUBLIC_URL must have no query.'],
  ['PUBLIC_URL', url('chopmark.example/#'), 'PUBLIC_URL must have no fragment.'],
  ['PUBLIC_URL', url('ann:secret@chopmark.example'), 'PUBLIC_URL must have no user name and no password.'],
  ['PUBLIC_URL', url('@chopmark.example'), 'PUBLIC_URL must have no user name and no password.'],
  ['PUBLIC_URL', url('chopmark.example.'), 'PUBLIC_URL must have no dot after the name of the host.'],
  ['PUBLIC_URL', url('chopmark.example '), 'PUBLIC_URL must have no spaces.'],
  ['PUBLIC_URL', url('chopmark\n.example'), 'PUBLIC_URL must have no spaces.'],
  ['TRUST_PROXY', 'true', 'TRUST_PROXY must be on, off, or the addresses'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be on, off, or the addresses'],
  ['TRUST_PROXY', '1', 'TRUST_PROXY must be on, off, or the addresses'],
  ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be on, off, or the addresses'],
  ['TRUST_PROXY', '0.0.0.0/0', 'TRUST_PROXY must be on, off, or the addresses'],
  ['TRUST_PROXY', '10.0.0.1,,', 'TRUST_PROXY must be on, off, or the addresses'],
  ['TRUST_PROXY', 'proxy.example', 'TRUST_PROXY must be on, off, or the addresses'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a postgres:// address'],
  ['DATABASE_URL', 'postgres://h/d?sslmode=always', 'DATABASE_URL must have one of these as sslmode'],
  ['ADMIN_PASSWORD', 'long enough for an admin', 'ADMIN_PASSWORD needs ADMIN_EMAIL beside it.'],
])('%s=%s is refused with one sentence', (variable, value, sentence) => {
  const reading = () => readConfig({ [variable]: value })
  expect(reading).toThrow(`The configuration is wrong. ${sentence}`)
  expect(reading).toThrow(/^[^.]+\. [^\n]+\.$/)
})

test.each([
  ['[::]', '::'],
  ['::', '::'],
  ['[::1]', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['localhost', '127.0.0.1'],
  ['LOCALHOST', '127.0.0.1'],
  [' 0.0.0.0 ', '0.0.0.0'],
  ['my-host_1.example', 'my-host_1.example'],
])('HOST=%s listens on %s', (value, host) => {
  expect(readHost(value)).toBe(host)
  expect(readConfig({ HOST: value }).host).toBe(host)
})

test.each([
  [url('chopmark.example/'), url('chopmark.example')],
  ['HTTPS://Chopmark.example:443', url('chopmark.example')],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('PUBLIC_URL=%s is %s, as browsers name it', (value, origin) => {
  expect(readConfig({ PUBLIC_URL: value }).publicUrl).toBe(origin)
})

test.each(['10.0.0.2', '10.0.0.0/8, ::1', 'loopback', 'fd00::/8', '10.0.0.0/255.0.0.0'])(
  'TRUST_PROXY may be %s',
  (value) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value)
  },
)

test('every rule stands in the document', () => {
  const document = readFileSync(new URL('../../docs/starting.md', import.meta.url), 'utf8')
  for (const { variable, message } of startChecks)
    expect(document).toContain(`| \`${variable}\` | ${message} |\n`)
})
