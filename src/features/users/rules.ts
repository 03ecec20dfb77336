import type { Role } from '#shared/contract.ts'
import type { SignedInUser } from './contract.ts'
import { getEmailKey } from './email-key.ts'
import type { UserStatus } from './spec.ts'

/** What makes an account one that can let others in and out. */
export type AccountStanding = { role: Role; status: UserStatus; verifiedAt: Date | null }

/** Verified, because an unverified account cannot log in. */
export function isActiveAdmin({ role, status, verifiedAt }: AccountStanding): boolean {
  return role === 'admin' && status === 'active' && verifiedAt !== null
}

/**
 * The key of an account that an admin names. Undefined for what no account can have: other letters would fold
 * into ASCII ones and name another account.
 */
export function findEmailKey(email: string): string | undefined {
  return /^[!-~]+$/.test(email) ? getEmailKey(email) : undefined
}

/** The message after a change of role, with the user's name and the new role. */
export function describeRoleChange(name: string, role: Role): string {
  return `${name} is now ${role === 'admin' ? 'an admin' : 'a user'}.`
}

export function describeStatusChange(name: string, status: UserStatus): string {
  return `${name} is now ${status}.`
}

/** An account as its owner's browser knows it. */
export function presentSignedInUser({ id, name, email, role }: Omit<SignedInUser, '_id'>): SignedInUser {
  return { id, _id: id, name, email, role }
}
