import { DAY_MS, MINUTE_MS } from '#shared/time.ts'

/** §9: minimum length of a new password, in characters; the operator may require more. */
export const minPasswordLength = 6
/** Minimum password length of admins, who may change everything, in characters. */
export const minAdminPasswordLength = 12
/** In bytes of UTF-8, to bound the cost of hashing. */
export const maxPasswordBytes = 1024
/** In characters, the longest address that mail can carry. */
export const maxEmailLength = 254
export const maxUserNameLength = 80

/** How long tokens are valid, in ms. */
export const tokenLifetimesMs = {
  access: 15 * MINUTE_MS,
  /** A session that is not used, and any session. */
  idle: 14 * DAY_MS,
  absolute: 30 * DAY_MS,
  reset: 10 * MINUTE_MS,
  unlock: 30 * MINUTE_MS,
  verify: DAY_MS,
  google: 10 * MINUTE_MS,
  setup: DAY_MS,
  /** An account whose email address was never verified. */
  unverified: 7 * DAY_MS,
} as const

/** Converts minutes to seconds, the unit of rate limits. */
export const minutes = (count: number) => count * 60

/** How long a replaced refresh token still gives access, in ms, because another tab may have sent it too. */
export const refreshGraceMs = 10_000

/** The server's messages, exactly as §5 and §8 have them. */
export const authMessages = {
  login: 'Login successful!',
  fillFields: 'Please fill in all fields',
  wrongLogin: 'Invalid username or password',
  notVerified: 'User is not verified.',
  blocked: 'This account is blocked.',
  googleRefused: 'Google sign-in could not be verified.',
  googleOff: 'Google sign-in is not available.',
  accountNotFound: 'There is no account with this email yet.',
  passwordRequired: 'Enter your password once to connect your Google account.',
  sessionEnded: 'Your session has ended. Please log in again.',
  created: 'Account Created Successfullt!', // spelt so in the specification
  exists: 'An account with this email already exists.',
  checkMail: 'Please check your mail!',
  resent: 'Verification email resent. Check your inbox.',
  verified: 'Email has been verified!',
  invalidLink: 'Invalid reset link.',
  invalidUnlock: 'This link is not valid.',
  unlocked: 'You can log in on this browser again.',
  passwordReset: 'Password changed successfully!',
  passwordChanged: 'Password updated successfully!',
  wrongPassword: 'Current password is incorrect',
  shortPassword: (characters: number) => `Password must be at least ${characters} characters long`,
  longPassword: 'This password is too long.',
  commonPassword: 'This password is too common.',
  email: 'Please enter a valid email address.',
  name: 'Please enter your name.',
  loggedOut: "You're logged out.",
  sessionsEnded: 'All sessions ended.',
} as const

/** The screens' own messages, exactly as §2, §5 and §8 have them. */
export const authText = {
  mismatch: 'Passwords do not match',
  mismatchOnSubmit: 'Password did not Match!',
  currentRequired: 'Current password is required',
  newRequired: 'New password is required',
  confirmRequired: 'Confirm password is required',
  nameRequired: 'Full name is required',
  emailRequired: 'Email address is required',
  passwordRequired: 'Password is required',
  longName: 'This name is too long.',
  unverifiedTitle: 'Email not verified',
  unverifiedQuestion: 'Would you like us to resend the verification email?',
  unverifiedCancelled: 'Email verification required to continue.',
  loginLost: 'Failed to login. Please try again.',
  unexpected: 'Unexpected response from server.',
  registerLost: 'Failed to Register. Please try again.',
  setPasswordFailed: 'Failed to create user.',
  forgotFailed: 'Failed to send email.',
  changeFailed: 'Failed to change password',
  loginAgain: 'Try login with new password',
  resetFailed: 'Failed to reset password.',
  resetLost: 'Something went wrong. Please try again.',
  verifyFailed: 'Failed to verify mail.',
  verifyLost: 'Something went wrong. Please try again.',
  unlockFailed: 'Failed to unlock this browser.',
  unlockLost: 'Something went wrong. Please try again.',
  refreshFailed: 'Failed to refresh token',
  /** Our own line below the message that there was no response. */
  checkConnection: 'Check your connection.',
} as const

/** §9: the delay of 'Try login with new password' after a change of password, in ms. */
export const reloginDelayMs = 2000
/** How long a user waits before requesting another verification email, in ms. */
export const resendCooldownMs = 60_000

/** Messages of the Google login; the first two are from §8. */
export const googleText = {
  failed: 'Failed to Login. Please try again.',
  registerFirst: 'Please complete your registration first.',
  waiting: 'Waiting for Google…',
  blocked: 'Your browser blocked the Google window. Allow pop-ups for this site and try again.',
  passwordTitle: 'One more step',
  closeWindow: 'You can close this window.',
} as const
