import { availableParallelism } from 'node:os'
import { hash, hashSync, type Options, verify } from '@node-rs/argon2'
import { getAskers } from '#shared/server/access/askers.ts'
import { createFairQueue, rejectAsBusy } from '#shared/server/fair-queue.ts'
import { releasePlace } from '#shared/server/held-place.ts'
import { authMessages, maxPasswordBytes } from '../../spec.ts'
import { generateSecret } from '../secrets.ts'
import list from './common-passwords.json' with { type: 'json' }

export type Passwords = ReturnType<typeof createPasswords>

/** Argon2id, which is the package's default; memory in KiB. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/**
 * Hashing runs on the threads that also serve files, DNS and compression: a flood of logins must leave some
 * of them free, and a CPU core too.
 */
const maxConcurrentHashes = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Networks take turns, so that one which floods waits for itself only. */
const hashQueueLimits = {
  heldAtOnce: maxConcurrentHashes,
  heldByOne: maxConcurrentHashes,
  waitingOfOne: 64,
  waiting: 256,
} as const
/** Retry-After in seconds; by then a full queue has been worked off. */
const busyRetrySeconds = 5

/**
 * One string, because it takes a tenth of the memory of a set and 0.1 ms to search, which is nothing beside a
 * hash.
 */
const commonPasswords = `\n${list.passwords.join(' ').replaceAll(' ', '\n')}\n`

/** Hashes and verifies passwords, and validates new ones; `shortest` is in characters. */
export function createPasswords({ shortest }: { shortest: number }) {
  const room = createFairQueue(hashQueueLimits)
  const dummyHash = hashSync(generateSecret(), hashOptions)

  function runQueued<T>(task: () => Promise<T>): Promise<T> {
    releasePlace()
    return rejectAsBusy(room.run(getAskers(), task), busyRetrySeconds)
  }

  return {
    hash: (password: string): Promise<string> => runQueued(() => hash(password, hashOptions)),

    /**
     * Without a hash it returns false, and takes as long: the time does not reveal whether there is an
     * account.
     */
    async verify(stored: string | null, password: string): Promise<boolean> {
      const isRight = await runQueued(() => verify(stored ?? dummyHash, password))
      return isRight && stored !== null
    },

    /** Why a new password is invalid; undefined when it is valid. */
    validate(password: string): string | undefined {
      if ([...password].length < shortest) return authMessages.shortPassword(shortest)
      if (Buffer.byteLength(password) > maxPasswordBytes) return authMessages.longPassword
      return isCommon(password) ? authMessages.commonPassword : undefined
    },
  }
}

/** The list is in lower case throughout, so this finds the exact spelling as well. */
function isCommon(password: string): boolean {
  return commonPasswords.includes(`\n${password.toLowerCase()}\n`)
}
