import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { recordEvent } from '#db/security-events.ts'
import type { Caller } from '#shared/contract.ts'
import { RequestError } from '#shared/failure.ts'
import type { LoginReply } from '../contract.ts'
import { emailKeyOf } from '../rules.ts'
import { authSentences } from '../spec.ts'
import type { CookieJar } from './cookies.ts'
import type { GoogleLogin } from './google-login.ts'
import type { LoginLimits } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import type { SessionService } from './sessions.ts'

export type LoginService = ReturnType<typeof createLoginService>
type User = typeof users.$inferSelect

type Deps = {
  db: Db
  sessions: SessionService
  passwords: Passwords
  limits: LoginLimits
  google: GoogleLogin
  cookies: CookieJar
}
export type LoginInput = {
  email: string
  password?: string | undefined
  method?: 'google' | undefined
  credential?: string | undefined
}
/** The answer, and the cookies that go with it. */
export type LoggedIn = { data: LoginReply; cookies: string[] }

const problems = {
  wrong: { status: 401, message: authSentences.wrongLogin, code: 'WRONG_LOGIN' },
  blocked: { status: 403, message: authSentences.blocked, code: 'ACCOUNT_BLOCKED' },
  notVerified: { status: 403, message: authSentences.notVerified, code: 'EMAIL_NOT_VERIFIED' },
  fields: { status: 400, message: authSentences.fillFields, code: 'INVALID_INPUT' },
} as const

/** §4 Login: finds out who it is, then opens a session. */
export function createLoginService({ db, sessions, passwords, limits, google, cookies }: Deps) {
  /** Account and password are judged before anything is told about the account. */
  async function byPassword(email: string, password: string, caller: Caller): Promise<User> {
    passwords.requireRoom() // before the first query: a flood must cost less to refuse than to send
    const key = emailKeyOf(email)
    const [user] = await db.select().from(users).where(eq(users.emailKey, key))
    const isKnownDevice = user !== undefined && cookies.isKnownDevice(caller, user.id)
    const isRight = await limits.guess({ account: key, caller, isKnownDevice }, () =>
      passwords.verify(user?.passwordHash ?? null, password),
    )
    if (!user || !isRight) {
      await recordEvent(db, { type: 'login-failed', subjectId: user?.id, caller })
      throw new RequestError(problems.wrong)
    }
    return user
  }

  async function open(tx: Db, user: User, caller: Caller): Promise<LoggedIn> {
    const { approvalToken, refreshToken } = await sessions.open(tx, user.id, caller)
    await recordEvent(tx, { type: 'login', actorId: user.id, subjectId: user.id, caller })
    return {
      data: { approvalToken, user: present(user) },
      cookies: [cookies.refresh(refreshToken), cookies.device(user.id)],
    }
  }

  return {
    async logIn({ email, password, method, credential }: LoginInput, caller: Caller): Promise<LoggedIn> {
      if (method === 'google') {
        const account = await google.accountFor({ email, credential, password }, caller)
        return db.transaction(async (tx) => {
          await account.spend(tx)
          return open(tx, await readable(tx, account.userId), caller)
        })
      }
      if (!password) throw new RequestError(problems.fields)
      const { id, passwordHash } = await byPassword(email, password, caller)
      return db.transaction(async (tx) => {
        const user = await readable(tx, id)
        if (user.passwordHash !== passwordHash) throw new RequestError(problems.wrong)
        return open(tx, user, caller)
      })
    },
  }
}

/** The account as it is now, held until the session stands: a block or a new password meanwhile comes first or after. */
async function readable(tx: Db, id: string): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  if (!user) throw new RequestError(problems.wrong)
  if (user.status !== 'active') throw new RequestError(problems.blocked)
  if (!user.verifiedAt) throw new RequestError(problems.notVerified)
  return user
}

function present({ id, name, email, role }: User): LoginReply['user'] {
  return { id, _id: id, name, email, role }
}
