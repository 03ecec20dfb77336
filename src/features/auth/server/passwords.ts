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
 * Hashing runs on the threads that also serve files, names and compression: a flood of logins must leave some of
 * them free, and a processor too.
 */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Networks have their turn one after the other, so that one which floods is waited for by itself alone. */
const line = { heldAtOnce: atOnce, heldByOne: atOnce, waitingOfOne: 64, waiting: 256 } as const
/** In seconds; by then a full queue has been worked off. */
const busyFor = 5

/** One text, because it takes a tenth of the memory of a set and 0.1 ms to search, which is nothing beside a hash. */
const common = `\n${list.passwords.join(' ').replaceAll(' ', '\n')}\n`

/** Stores passwords, compares them, and says which new ones are refused; `shortest` is in characters. */
export function createPasswords({ shortest }: { shortest: number }) {
  const room = createFairQueue(line)
  const nobodys = hashSync(generateSecret(), strength)

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    stepAside()
    return orBusy(room.run(askersNow(), task), busyFor)
  }

  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(password, strength)),

    /** For no hash it answers false, and takes as long: nobody learns from the time whether there is an account. */
    async verify(stored: string | null, password: string): Promise<boolean> {
      const isRight = await inTurn(() => verify(stored ?? nobodys, password))
      return isRight && stored !== null
    },

    /** The sentence why a new password is refused; undefined when it is good. */
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
