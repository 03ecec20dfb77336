/** §9 Users list: pages of 100. */
export const usersPerPage = 100

export const userMessages = {
  lastAdmin: 'At least one admin is required.',
  /** The account's creator may not own the email address, whose owner would get the role by verifying it. */
  unverified: 'This account has not verified its email yet.',
  unknown: 'There is no account with this email.',
} as const

/** The messages of the accounts' screen (§8). */
export const userText = {
  changeFailed: 'Failed to update user state',
  emptyList: 'No Users Found',
} as const
