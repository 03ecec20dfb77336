/** §9: the shortest new password, in characters; the operator may ask for more. */
export const shortestPassword = 6
/** In bytes of UTF-8, so that nobody makes the server hash a book. */
export const longestPassword = 1024
/** In characters, the longest address that mail can carry. */
export const longestEmail = 254
export const longestName = 80

/** How long secrets live, in ms. */
export const lives = {
  access: 15 * 60_000,
  /** A session that nobody uses, and any session. */
  idle: 14 * 86_400_000,
  absolute: 30 * 86_400_000,
  reset: 10 * 60_000,
  verify: 24 * 3_600_000,
  google: 10 * 60_000,
  setup: 24 * 3_600_000,
  /** An account whose address was never verified. */
  unverified: 7 * 86_400_000,
} as const

/** How long a refresh token that was just replaced still gives access, in ms: other tabs may have sent it too. */
export const parallelTabs = 10_000

/** What the server says, §5 and §8 word for word where they have it. */
export const authSentences = {
  login: 'Login successful!',
  fillFields: 'Please fill in all fields',
  wrongLogin: 'Invalid username or password',
  notVerified: 'User is not verified.',
  blocked: 'This account is blocked.',
  googleRefused: 'Google sign-in could not be verified.',
  googleOff: 'Google sign-in is not available.',
  accountNotFound: 'There is no account with this email yet.',
  passwordRequired: 'Please enter your password once to connect your Google account.',
  sessionEnded: 'Your session has ended. Please log in again.',
  created: 'Account Created Successfullt!', // spelt so in the specification
  exists: 'An account with this email already exists.',
  checkMail: 'Please check your mail!',
  resent: 'Verification email resent. Check your inbox.',
  verified: 'Email has been verified!',
  invalidLink: 'Invalid reset link.',
  passwordReset: 'Password changed successfully!',
  passwordChanged: 'Password updated successfully!',
  wrongPassword: 'Current password is incorrect',
  shortPassword: (characters: number) => `Password must be at least ${characters} characters long`,
  longPassword: 'This password is too long.',
  commonPassword: 'This password is too common.',
  email: 'Please enter a valid email address.',
  name: 'Please enter your name.',
  loggedOut: 'You are logged out.',
  sessionsEnded: 'The sessions have ended.',
} as const
