import { z } from 'zod'
import { signedInUser } from '#features/users/contract.ts'
import { defineContract } from '#shared/contract.ts'
import { emailParameter, nameParameter } from '#shared/wire.ts'
import { authMessages, maxPasswordBytes, minutes } from './texts-and-limits.ts'

/** Any text of a possible length; the rules for new passwords are checked when one is stored. */
const password = z
  .string()
  .max(maxPasswordBytes, authMessages.longPassword)
  .refine((text) => text.isWellFormed(), 'This password cannot be stored.')
const token = z.string().max(200)
/** An ID token, which is long and is verified by its signature. */
const credential = z.string().max(8192)

export const loginReply = z.object({ approvalToken: z.string(), user: signedInUser })
export type LoginReply = z.output<typeof loginReply>

export const sessionEntry = z.object({
  id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  isCurrent: z.boolean(),
})
export type SessionEntry = z.output<typeof sessionEntry>

export const authContract = defineContract({
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Logs in with email and password, or with an ID token from Google.',
    cookies: 'device',
    limit: { count: 300, seconds: minutes(5) },
    body: z.object({
      email: emailParameter,
      password: password.optional(),
      method: z.literal('google').optional(),
      credential: credential.optional(),
      idToken: credential.optional(),
    }),
    reply: loginReply,
    topLevel: ['approvalToken', 'user'],
  },
  refreshToken: {
    method: 'POST',
    path: '/auth/refresh-token',
    access: 'anyone',
    summary: 'Renews the session of the refresh cookie.',
    cookies: 'session',
    limit: { count: 300, seconds: minutes(5) },
    reply: z.object({ approvalToken: z.string(), userId: z.string() }),
    topLevel: ['approvalToken'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    access: 'anyone',
    summary: 'Logs out: ends the session of the access token and the session of the refresh cookie.',
    cookies: 'session',
    reply: z.null(),
  },
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
    summary: 'Lists your sessions, most recently used first.',
    reply: z.array(sessionEntry),
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'user',
    limit: { count: 300, seconds: minutes(5) },
    summary: 'Ends one of your sessions. With others=true it ends all sessions but this one.',
    query: z
      .object({ session_id: z.uuid().optional(), others: z.literal('true').optional() })
      .refine(({ session_id, others }) => (session_id === undefined) !== (others === undefined), {
        message: 'session_id is required.',
        path: ['session_id'],
      }),
    reply: z.null(),
  },
  googleNonce: {
    method: 'POST',
    path: '/auth/google-nonce',
    access: 'anyone',
    summary: 'Begins a login with Google: returns the address to open, with a nonce for the ID token.',
    limit: { count: 60, seconds: minutes(5) },
    reply: z.object({ nonce: z.string(), authorizationUrl: z.string() }),
  },
  createUser: {
    method: 'POST',
    path: '/users/createUser',
    access: 'anyone',
    summary:
      'Creates an account. It is verified at once if a credential from Google proves the email address.',
    limit: { count: 25, seconds: minutes(5) },
    body: z.object({
      name: nameParameter,
      email: emailParameter,
      password,
      credential: credential.optional(),
    }),
    reply: z.null(),
  },
  requestVerificationEmail: {
    method: 'POST',
    path: '/users/requestVerificationEmail',
    access: 'anyone',
    summary:
      'Sends the verification email again, if there is such an account. The response is always the same.',
    limit: { count: 25, seconds: minutes(5) },
    body: z.object({ email: emailParameter }),
    reply: z.null(),
  },
  verifyEmail: {
    method: 'POST',
    path: '/users/verifyEmail',
    access: 'anyone',
    summary: "Verifies the email address of the token's account, and returns it.",
    limit: { count: 60, seconds: minutes(5) },
    query: z.object({ token: token.optional() }),
    body: z.object({ token: token.optional() }).optional(),
    reply: z.object({ email: z.string() }),
  },
  forgetPassword: {
    method: 'POST',
    path: '/auth/forgetPassword',
    access: 'anyone',
    summary:
      'Sends an email with a link to set a new password, if there is such an account. The response is always the same.',
    limit: { count: 25, seconds: minutes(5) },
    body: z.object({ email: emailParameter }),
    reply: z.null(),
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/resetPassword',
    access: 'anyone',
    summary:
      'Sets a new password with the token from the email, sent in Authorization (without Bearer) or in the body.',
    limit: { count: 60, seconds: minutes(5) },
    body: z.object({
      id: z.string(authMessages.invalidLink).max(64),
      newPassword: password,
      token: token.optional(),
    }),
    reply: z.null(),
  },
  unlock: {
    method: 'POST',
    path: '/auth/unlock',
    access: 'anyone',
    summary:
      "Lets this browser log in while too many wrong passwords lock the token's account for new devices.",
    limit: { count: 60, seconds: minutes(5) },
    body: z.object({ token }),
    reply: z.null(),
  },
  changePassword: {
    method: 'POST',
    path: '/auth/changePassword',
    access: 'user',
    summary: 'Sets a new password and ends all sessions, including this one.',
    body: z.object({ oldPassword: password, newPassword: password }),
    reply: z.null(),
  },
  setUp: {
    method: 'POST',
    path: '/auth/setup',
    access: 'anyone',
    summary: 'Creates the first admin with the one-time token that the server printed when it started.',
    limit: { count: 25, seconds: minutes(5) },
    body: z.object({ token, name: nameParameter, email: emailParameter, password }),
    reply: z.null(),
  },
})
export type AuthContract = typeof authContract
