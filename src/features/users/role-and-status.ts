import type { UserStatus } from '#shared/column-values.ts'
import type { Role } from '#shared/contract.ts'
import type { SignedInUser } from './contract.ts'

/** The fields that decide whether an account is an active admin. */
export type AccountStanding = { role: Role; status: UserStatus; verifiedAt: Date | null }

/** Verified, because an unverified account cannot log in. */
export function isActiveAdmin({ role, status, verifiedAt }: AccountStanding): boolean {
  return role === 'admin' && status === 'active' && verifiedAt !== null
}

/** The message after a change of role, with the user's name and the new role. */
export function describeRoleChange(name: string, role: Role): string {
  return `${name} is now ${role === 'admin' ? 'an admin' : 'a user'}.`
}

export function describeStatusChange(name: string, status: UserStatus): string {
  return `${name} is now ${status}.`
}

/** Serializes an account for its owner's browser. */
export function presentSignedInUser({ id, name, email, role }: Omit<SignedInUser, '_id'>): SignedInUser {
  return { id, _id: id, name, email, role }
}
