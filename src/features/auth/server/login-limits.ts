import type { Caller } from '#shared/contract.ts'
import { isRequestError } from '#shared/failure.ts'
import {
  getNetwork,
  type LimitCounter,
  RateLimitError,
  type RateLimits,
} from '#shared/server/access/rate-limits.ts'
import { minutes } from '../texts-and-limits.ts'
import { hashSecret } from './secrets.ts'

export type LoginLimits = ReturnType<typeof createLoginLimits>

/** Only wrong guesses count; of emails every request counts. */
const limits = {
  networkByMinute: { count: 10, seconds: minutes(1) },
  networkByHour: { count: 50, seconds: minutes(60) },
  accountOnNetwork: { count: 5, seconds: minutes(15) },
  account: { count: 20, seconds: minutes(60) },
  change: { count: 10, seconds: minutes(10) },
  mail: { count: 5, seconds: minutes(30) },
  /**
   * From all networks together. A higher limit would flood the mailbox; with a lower one attackers could block
   * the owner's own emails.
   */
  mailbox: { count: 20, seconds: minutes(60) },
  unlock: { count: 1, seconds: minutes(60) },
} as const

type CallerAddress = Pick<Caller, 'address'>
type LimitedMailKind = 'verify' | 'reset' | 'account-exists' | 'register'
/** `account` is the key of an email address, with or without an account. */
type PasswordGuess = { account: string; caller: CallerAddress; isKnownDevice: boolean }

type LoginLimitsDeps = {
  limits: RateLimits
  /** Queues the email that lets one browser log in although the account's limit is reached. */
  offerUnlock: (account: string) => Promise<void>
}

/** Limits on password guesses and requested emails. Email addresses without an account are limited in the same way. */
export function createLoginLimits({ limits: counts, offerUnlock }: LoginLimitsDeps) {
  /** Sends the unlock email at most once an hour. Not counted by mailbox: guesses at an address with a plus would use it up. */
  async function handleLimitError(account: string, error: unknown): Promise<never> {
    const isLocked = error instanceof RateLimitError && error.rule === accountRule
    const mailCounter = { rule: 'mail-unlock', who: hashSecret(account), limit: limits.unlock }
    if (isLocked && (await tryCount(counts, mailCounter))) await offerUnlock(account)
    throw error
  }

  return {
    /**
     * Verifies a password if the limits allow another guess; returns whether it was correct. The number of
     * verified passwords exceeds the limits at most by the correct ones.
     */
    guess(
      { account, caller, isKnownDevice }: PasswordGuess,
      verify: () => Promise<boolean>,
    ): Promise<boolean> {
      const counters = listGuessCounters(account, getNetwork(caller.address), isKnownDevice)
      return counts
        .countFailures(counters, verify)
        .catch((error: unknown) => handleLimitError(account, error))
    },
    /** The same for the old password of a logged-in user. */
    guessOwn(userId: string, verify: () => Promise<boolean>): Promise<boolean> {
      return counts.countFailures([{ rule: 'change-password', who: userId, limit: limits.change }], verify)
    },
    /** Counts a request for an email; throws 429 to a network that requests the same one too often. */
    async canSendMail(kind: LimitedMailKind, account: string, { address }: CallerAddress): Promise<boolean> {
      await counts.count(`mail-${kind}`, `${hashSecret(account)} ${getNetwork(address)}`, limits.mail)
      return this.hasRoom(kind, account)
    },
    /**
     * Counts an email to an address together with all addresses of the same mailbox. Returns false above the
     * limit, because the caller must not learn of it.
     */
    hasRoom(kind: LimitedMailKind, account: string): Promise<boolean> {
      const who = hashSecret(getMailbox(account))
      return tryCount(counts, { rule: `mailbox-${kind}`, who, limit: limits.mailbox })
    },
    /**
     * Resets an account's counters, so that a user who has set a new password by email can log in at once.
     */
    resetCounters(account: string, { address }: CallerAddress): Promise<void> {
      return counts.forgive([
        createAccountCounter(account),
        createNetworkCounter(account, getNetwork(address), false),
      ])
    },
  }
}

/** Counts an attempt and returns false above the limit. */
function tryCount(counts: RateLimits, { rule, who, limit }: LimitCounter): Promise<boolean> {
  return counts.count(rule, who, limit).then(
    () => true,
    (error: unknown) => (isRequestError(error) ? false : Promise.reject(error)),
  )
}

function listGuessCounters(account: string, network: string, isKnownDevice: boolean): LimitCounter[] {
  const counters = [
    { rule: 'login-network-minute', who: network, limit: limits.networkByMinute },
    { rule: 'login-network-hour', who: network, limit: limits.networkByHour },
    createNetworkCounter(account, network, isKnownDevice),
  ]
  // The account's counter does not apply to known devices, so that an attacker who guesses from many networks
  // cannot lock the owner out.
  return isKnownDevice ? counters : [...counters, createAccountCounter(account)]
}

/** The mailbox of an address at most providers: without the part after a plus in its name. */
function getMailbox(account: string): string {
  return account.replace(/\+[^@]*(?=@)/, '')
}

const accountRule = 'login-account'

function createAccountCounter(account: string): LimitCounter {
  return { rule: accountRule, who: hashSecret(account), limit: limits.account }
}

/**
 * Known devices have their own counter, so that an attacker at the same address cannot lock the owner out.
 */
function createNetworkCounter(account: string, network: string, isKnownDevice: boolean): LimitCounter {
  const rule = isKnownDevice ? 'login-known-device' : 'login-account-network'
  return { rule, who: `${hashSecret(account)} ${network}`, limit: limits.accountOnNetwork }
}
