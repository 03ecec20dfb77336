import { eq } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { recordEvent, type SecurityEvent } from '#db/queries/security-events.ts'
import { type UserRow, users } from '#db/schema.ts'
import { getEmailKey } from '#features/users/email-key.ts'
import { presentSignedInUser } from '#features/users/role-and-status.ts'
import type { Caller, HandlerInput } from '#shared/contract.ts'
import { isRequestError, type Problem, RequestError } from '#shared/failure.ts'
import type { AuthContract, LoginReply } from '../contract.ts'
import { authMessages } from '../texts-and-limits.ts'
import type { CookieJar } from './cookies.ts'
import type { GoogleLogin } from './google/google-login.ts'
import type { LoginLimits } from './login-limits.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { SessionService, SessionTokens } from './sessions.ts'

export type LoginService = ReturnType<typeof createLoginService>

export type LoginServiceDeps = {
  db: Db
  sessions: SessionService
  passwords: Passwords
  limits: LoginLimits
  google: GoogleLogin
  cookies: CookieJar
  mails: MailQueue
  /** Called with every failure; the login does not wait for it. */
  loginFailed: (event: FailedLogin) => void
  /** True: registering does not reveal whether an email address has an account. */
  isRegistrationPrivate: boolean
}
type FailedLogin = Pick<SecurityEvent, 'subjectId' | 'details'> & { caller: Caller }
export type LoginInput = Omit<HandlerInput<AuthContract['login']>['body'], 'idToken'>
/** The response's data and cookies. */
export type LoginResult = { data: LoginReply; cookies: string[] }

const problems = {
  wrong: { status: 401, message: authMessages.wrongLogin, code: 'WRONG_LOGIN' },
  blocked: { status: 403, message: authMessages.blocked, code: 'ACCOUNT_BLOCKED' },
  notVerified: { status: 403, message: authMessages.notVerified, code: 'EMAIL_NOT_VERIFIED' },
  fields: { status: 400, message: authMessages.fillFields, code: 'INVALID_INPUT' },
} as const

/** §4 Login: identifies the account, then opens a session. Every failure is counted. */
export function createLoginService(deps: LoginServiceDeps) {
  const { db, sessions, passwords, limits, google, cookies } = deps
  const { rejectLogin, rejectAccount } = createLoginRejections(deps)

  /** Checks account and password before anything about the account is revealed. */
  async function logInByPassword(email: string, password: string, caller: Caller): Promise<LoginResult> {
    const key = getEmailKey(email)
    const [user] = await db.select().from(users).where(eq(users.emailKey, key))
    const isKnownDevice = user !== undefined && cookies.isKnownDevice(caller, user.id)
    const isCorrect = await limits.guess({ account: key, caller, isKnownDevice }, () =>
      passwords.verify(user?.passwordHash ?? null, password),
    )
    if (!user || !isCorrect) return rejectLogin(problems.wrong, caller, user?.id)
    return openSession({ userId: user.id, passwordHash: user.passwordHash }, caller)
  }

  async function logInByGoogle(input: LoginInput, caller: Caller): Promise<LoginResult> {
    const account = await google.authenticate(input, caller).catch((error: unknown) => {
      // A request without a credential is not counted as a failure, because it would fill the log.
      const isFailure = isRequestError(error) && error.status === 401 && input.credential !== undefined
      return isFailure ? rejectLogin(error, caller) : Promise.reject(error)
    })
    return openSession(account, caller)
  }

  async function openSession(request: SessionRequest, caller: Caller): Promise<LoginResult> {
    const { userId } = request
    const opened = await db.transaction((tx) => storeSession(tx, request, { sessions, caller }))
    if (opened.problem) return rejectAccount(opened, caller, userId)
    const { approvalToken, refreshToken } = opened.tokens
    return {
      data: { approvalToken, user: presentSignedInUser(opened.user) },
      cookies: [cookies.refresh(refreshToken), cookies.device(userId)],
    }
  }

  return {
    async logIn(input: LoginInput, caller: Caller): Promise<LoginResult> {
      if (input.method === 'google') return logInByGoogle(input, caller)
      if (!input.password) throw new RequestError(problems.fields)
      return logInByPassword(input.email, input.password, caller)
    },
  }
}

type RejectedLogin = { problem: Problem; email?: string | undefined }
type SessionRequest = {
  userId: string
  /** The hash that the password matched; undefined when no password was required. */
  passwordHash?: string | null
  spend?: (tx: Db) => Promise<void>
}

/** Rejects logins: every rejection is reported to `loginFailed`. */
function createLoginRejections({
  db,
  limits,
  mails,
  loginFailed,
  isRegistrationPrivate,
}: Pick<LoginServiceDeps, 'db' | 'limits' | 'mails' | 'loginFailed' | 'isRegistrationPrivate'>) {
  async function rejectLogin(problem: Problem, caller: Caller, subjectId?: string): Promise<never> {
    loginFailed({ subjectId, caller, details: { code: problem.code } })
    throw new RequestError(problem)
  }

  /**
   * If registration is private, a login with the registered password must not reveal whether the email address
   * had an account before.
   */
  async function rejectAccount(
    { problem, email }: RejectedLogin,
    caller: Caller,
    userId: string,
  ): Promise<never> {
    if (problem !== problems.notVerified || !isRegistrationPrivate)
      return rejectLogin(problem, caller, userId)
    if (email && (await limits.hasRoom('verify', email))) await mails.add(db, { kind: 'verify', email })
    return rejectLogin(problems.wrong, caller, userId)
  }

  return { rejectLogin, rejectAccount }
}

type StoredSession =
  | { problem: Problem; email: string | undefined }
  | { problem?: undefined; user: UserRow; tokens: Required<SessionTokens> }

/**
 * Stores a session, or returns why it cannot be opened. The account is locked until the session is stored, so
 * that a concurrent block or password change happens either before or after.
 */
async function storeSession(
  tx: Db,
  { userId, passwordHash, spend }: SessionRequest,
  { sessions, caller }: { sessions: SessionService; caller: Caller },
): Promise<StoredSession> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
  const problem = findLoginProblem(user, passwordHash)
  if (!user || problem) return { problem: problem ?? problems.wrong, email: user?.emailKey }
  await spend?.(tx)
  const tokens = await sessions.open(tx, userId, caller)
  await recordEvent(tx, { type: 'login', actorId: userId, subjectId: userId, caller })
  return { user, tokens }
}

function findLoginProblem(
  user: UserRow | undefined,
  passwordHash: SessionRequest['passwordHash'],
): Problem | undefined {
  if (!user || (passwordHash !== undefined && user.passwordHash !== passwordHash)) return problems.wrong
  if (user.status !== 'active') return problems.blocked
  return user.verifiedAt ? undefined : problems.notVerified
}
