import { availableParallelism } from 'node:os'
import { hash, hashSync, type Options, verify } from '@node-rs/argon2'
import { getRequesters } from '#shared/server/access/requesters.ts'
import { createFairQueue, rejectAsBusy } from '#shared/server/fair-queue.ts'
import { releaseSlot } from '#shared/server/queue-slot.ts'
import { authMessages, maxPasswordBytes } from '../../texts-and-limits.ts'
import { generateSecret } from '../secrets.ts'
import list from './common-passwords.json' with { type: 'json' }

export type Passwords = ReturnType<typeof createPasswords>

/** Argon2id, which is the package's default; memory in KiB. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/**
 * Hashing runs on the threads that also handle files, DNS and compression: a flood of logins must leave some of
 * them, and one CPU core, free.
 */
const maxConcurrentHashes = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Networks take turns, so that a network that floods delays only its own logins. */
const hashQueueLimits = {
  maxSlots: maxConcurrentHashes,
  maxSlotsPerRequester: maxConcurrentHashes,
  maxWaitingPerRequester: 64,
  maxWaiting: 256,
} as const
/** Retry-After in seconds; a full queue is processed by then. */
const busyRetrySeconds = 5

/**
 * One string, because it takes a tenth of the memory of a set; searching it takes 0.1 ms, far less than a hash.
 */
const commonPasswords = `\n${list.passwords.join(' ').replaceAll(' ', '\n')}\n`

/** Hashes and verifies passwords, and validates new ones; `minLength` is in characters. */
export function createPasswords({ minLength }: { minLength: number }) {
  const queue = createFairQueue(hashQueueLimits)
  const dummyHash = hashSync(generateSecret(), hashOptions)

  function runQueued<T>(task: () => Promise<T>): Promise<T> {
    releaseSlot()
    return rejectAsBusy(queue.run(getRequesters(), task), busyRetrySeconds)
  }

  return {
    hash: (password: string): Promise<string> => runQueued(() => hash(password, hashOptions)),

    /**
     * Without a stored hash it returns false after the same time, so that the duration does not reveal whether
     * there is an account.
     */
    async verify(storedHash: string | null, password: string): Promise<boolean> {
      const isCorrect = await runQueued(() => verify(storedHash ?? dummyHash, password))
      return isCorrect && storedHash !== null
    },

    /** Why a new password is invalid; undefined when it is valid. */
    validate(password: string): string | undefined {
      if ([...password].length < minLength) return authMessages.shortPassword(minLength)
      if (Buffer.byteLength(password) > maxPasswordBytes) return authMessages.longPassword
      return isCommon(password) ? authMessages.commonPassword : undefined
    },
  }
}

/** The list is all lower case, so the comparison ignores case. */
function isCommon(password: string): boolean {
  return commonPasswords.includes(`\n${password.toLowerCase()}\n`)
}
