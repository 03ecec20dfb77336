import { describe, expect, test } from 'vitest'
import { renderer } from '#main/render.tsx'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const renderedUrls: string[] = []
const countingRenderer: typeof renderer = {
  ...renderer,
  render: (target, context) => {
    renderedUrls.push(target.url)
    return renderer.render(target, context)
  },
}

const secretPages = ['/reset-password', '/verify-email', '/unlock', '/setup', '/auth/google', '/watch-off']
const guardedPages = [
  '/change-password',
  '/collection',
  '/dashboard/admin-home',
  '/dashboard/change-password',
]
const canary = 'canary-in-an-address'

describe('account pages rendered on the server', () => {
  const database = useDatabase()
  const app = useApp(database, { renderer: countingRenderer })
  useTokens(database)
  const visit = (path: string, headers: Record<string, string> = {}) =>
    app().send(path, { headers: { accept: 'text/html', ...headers } })

  test.each(secretPages)('%s is never cached, indexed or passed on in a Referer', async (path) => {
    for (const url of [path, `${path}?id=1&token=${canary}`, `${path}/?token=${canary}`]) {
      const { status, headers, text } = await visit(url)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      expect(text).not.toContain(canary)
    }
  })

  test.each(secretPages)('%s is rendered once for all query strings', async (path) => {
    renderedUrls.length = 0
    const first = await visit(path)
    const second = await visit(`${path}?token=${canary}&id=2`)
    expect(renderedUrls).toEqual([path])
    expect(second.text).toBe(first.text)
  })

  test.each(guardedPages)('%s is the same frame with a loader for all, admins included', async (path) => {
    const anonymous = await visit(path)
    const admin = await visit(path, { authorization: tokens.admin })
    expect(anonymous.status).toBe(200)
    expect(anonymous.text).toContain('role="progressbar"')
    expect(anonymous.text).toContain('<meta name="robots" content="noindex"/>')
    expect(anonymous.text).not.toMatch(/<h1|Current Password|Welcome/)
    expect(anonymous.headers['x-robots-tag']).toBe('noindex')
    expect(admin.text).toBe(anonymous.text)
  })

  test.each(['/login', '/register'])('%s can be cached and is not indexed', async (path) => {
    const { headers, text } = await visit(`${path}?next=//evil.example`)
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(text).not.toContain('evil.example')
  })

  test('public pages are indexed', async () => {
    expect((await visit('/tools')).headers['x-robots-tag']).toBeUndefined()
  })

  test('/dashboard redirects to its first screen', async () => {
    const { status, headers } = await visit('/dashboard')
    expect([status, headers.location]).toEqual([301, '/dashboard/admin-home'])
  })

  test('the sitemap contains none of them', async () => {
    const { text } = await visit('/sitemap.xml')
    expect(text).toContain('/popular</loc>')
    for (const path of [...secretPages, ...guardedPages, '/login', '/register', '/dashboard'])
      expect(text).not.toContain(`${path}</loc>`)
  })
})
