import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Access, Endpoint, Role } from '#shared/contract.ts'
import { describeAccess, describeAdminParts, grant, requireAccess } from './access.ts'

const session = (role: Role) => ({ id: 's', userId: 'u', role })
const call: Endpoint = { method: 'GET', path: '/call', access: 'anyone', summary: '', reply: z.null() }

test.each<[Access, Role | undefined, number | undefined]>([
  ['anyone', undefined, undefined],
  ['anyone', 'user', undefined],
  ['anyone', 'admin', undefined],
  ['user', undefined, 401],
  ['user', 'user', undefined],
  ['user', 'admin', undefined],
  ['member', undefined, 401],
  ['member', 'user', undefined],
  ['admin', undefined, 401],
  ['admin', 'user', 403],
  ['admin', 'admin', undefined],
])('a call for %s lets %s in, or refuses with %s', (access, role, status) => {
  const enter = () => requireAccess(access, role && session(role))
  if (status === undefined) expect(enter).not.toThrow()
  else expect(enter).toThrow(expect.objectContaining({ status }))
})

test("refuses an admin what is for members, with the call's own sentence", () => {
  const refusal = { message: 'Admin cannot add review', code: 'ADMIN_REVIEW' } as const
  const forMembers = { ...call, access: 'member', refusal } as const
  expect(() => grant(forMembers, session('admin'), undefined)).toThrow(
    expect.objectContaining({ status: 403, ...refusal }),
  )
  expect(() => grant({ ...call, access: 'member' }, session('admin'), undefined)).toThrow(
    expect.objectContaining({ status: 403, code: 'FORBIDDEN' }),
  )
  expect(grant(forMembers, session('user'), undefined)).toEqual({ query: undefined, isAdmin: undefined })
})

test('passes over what counts for admins alone, whoever else sends it', () => {
  const withParts: Endpoint = { ...call, adminOnly: ['forceReload', 'status'] }
  const sent = { id: '42', forceReload: true, status: 'denied' }
  expect(grant(withParts, undefined, sent).query).toEqual({ id: '42' })
  expect(grant(withParts, session('user'), sent).query).toEqual({ id: '42' })
  expect(grant(withParts, session('admin'), sent).query).toEqual(sent)
})

test('returns 400 without what only admins may leave out, and names it', () => {
  const withPart: Endpoint = { ...call, adminMayOmit: ['id'] }
  const wrong = {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'id is required.',
    errors: [{ field: 'id', message: 'id is required.' }],
  }
  expect(() => grant(withPart, undefined, {})).toThrow(expect.objectContaining(wrong))
  expect(() => grant(withPart, session('user'), { id: undefined })).toThrow(expect.objectContaining(wrong))
  expect(grant(withPart, session('admin'), {}).query).toEqual({})
  expect(grant(withPart, session('user'), { id: '42' }).query).toEqual({ id: '42' })
})

test('tells the handler of an admin only where the contract says that something is different', () => {
  const different: Endpoint = { ...call, forAdmins: 'all of them.' }
  expect(grant(different, session('admin'), {}).isAdmin).toBe(true)
  expect(grant(different, session('user'), {}).isAdmin).toBe(false)
  expect(grant(different, undefined, {}).isAdmin).toBe(false)
  expect(grant(call, session('admin'), {}).isAdmin).toBeUndefined()
})

test('says in words who may make a call, and what is for admins', () => {
  const limit = { count: 300, seconds: 300 }
  expect(describeAccess({ ...call, access: 'member', limit })).toBe(
    'Requires login; not for admins. Limit: 300 per 5 minutes per network.',
  )
  expect(describeAccess({ ...call, forAdmins: 'all of them.' })).toBe('Public. Admins: all of them.')
  expect([...describeAdminParts({ ...call, adminOnly: ['status'], adminMayOmit: ['id'] })]).toEqual([
    ['status', 'Ignored unless an admin sends it.'],
    ['id', 'Required, except for admins.'],
  ])
})
