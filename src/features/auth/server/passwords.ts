import { availableParallelism } from 'node:os'
import { hash, hashSync, type Options, verify } from '@node-rs/argon2'
import { askersNow } from '#shared/server/askers.ts'
import { createFairQueue, orBusy } from '#shared/server/fair-queue.ts'
import { stepAside } from '#shared/server/step-aside.ts'
import { authMessages, longestPassword } from '../spec.ts'
import list from './common-passwords.json' with { type: 'json' }
import { generateSecret } from './secrets.ts'

export type Passwords = ReturnType<typeof createPasswords>

/** Argon2id, which is the package's default; memory in KiB. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/**
 * Hashing runs on the threads that also serve files, DNS and compression: a flood of logins must leave some
 * of them free, and a CPU core too.
 */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Networks take turns, so that one which floods waits for itself only. */
const line = { heldAtOnce: atOnce, heldByOne: atOnce, waitingOfOne: 64, waiting: 256 } as const
/** Retry-After in seconds; by then a full queue has been worked off. */
const busyFor = 5

/**
 * One string, because it takes a tenth of the memory of a set and 0.1 ms to search, which is nothing beside a
 * hash.
 */
const common = `\n${list.passwords.join(' ').replaceAll(' ', '\n')}\n`

/** Hashes and verifies passwords, and validates new ones; `shortest` is in characters. */
export function createPasswords({ shortest }: { shortest: number }) {
  const room = createFairQueue(line)
  const nobodys = hashSync(generateSecret(), strength)

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    stepAside()
    return orBusy(room.run(askersNow(), task), busyFor)
  }

  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(password, strength)),

    /**
     * Without a hash it returns false, and takes as long: the time does not reveal whether there is an
     * account.
     */
    async verify(stored: string | null, password: string): Promise<boolean> {
      const isRight = await inTurn(() => verify(stored ?? nobodys, password))
      return isRight && stored !== null
    },

    /** Why a new password is invalid; undefined when it is valid. */
    problemOf(password: string): string | undefined {
      if ([...password].length < shortest) return authMessages.shortPassword(shortest)
      if (Buffer.byteLength(password) > longestPassword) return authMessages.longPassword
      return isCommon(password) ? authMessages.commonPassword : undefined
    },
  }
}

/** The list is in lower case throughout, so this finds the exact spelling as well. */
function isCommon(password: string): boolean {
  return common.includes(`\n${password.toLowerCase()}\n`)
}
