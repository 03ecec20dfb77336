import { describe, expect, test } from 'vitest'
import { anApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const path = '/.well-known/security.txt'
const contacts: [Record<string, string>, string][] = [
  [{ SECURITY_CONTACT: 'mailto:safe@items.example' }, 'mailto:safe@items.example'],
  [
    { SECURITY_CONTACT: 'https://items.example/report', CHAT_URL: 'https://a.example' },
    'https://items.example/report',
  ],
  [{ CHAT_URL: 'https://chat.example/us', SOCIAL_URL: 'https://a.example' }, 'https://chat.example/us'],
  [{ CHAT_URL: 'http://chat.example', SOCIAL_URL: 'https://a.example' }, 'https://a.example'],
  [{ CHAT_URL: 'http://chat.example' }, 'mailto:security@items.example'],
]

describe('/.well-known/security.txt', () => {
  const database = useDatabase()

  test.each(contacts)('with %o names %s', async (env, contact) => {
    const app = await anApp({ database, env: { PUBLIC_URL: 'https://items.example', ...env } })
    try {
      const { status, text, headers } = await app.send(path)
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      const fields = text
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('#'))
      const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? []
      expect(fields).toEqual([
        `Contact: ${contact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: https://items.example${path}`,
      ])
      const days = (Date.parse(expires) - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(30)
      expect(days).toBeLessThan(365)
      const head = await app.send(path, { method: 'HEAD' })
      expect([head.status, head.text]).toEqual([200, ''])
    } finally {
      await app.close()
    }
  })
})
