import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import { anApp, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

const token = 'a token of the operator'

describe('/metrics', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { METRICS_TOKEN: token, TRUST_PROXY: 'on' } })
  useTokens(database)
  const read = (headers: Record<string, string | string[]> = {}) => app().send('/metrics', { headers })
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' }

  test('is readable for programs of this machine and with the token', async () => {
    for (const headers of [{}, { ...elsewhere, authorization: `Bearer ${token}` }]) {
      const { status, headers: sent, text } = await read(headers)
      expect(status).toBe(200)
      expect(sent['cache-control']).toBe('no-store')
      expect(sent['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
      expect(text).toContain('# TYPE chopmark_http_requests_total counter')
    }
  })

  test.each([
    ['through the proxy', elsewhere],
    ['through the proxy, as if from here', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that names itself only', { via: '1.1 nginx' }],
    ['with a header of another proxy', { forwarded: 'for=127.0.0.1' }],
    ['under the name of the site, through a proxy that adds nothing', { host: 'shop.example' }],
    ['under a name that only looks like this machine', { host: 'localhost.shop.example' }],
    ['with another token', { ...elsewhere, authorization: 'Bearer another token' }],
    ['with a part of the token', { ...elsewhere, authorization: `Bearer ${token.slice(0, -1)}` }],
    ['with no token', { ...elsewhere, authorization: 'Bearer ' }],
    ['with the token as a password', { ...elsewhere, authorization: `Basic ${token}` }],
    ['as an admin', { ...elsewhere, authorization: 'Bearer token-of-an-admin' }],
  ])('returns 404 %s', async (_name, headers) => {
    const { status, headers: sent, text } = await read(headers)
    expect([status, sent['cache-control']]).toEqual([404, 'no-store'])
    expect(text).not.toContain('chopmark_')
  })

  test('counts requests by route and status class, without URLs and users', async () => {
    const secrets = [
      'secret-query',
      'secret-path',
      'secret-header',
      'secret-person@example.com',
      '203.0.113.77',
    ]
    const headers = {
      'x-forwarded-for': '203.0.113.77',
      cookie: 'session=secret-header',
      'user-agent': 'secret-header',
      authorization: 'Bearer secret-header',
    }
    await app().send(`${apiBase}/products/secret-path?name=secret-query`, { headers })
    await app().send(`${apiBase}/secret-path`, { headers })
    await app().send('/go?url=secret-query', { headers })
    await app().send('/img/secret-path/720/secret-path.webp', { headers })
    await app().post('/auth/login', { email: 'secret-person@example.com', password: 'secret-query' }, headers)
    const { text } = await read()
    expect(text).toMatch(
      /chopmark_http_requests_total\{method="GET",route="\/img\/:signature\/:width\/:file",status="4xx"\} \d/,
    )
    expect(text).toMatch(/chopmark_http_requests_total\{method="GET",route="\/go",status="3xx"\} \d/)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/route="[^"]*[?=@]/)
    expect(text).not.toContain('token-of-an-admin')
  })

  test('reports memory, database, jobs, images and mail', async () => {
    await eventually(async () => {
      const { text } = await read()
      const figure = (name: string) => Number(new RegExp(`^chopmark_${name} (\\S+)$`, 'm').exec(text)?.[1])
      expect(figure('process_memory_bytes')).toBeGreaterThan(1e7)
      expect(figure('event_loop_delay_seconds\\{quantile="0.99"\\}')).toBeGreaterThanOrEqual(0)
      expect(figure('database_connections\\{state="idle"\\}')).toBeGreaterThanOrEqual(0)
      expect(figure('picture_cache_bytes')).toBe(0)
      expect(figure('mail_failures')).toBe(0)
      expect(figure('outbox_files')).toBe(0)
      expect(figure('backup_failing')).toBe(0)
    })
    await database.pool.query(
      `insert into pgboss.job (name, state) select 'mail', 'failed' from generate_series(1, 2)`,
    )
    expect((await read()).text).toContain('chopmark_jobs{queue="mail",state="failed"} 2')
  })
})

describe('the daily backup', () => {
  const database = useDatabase()
  const app = useApp(database, { diskFloor: { bytes: 0, part: 0 } })

  test('is created by the job queue, and /metrics reports its age', async () => {
    const age = async () =>
      /^chopmark_backup_age_seconds (\S+)$/m.exec((await app().send('/metrics')).text)?.[1]
    expect(await age()).toBeUndefined()
    await app().features.backup.backups.queueWhenDue()
    await app().features.backup.backups.queueWhenDue()
    await eventually(async () => expect(Number(await age())).toBeLessThan(3600))
  })
})

describe('without a token and without a proxy', () => {
  const database = useDatabase()
  const app = useApp(database)

  test.each([{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }])(
    'are not readable behind an undeclared proxy: %j',
    async (headers) => {
      const through = { ...headers, 'x-forwarded-for': '127.0.0.1' }
      expect((await app().send('/metrics', { headers: through })).status).toBe(404)
    },
  )

  test('reports every source that was called', async () => {
    const silent = 'http://127.0.0.1:9/'
    const own = await anApp({ database, env: { PRODUCT_INFO_URL: silent, QC_URL: silent } })
    await own.get('/product-info?shopType=taobao&productCode=652874751412')
    const { text } = await own.send('/metrics')
    await own.close()
    expect(text).toContain('chopmark_source_calls_total{source="storefront",outcome="refused"} 1')
    expect(text).toContain('chopmark_source_call_seconds_count{source="storefront"} 1')
    expect(text).toContain('chopmark_source_retries_total{source="storefront"} 1')
    expect(text).toContain('chopmark_source_received_bytes_total{source="storefront"} 0')
    expect(text).toContain('chopmark_source_state{source="storefront"} 0')
    expect(text).toContain('chopmark_source_failures{source="storefront"} 1')
  })
})
