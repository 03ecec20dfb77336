import type { Reply } from '#support/http-client.ts'

/** The expected state of one record: a text with all its values, or null when it does not exist. */
type Entry = {
  value: string | null
  /** The other possible state, when the site was killed before it responded. */
  pending?: string | null
}

export type Journal = ReturnType<typeof createJournal>

/** Thrown when there is no response, or a 503 while the database is killed. Writers then stop. */
export class NoResponseError extends Error {}

/**
 * Records the changes that the site has acknowledged. Each record has one writer, which waits for a response before its next
 * change, so at most one change per record is uncertain.
 */
export function createJournal() {
  const entries = new Map<string, Entry>()
  const unexpected: string[] = []
  let requestIds: string[] = []
  let acknowledged = 0
  let isOutage = false

  const callOrThrow = async (act: () => Promise<Reply>): Promise<Reply> => {
    const reply = await act().catch((cause: unknown) => {
      throw new NoResponseError('The site did not respond.', { cause })
    })
    if (isOutage && reply.status === 503) throw new NoResponseError('The database did not respond.')
    return reply
  }

  return {
    /** Makes a change after which the record is `value`. Returns the site's response. */
    async write(key: string, value: string | null, act: () => Promise<Reply>): Promise<Reply> {
      const entry = entries.get(key) ?? { value: null }
      entries.set(key, { ...entry, pending: value })
      const reply = await callOrThrow(act)
      if (reply.status === 200) {
        acknowledged += 1
        entries.set(key, { value: value })
      } else {
        unexpected.push(`${key}: ${reply.status} ${reply.text}`)
        entries.set(key, entry)
      }
      return reply
    },

    /** Like `write`, for a change that must also leave an audit row. */
    async writeAudited(key: string, value: string | null, act: () => Promise<Reply>): Promise<Reply> {
      const reply = await this.write(key, value, act)
      if (reply.status === 200) requestIds.push(String(reply.headers['x-request-id']))
      return reply
    },

    /** Counts a change that is only checked together with others, such as a move in a list. */
    async count(act: () => Promise<Reply>, allowedStatuses: number[] = [200]): Promise<Reply> {
      const reply = await callOrThrow(act)
      if (reply.status === 200) acknowledged += 1
      if (!allowedStatuses.includes(reply.status)) unexpected.push(`${reply.status} ${reply.text}`)
      return reply
    },

    /** The acknowledged state of a record; null when it does not exist. */
    getValue: (key: string) => entries.get(key)?.value ?? null,

    /**
     * Compares all records under a prefix with their current state, which becomes the expected one. Returns a description of
     * each difference.
     */
    compare(prefix: string, currentState: Map<string, string>): string[] {
      const wrong: string[] = []
      for (const [key, { value, pending }] of entries) {
        if (!key.startsWith(prefix)) continue
        const now = currentState.get(key) ?? null
        if (now !== value && (pending === undefined || now !== pending))
          wrong.push(`${key} is ${now}, was acknowledged as ${value}`)
        entries.set(key, { value: now })
      }
      for (const key of currentState.keys()) if (!entries.has(key)) wrong.push(`${key} was never written`)
      return wrong
    },

    /** While the database is killed, a 503 means as little as no response. */
    setOutage(isNow: boolean): void {
      isOutage = isNow
    },

    /** Responses of a running site that no writer may get. */
    takeUnexpected: () => unexpected.splice(0),
    /** Requests that must have an audit row. */
    takeRequestIds: () => {
      const ids = requestIds
      requestIds = []
      return ids
    },
    get acknowledged() {
      return acknowledged
    },
  }
}
