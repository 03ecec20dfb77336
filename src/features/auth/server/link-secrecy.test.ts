import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import { useDatabase } from '#test/database.ts'
import { siteUrl, useLinkFixture } from '#test/fixtures/link-fixture.ts'

describe('emailed links', () => {
  const database = useDatabase()
  const { app, box, anOwner, linkTo, resetLink, verifyLink, reset, verify } = useLinkFixture(database)

  test.each<[string, Record<string, string>, string?]>([
    ['Host', { host: 'evil.test' }],
    ['Host with our port', { host: 'evil.test:443' }],
    ['Host that begins with ours', { host: 'chopmark.test.evil.test' }],
    ['Host that ends with ours', { host: 'evil.test?.chopmark.test' }],
    ['Host with a name before it', { host: 'chopmark.test@evil.test' }],
    ['Host with a path', { host: 'evil.test/chopmark.test' }],
    ['Host with a port that is none', { host: 'chopmark.test:@evil.test' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.test' }],
    ['X-Forwarded-Server and X-Host', { 'x-forwarded-server': 'evil.test', 'x-host': 'evil.test' }],
    ['Forwarded', { forwarded: 'host=evil.test;proto=http' }],
    ['X-Forwarded-Proto and -Port', { 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' }],
    ['X-Original-URL and X-Rewrite-URL', { 'x-original-url': '//evil.test', 'x-rewrite-url': '//evil.test' }],
    ['Origin and Referer', { origin: 'https://evil.test', referer: 'https://evil.test/' }],
    ['an absolute address of the request', { host: 'chopmark.test' }, 'http://evil.test'],
  ])('%s does not change the link’s host', async (_form, headers, before = '') => {
    const { email } = await anOwner()
    const ask = (more: Record<string, string>, from = '') =>
      app().send(`${from}${apiBase}/auth/forgetPassword`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...more },
        body: JSON.stringify({ email }),
      })
    const reply = await ask(headers, before)
    if (reply.status !== 200) {
      expect(reply.status).toBe(400)
      expect((await ask({})).status).toBe(200)
    }
    const { id, token, href } = await linkTo(email)
    expect(href).toBe(`${siteUrl}/reset-password?id=${id}&token=${token}`)
    expect((box.mails[0]?.raw ?? '').includes('evil')).toBe(false)
  })

  test('no token is in the log, in a response, or readable in the database', async () => {
    const { email } = await anOwner({ verifiedAt: null })
    const verifying = await verifyLink(email)
    const resetting = await resetLink(email)
    const replies = [
      await verify(verifying.token),
      await verify(verifying.token),
      await reset({ id: 'x', token: resetting.token }),
      await app().get(`/users/verifyEmail?token=${verifying.token}`),
      await app().get('/users/me', { authorization: resetting.token }),
      await reset(resetting),
    ]
    const { rows } = await database.pool.query(
      `select string_agg(query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text, '') as text
       from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    expect(rows[0].text).toContain(email)
    const everything = `${replies.map(({ text }) => text).join()}${JSON.stringify(app().logged)}${rows[0].text}`
    expect(app().logged).not.toEqual([])
    for (const { token } of [verifying, resetting]) expect(everything).not.toContain(token)
  })
})
