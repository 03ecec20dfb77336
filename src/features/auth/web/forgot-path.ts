import { paths } from '#shared/paths.ts'

/** In the login page's address: the popup is open at once. */
export const forgotHash = '#forgot-password'

/** Where a link leads that says to ask for a new one. */
export const forgotPath = paths.login() + forgotHash
