import { describe, expect, test } from 'vitest'
import type { SourceHealthLine, SourceStatus } from '#shared/server/outbound/source-stats.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type HealthFacts, listHealth } from './health.ts'

const now = Date.parse('2026-11-21T10:24:00Z')
const gigabyte = 1024 ** 3

/** The lines of the built-in sources of item data. */
function createInfoLines(isOn: boolean): SourceHealthLine[] {
  const fallback = 'Showing stored data.'
  return [
    {
      name: 'Product information',
      isOn,
      offNote: 'PRODUCT_INFO_URL is not set',
      breakers: ['storefront'],
      fallback,
    },
    {
      name: 'Marketplace link previews',
      isOn,
      offNote: 'LINK_PREVIEW is off',
      breakers: ['weidian.com page', 'weidian.com data'],
      fallback,
    },
  ]
}

/** A site with every part configured, that has not called any source yet. */
const facts: HealthFacts = {
  now,
  sources: [],
  isConfigured: {
    shortLinks: true,
    bucket: true,
    mail: true,
    google: true,
    collector: false,
    exchangeRates: true,
  },
  infoLines: createInfoLines(true),
  qcSources: [{ name: 'Outside QC source', breaker: 'qc' }],
  rates: { date: '2026-11-20', failure: undefined },
  mail: { sentAt: undefined, failures: 0, failingSince: undefined },
  jobs: { waiting: 0, oldest: null, failed: 0 },
  backups: {
    isOn: true,
    newest: now - 60 * MINUTE_MS,
    ignored: [],
    unreadable: undefined,
    failure: undefined,
  },
  clockAheadMs: 40,
  disk: { usedBytes: 3.14 * gigabyte, maxBytes: 8 * gigabyte, freeBytes: 12 * gigabyte },
}
const createStatus = (name: string, overrides: Partial<SourceStatus> = {}): SourceStatus => ({
  source: name,
  state: 'closed',
  quietUntil: undefined,
  downSince: undefined,
  failures: 0,
  askedAt: now - MINUTE_MS,
  averageMs: 600,
  slowSince: undefined,
  ...overrides,
})
const findLine = (name: string, overrides: Partial<HealthFacts>) =>
  listHealth({ ...facts, ...overrides }).find((line) => line.name === name)

test('lists every source and every kind of work in the same order', () => {
  expect(listHealth(facts)).toEqual([
    { name: 'Product information', level: 'ready', since: null, note: 'no calls yet' },
    { name: 'Marketplace link previews', level: 'ready', since: null, note: 'no calls yet' },
    { name: 'QC photos, outside source', level: 'ready', since: null, note: 'no calls yet' },
    { name: 'Short links', level: 'ready', since: null, note: 'no calls yet' },
    { name: 'Image hosts', level: 'ready', since: null, note: 'no calls yet' },
    { name: 'Picture bucket', level: 'ready', since: null, note: 'no calls yet' },
    { name: 'Google sign-in', level: 'ready', since: null, note: 'no calls yet' },
    { name: 'Exchange rates', level: 'ok', since: null, note: 'rates of 20 Nov 2026' },
    { name: 'Mail', level: 'ready', since: null, note: 'nothing sent yet' },
    { name: 'Job queue', level: 'ok', since: null, note: 'queue empty' },
    { name: 'Backups', level: 'ok', since: null, note: 'last made 1 hr ago' },
    { name: 'Image cache', level: 'ok', since: null, note: '3.1 GB of 8 GB, 12 GB free on the disk' },
    { name: 'Clock', level: 'ok', since: null, note: "same as the database's" },
  ])
})

test('is off for parts that are not configured, with the variable to set', () => {
  const isConfigured = {
    shortLinks: false,
    bucket: false,
    mail: false,
    google: false,
    collector: false,
    exchangeRates: false,
  }
  const off = listHealth({ ...facts, isConfigured, infoLines: createInfoLines(false), qcSources: [] }).filter(
    ({ level }) => level === 'off',
  )
  expect(off.map(({ name, note }) => `${name}: ${note}`)).toEqual([
    'Product information: PRODUCT_INFO_URL is not set',
    'Marketplace link previews: LINK_PREVIEW is off',
    'QC photos, outside source: neither QC_URL nor QC_SOURCES is set',
    'Short links: SHORT_LINKS is off',
    'Picture bucket: S3_URL is not set. Images are kept on the disk.',
    'Google sign-in: no client id set',
    'Exchange rates: EXCHANGE_RATES_URL is not set, rates of 20 Nov 2026',
    'Mail: SMTP_URL is not set. Emails are saved to the outbox folder.',
  ])
})

test('exchange rates without a source are down when they are older than 180 days', () => {
  const name = 'Exchange rates'
  const isConfigured = { ...facts.isConfigured, exchangeRates: false }
  const findRates = (date: string) => findLine(name, { isConfigured, rates: { date, failure: undefined } })
  expect(findRates('2026-05-26')).toMatchObject({ level: 'off' })
  expect(findRates('2026-05-20')).toEqual({
    name,
    level: 'down',
    since: null,
    note: 'rates of 20 May 2026 are too old. Set EXCHANGE_RATES_URL=https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  })
})

test('exchange rates are down when newer ones were rejected, and slow when they are old', () => {
  const name = 'Exchange rates'
  const message = 'The file was rejected. The file has no rate for USD or CNY.'
  const failure = { since: now - 60 * MINUTE_MS, message }
  expect(findLine(name, { rates: { date: '2026-11-20', failure } })).toEqual({
    name,
    level: 'down',
    since: '2026-11-21T09:24:00.000Z',
    note: `rates of 20 Nov 2026. ${message}`,
  })
  expect(findLine(name, { rates: { date: '2026-10-23', failure: undefined } })?.level).toBe('ok')
  expect(findLine(name, { rates: { date: '2026-10-21', failure: undefined } })).toEqual({
    name,
    level: 'slow',
    since: '2026-11-20T00:00:00.000Z',
    note: 'old rates of 21 Oct 2026',
  })
})

test('lists the collector only when it is configured', () => {
  const collector = findLine('Page-view collector', {
    isConfigured: { ...facts.isConfigured, collector: true },
    sources: [createStatus('collector', { averageMs: 40 })],
  })
  expect(collector).toEqual({
    name: 'Page-view collector',
    level: 'ok',
    since: null,
    note: 'under 0.1 s a call',
  })
})

describe('a source', () => {
  const since = '2026-11-21T09:41:00.000Z'
  const qc = (overrides: Partial<SourceStatus>) =>
    findLine('QC photos, outside source', { sources: [createStatus('qc', overrides)] })

  test('that responds is ok, with its duration', () => {
    expect(qc({})).toMatchObject({ level: 'ok', since: null, note: '0.6 s a call' })
  })

  test('with an open circuit breaker is down, with time, failures and fallback', () => {
    expect(qc({ downSince: Date.parse(since), failures: 12 })).toMatchObject({
      level: 'down',
      since,
      note: '12 failed calls. Our own photos and stored copies are shown.',
    })
  })

  test('that limits our rate is down until then', () => {
    const line = qc({ failures: 1, quietUntil: now + 3 * MINUTE_MS })
    expect(line).toMatchObject({
      level: 'down',
      note: 'rate-limited us until 10:27 UTC. Our own photos and stored copies are shown.',
    })
  })

  test.each([
    ['short links of tb.cn', 'Short links', 'Links followed before still work.'],
    ['picture bucket', 'Picture bucket', 'Images are kept on the disk.'],
  ])('is selected by its name: %s', (name, lineName, instead) => {
    const sources = [createStatus(name, { downSince: now - MINUTE_MS, failures: 5 })]
    expect(findLine(lineName, { sources })).toMatchObject({
      level: 'down',
      since: '2026-11-21T10:23:00.000Z',
      note: `5 failed calls. ${instead}`,
    })
  })

  test('of QC photos has a line of its own beside the others', () => {
    const qcSources = [
      { name: 'Outside QC source', breaker: 'qc' },
      { name: 'Warehouse archive', breaker: 'qc Warehouse archive' },
    ]
    const sources = [
      createStatus('qc'),
      createStatus('qc Warehouse archive', { downSince: Date.parse(since), failures: 5 }),
    ]
    const lines = listHealth({ ...facts, qcSources, sources }).slice(2, 4)
    expect(lines.map(({ name, level }) => [name, level])).toEqual([
      ['QC photos, outside source', 'ok'],
      ['QC photos, Warehouse archive', 'down'],
    ])
  })

  test.each([
    [{ left: 412, usedUpUntil: undefined }, 'ok', '0.4 s a call, 412 calls left'],
    [{ left: 1, usedUpUntil: undefined }, 'ok', '0.4 s a call, 1 call left'],
    [
      { left: 0, usedUpUntil: Date.parse('2026-11-21T14:05:00Z') },
      'down',
      '0 calls left, paused until 14:05 UTC. Our own photos and stored copies are shown.',
    ],
    [{ left: undefined, usedUpUntil: undefined }, 'ok', '0.4 s a call'],
  ])('with the quota %j is %s', (quota, level, note) => {
    const infoLines = [
      {
        name: 'Product information, Seller',
        isOn: true,
        offNote: '',
        breakers: ['qc'],
        fallback: 'Our own photos and stored copies are shown.',
        readQuota: () => quota,
      },
    ]
    const sources = [createStatus('qc', { averageMs: 400 })]
    expect(findLine('Product information, Seller', { infoLines, sources })).toMatchObject({ level, note })
  })

  test('stays down when it was not called for a day', () => {
    expect(
      qc({ downSince: now - 1440 * MINUTE_MS, askedAt: now - 1440 * MINUTE_MS, failures: 5 })?.level,
    ).toBe('down')
  })

  test('that takes more than 2 s is slow', () => {
    expect(qc({ averageMs: 2840, slowSince: Date.parse(since) })).toMatchObject({
      level: 'slow',
      since,
      note: '2.8 s a call',
    })
  })

  test.each([
    [1, 'the last call failed'],
    [3, 'the last 3 calls failed'],
  ])('that failed %i times in a row is down', (failures, note) => {
    const instead = 'Our own photos and stored copies are shown.'
    expect(qc({ failures })).toMatchObject({ level: 'down', note: `${note}. ${instead}` })
    expect(qc({ failures, slowSince: 1 })).toMatchObject({ level: 'down' })
  })

  test('that was no calls in the last hour is not said to be slow', () => {
    const old = { askedAt: now - 60 * MINUTE_MS, averageMs: 4000, slowSince: now - 90 * MINUTE_MS }
    expect(qc(old)).toMatchObject({ level: 'ready', note: 'no calls in the last hour' })
  })

  test('is named when one of several is not ok', () => {
    const page = createStatus('weidian.com page')
    const weidian = createStatus('weidian.com data', { downSince: Date.parse(since), failures: 5 })
    expect(findLine('Marketplace link previews', { sources: [page, weidian] })).toMatchObject({
      level: 'down',
      note: 'weidian.com data: 5 failed calls. Showing stored data.',
    })
    const host = createStatus('pictures of alicdn.com', { averageMs: 3000, slowSince: now - MINUTE_MS })
    expect(
      findLine('Image hosts', { sources: [createStatus('pictures of geilicdn.com'), host] }),
    ).toMatchObject({
      level: 'slow',
      note: 'alicdn.com: 3.0 s a call',
    })
    expect(findLine('Image hosts', { sources: [host] })?.note).toBe('3.0 s a call')
  })

  test('does not affect other lines', () => {
    const down = { downSince: now, failures: 5 }
    const sources = [
      createStatus('storefront', down),
      createStatus('google-keys', down),
      createStatus('else', down),
    ]
    const names = listHealth({ ...facts, sources }).filter(({ level }) => level === 'down')
    expect(names.map(({ name }) => name)).toEqual(['Product information', 'Google sign-in'])
  })
})

describe('mail', () => {
  test('was last sent a while ago', () => {
    const mail = { ...facts.mail, sentAt: now - 5 * MINUTE_MS }
    expect(findLine('Mail', { mail })).toMatchObject({ level: 'ok', note: 'last sent 5 m ago' })
    expect(findLine('Mail', { mail, sources: [createStatus('mail')] })?.note).toBe(
      'last sent 5 m ago, 0.6 s a mail',
    )
    const slow = createStatus('mail', { averageMs: 4_000, slowSince: now - MINUTE_MS })
    expect(findLine('Mail', { mail, sources: [slow] })).toMatchObject({
      level: 'slow',
      since: '2026-11-21T10:23:00.000Z',
      note: 'last sent 5 m ago, 4.0 s a mail',
    })
  })

  test('is down from the first failure on', () => {
    const mail = { sentAt: now - 60 * MINUTE_MS, failures: 1, failingSince: now - MINUTE_MS }
    expect(findLine('Mail', { mail })).toMatchObject({
      level: 'down',
      since: '2026-11-21T10:23:00.000Z',
      note: '1 try. Emails are queued and will be retried.',
    })
    expect(findLine('Mail', { mail: { ...mail, failures: 7 } })?.note).toBe(
      '7 tries. Emails are queued and will be retried.',
    )
  })
})

describe('the job queue', () => {
  const jobs = (overrides: Partial<HealthFacts['jobs']>) =>
    findLine('Job queue', { jobs: { ...facts.jobs, ...overrides } })

  test('is ok while jobs wait briefly', () => {
    expect(jobs({ waiting: 3, oldest: new Date(now - 4 * MINUTE_MS) })).toMatchObject({
      level: 'ok',
      note: '3 waiting',
    })
  })

  test('is slow when a job waits for more than five minutes', () => {
    expect(jobs({ waiting: 3, oldest: new Date(now - 6 * MINUTE_MS) })).toMatchObject({
      level: 'slow',
      since: '2026-11-21T10:18:00.000Z',
      note: '3 waiting',
    })
  })

  test('is down when jobs failed', () => {
    expect(jobs({ failed: 2 })).toMatchObject({ level: 'down', note: '2 failed, queue empty' })
  })
})

describe('backups', () => {
  const backups = (overrides: Partial<HealthFacts['backups']>) =>
    findLine('Backups', { backups: { ...facts.backups, ...overrides } })

  test('are off when none is kept, and ok in the first hours', () => {
    expect(backups({ isOn: false })).toMatchObject({ level: 'off', note: 'BACKUP_KEEP is 0' })
    expect(backups({ newest: undefined })).toMatchObject({ level: 'ok', note: 'none made yet' })
  })

  test('are down when one failed, with the reason, and when the newest is two days old', () => {
    const failure = {
      since: now - 5 * MINUTE_MS,
      message: 'The disk has too little free space for a backup.',
    }
    expect(backups({ failure })).toMatchObject({
      level: 'down',
      since: '2026-11-21T10:19:00.000Z',
      note: 'last made 1 hr ago. The disk has too little free space for a backup.',
    })
    expect(backups({ newest: now - 2900 * MINUTE_MS })).toMatchObject({
      level: 'down',
      since: '2026-11-21T10:04:00.000Z',
      note: 'last made 2 day ago',
    })
  })

  test('name each ignored file and what to do, and are down when there is no valid one', () => {
    const ignored = [
      { name: 'daily-2031-01-01T00-00-00.tar.zst', flaw: 'ahead' as const },
      { name: 'daily-2026-11-20T04-00-00.tar.zst', flaw: 'foreign' as const },
    ]
    const message =
      'The backup daily-2031-01-01T00-00-00.tar.zst is ignored: it is dated in the future. Correct the clock, or move the file away. ' +
      'The backup daily-2026-11-20T04-00-00.tar.zst is ignored: it was made by another site. Move the file away.'
    expect(backups({ ignored })).toMatchObject({ level: 'ok', note: `last made 1 hr ago. ${message}` })
    expect(backups({ ignored, newest: undefined })).toMatchObject({
      level: 'down',
      note: `none made yet. ${message}`,
    })
    const unreadable = 'The folder /backups cannot be read (EACCES).'
    expect(backups({ unreadable, newest: undefined })).toMatchObject({ level: 'down', note: unreadable })
  })
})

test('reports a disk that is almost full', () => {
  const disk = { usedBytes: 214 * 1024 ** 2, maxBytes: 2 * gigabyte, freeBytes: 400 * 1024 ** 2 }
  expect(findLine('Image cache', { disk })).toMatchObject({
    level: 'down',
    note: '214 MB of 2 GB, 400 MB free on the disk',
  })
})
