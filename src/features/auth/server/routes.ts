import type { Db } from '#db/db.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { AuthContract } from '../contract.ts'
import { authMessages } from '../texts-and-limits.ts'
import type { AccountService } from './accounts.ts'
import type { CookieJar } from './cookies.ts'
import type { FirstAdmin } from './first-admin.ts'
import type { GoogleLogin } from './google/google-login.ts'
import type { LoginService } from './login.ts'
import type { SessionService } from './sessions.ts'

export type AuthServices = {
  db: Db
  accounts: AccountService
  cookies: CookieJar
  firstAdmin: FirstAdmin
  google: GoogleLogin
  login: LoginService
  sessions: SessionService
}

const sessionEnded = { status: 401, message: authMessages.sessionEnded, code: 'SESSION_ENDED' } as const
const invalidLink = { status: 400, message: authMessages.invalidLink, code: 'INVALID_LINK' } as const

export function authHandlers(services: AuthServices): Handlers<AuthContract> {
  const { accounts, login, google, firstAdmin } = services
  return {
    login: async ({ body, caller }) => {
      const { credential = body.idToken } = body
      const { data, cookies } = await login.logIn({ ...body, credential }, caller)
      return { data, message: authMessages.login, cookies }
    },
    ...sessionHandlers(services),
    googleNonce: async () => ({ data: await google.begin() }),
    createUser: async ({ body, caller }) => {
      await accounts.create(body, caller)
      return { data: null, message: authMessages.created }
    },
    requestVerificationEmail: async ({ body, caller }) => {
      await accounts.requestVerification(body.email, caller)
      return { data: null, message: authMessages.resent }
    },
    verifyEmail: async ({ query, body, caller }) => {
      const token = query.token ?? body?.token
      if (!token) throw new RequestError(invalidLink)
      const email = await accounts.verify(token, caller)
      return { data: { email }, message: authMessages.verified }
    },
    forgetPassword: async ({ body, caller }) => {
      await accounts.requestReset(body.email, caller)
      return { data: null, message: authMessages.checkMail }
    },
    resetPassword: async ({ body, caller }) => {
      const secret = body.token ?? caller.token
      if (!secret) throw new RequestError(invalidLink)
      await accounts.reset({ id: body.id, secret, newPassword: body.newPassword }, caller)
      return { data: null, message: authMessages.passwordReset }
    },
    unlock: async ({ body, caller }) => {
      const userId = await accounts.unlock(body.token, caller)
      return { data: null, message: authMessages.unlocked, cookies: [services.cookies.device(userId)] }
    },
    changePassword: async ({ body, session, caller }) => {
      await accounts.change(session, body, caller)
      return { data: null, message: authMessages.passwordChanged, cookies: [services.cookies.noRefresh()] }
    },
    setUp: async ({ body, caller }) => {
      await firstAdmin.setUp(body, caller)
      return { data: null, message: authMessages.created }
    },
  }
}

type SessionCall = 'refreshToken' | 'logout' | 'listSessions' | 'endSession'

/** §4 Session: refresh, logout, list. */
function sessionHandlers({ db, cookies, sessions }: AuthServices): Pick<Handlers<AuthContract>, SessionCall> {
  return {
    refreshToken: async ({ caller }) => {
      const refreshCookie = cookies.getRefreshToken(caller)
      const renewed = refreshCookie ? await sessions.renew(refreshCookie, caller) : undefined
      if (!renewed) throw new RequestError(sessionEnded)
      const { approvalToken, refreshToken, userId } = renewed
      return { data: { approvalToken, userId }, cookies: refreshToken ? [cookies.refresh(refreshToken)] : [] }
    },
    logout: async ({ session, caller }) => {
      const refreshCookie = cookies.getRefreshToken(caller)
      const cookieUserId = refreshCookie ? await sessions.endByRefreshToken(refreshCookie) : undefined
      if (session) await sessions.end(session.userId, session.id)
      const userId = session?.userId ?? cookieUserId
      if (userId) await recordEvent(db, { type: 'logout', actorId: userId, subjectId: userId, caller })
      return { data: null, message: authMessages.loggedOut, cookies: [cookies.noRefresh()] }
    },
    listSessions: async ({ session }) => ({ data: await sessions.list(session) }),
    endSession: async ({ query, session, caller }) => {
      const count = query.session_id
        ? Number(await sessions.end(session.userId, query.session_id))
        : await sessions.endOthers(session)
      if (query.session_id && count === 0) throw new RequestError(failures.notFound)
      const { userId } = session
      const details = { count: String(count) }
      if (count > 0)
        await recordEvent(db, { type: 'sessions-ended', actorId: userId, subjectId: userId, caller, details })
      return { data: null, message: authMessages.sessionsEnded }
    },
  }
}
