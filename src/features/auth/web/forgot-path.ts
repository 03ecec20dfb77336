import { paths } from '#shared/paths.ts'

/** In the login page's URL: opens the popup at once. */
export const forgotHash = '#forgot-password'

/** Where a link leads that offers to request a new one. */
export const forgotPath = paths.login() + forgotHash
