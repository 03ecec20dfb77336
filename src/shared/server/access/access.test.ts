import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Access, Endpoint, Role } from '#shared/contract.ts'
import { applyAccess, describeAccess, describeAdminParts, requireAccess } from './access.ts'

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
])('a call for "%s" made by %s is allowed or denied with %s', (access, role, status) => {
  const enter = () => requireAccess(access, role && session(role))
  if (status === undefined) expect(enter).not.toThrow()
  else expect(enter).toThrow(expect.objectContaining({ status }))
})

test('denies an admin a call for members with the message of the call', () => {
  const denial = { message: 'Admin cannot add review', code: 'ADMIN_REVIEW' } as const
  const forMembers = { ...call, access: 'member', adminDenial: denial } as const
  expect(() => applyAccess(forMembers, session('admin'), undefined)).toThrow(
    expect.objectContaining({ status: 403, ...denial }),
  )
  expect(() => applyAccess({ ...call, access: 'member' }, session('admin'), undefined)).toThrow(
    expect.objectContaining({ status: 403, code: 'FORBIDDEN' }),
  )
  expect(applyAccess(forMembers, session('user'), undefined)).toEqual({
    query: undefined,
    isAdmin: undefined,
  })
})

test('ignores admin-only parameters of other callers', () => {
  const endpoint: Endpoint = { ...call, adminOnly: ['forceReload', 'status'] }
  const query = { id: '42', forceReload: true, status: 'denied' }
  expect(applyAccess(endpoint, undefined, query).query).toEqual({ id: '42' })
  expect(applyAccess(endpoint, session('user'), query).query).toEqual({ id: '42' })
  expect(applyAccess(endpoint, session('admin'), query).query).toEqual(query)
})

test('returns 400 with the name of a parameter that only admins may omit', () => {
  const endpoint: Endpoint = { ...call, adminMayOmit: ['id'] }
  const problem = {
    status: 400,
    code: 'INVALID_INPUT',
    message: 'id is required.',
    errors: [{ field: 'id', message: 'id is required.' }],
  }
  expect(() => applyAccess(endpoint, undefined, {})).toThrow(expect.objectContaining(problem))
  expect(() => applyAccess(endpoint, session('user'), { id: undefined })).toThrow(
    expect.objectContaining(problem),
  )
  expect(applyAccess(endpoint, session('admin'), {}).query).toEqual({})
  expect(applyAccess(endpoint, session('user'), { id: '42' }).query).toEqual({ id: '42' })
})

test('passes isAdmin to the handler only when the contract declares a difference for admins', () => {
  const endpoint: Endpoint = { ...call, forAdmins: 'all of them.' }
  expect(applyAccess(endpoint, session('admin'), {}).isAdmin).toBe(true)
  expect(applyAccess(endpoint, session('user'), {}).isAdmin).toBe(false)
  expect(applyAccess(endpoint, undefined, {}).isAdmin).toBe(false)
  expect(applyAccess(call, session('admin'), {}).isAdmin).toBeUndefined()
})

test('describes who may make a call and what is for admins', () => {
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
