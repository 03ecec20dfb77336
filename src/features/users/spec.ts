/** A blocked account keeps its data and cannot sign in. */
export const userStatuses = ['active', 'blocked'] as const
export type UserStatus = (typeof userStatuses)[number]

/** §9 Users list: pages of 100. */
export const usersPerPage = 100

export const userSentences = {
  lastAdmin: 'At least one admin is required.',
  unknown: 'There is no account with this email.',
} as const
