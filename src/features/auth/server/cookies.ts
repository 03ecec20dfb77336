import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import type { Caller } from '#shared/contract.ts'
import { tokenLifetimesMs } from '../texts-and-limits.ts'

export type CookieJar = ReturnType<typeof createCookieJar>

const deviceLifetimeSeconds = 365 * 86_400

/**
 * The two cookies: `refresh` renews a session, `device` only proves that its account has logged in on this
 * browser before. The `__Host-` prefix needs https; with plain http the names have no prefix.
 */
export function createCookieJar({ publicUrl, secret }: { publicUrl: string; secret: string }) {
  const isSecure = publicUrl.startsWith('https:')
  const prefix = isSecure ? '__Host-' : ''
  const serializeCookie = (name: string, value: string, maxAge: number) =>
    stringifySetCookie({
      name: prefix + name,
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      secure: isSecure,
      sameSite: 'strict',
    })
  const signDevice = (userId: string, salt: string) =>
    createHmac('sha256', secret).update(`device ${userId} ${salt}`).digest('base64url')

  return {
    getRefreshToken: ({ cookies }: Caller) => cookies[`${prefix}refresh`],
    refresh: (token: string) => serializeCookie('refresh', token, tokenLifetimesMs.idle / 1000),
    noRefresh: () => serializeCookie('refresh', '', 0),
    device: (userId: string) => {
      const salt = randomBytes(12).toString('base64url')
      return serializeCookie('device', `${salt}.${signDevice(userId, salt)}`, deviceLifetimeSeconds)
    },
    /** Whether the browser has a device cookie from an earlier login to this account. */
    isKnownDevice: ({ cookies }: Caller, userId: string): boolean => {
      const [salt = '', signature = ''] = (cookies[`${prefix}device`] ?? '').split('.')
      const expected = Buffer.from(signDevice(userId, salt))
      const received = Buffer.from(signature)
      return received.length === expected.length && timingSafeEqual(received, expected)
    },
  }
}
