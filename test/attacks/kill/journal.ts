import type { Reply } from '#support/http-client.ts'

/** What is expected of one thing: a text that says all of it, or null when it is not there. */
type Entry = {
  value: string | null
  /** What it may be instead, because the site was killed before it answered. */
  pending?: string | null
}

export type Journal = ReturnType<typeof createJournal>

/** Says that no answer came, or none that tells: the site or its database is gone, and its writers stop. */
export class Unanswered extends Error {}

/**
 * Remembers what the site acknowledged. Each thing has one writer, which waits for an answer before it goes on, so of
 * each at most one change can be in doubt.
 */
export function createJournal() {
  const entries = new Map<string, Entry>()
  const unexpected: string[] = []
  let requestIds: string[] = []
  let acknowledged = 0
  let isOutage = false

  const callOrThrow = async (act: () => Promise<Reply>): Promise<Reply> => {
    const reply = await act().catch((cause: unknown) => {
      throw new Unanswered('The site did not answer.', { cause })
    })
    if (isOutage && reply.status === 503) throw new Unanswered('The database did not answer.')
    return reply
  }

  return {
    /** Makes a change that turns the thing into `value`; answers the site's answer. */
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

    /** The same where the change leaves a line of its own behind, which must be there as well. */
    async writeAudited(key: string, value: string | null, act: () => Promise<Reply>): Promise<Reply> {
      const reply = await this.write(key, value, act)
      if (reply.status === 200) requestIds.push(String(reply.headers['x-request-id']))
      return reply
    },

    /** Counts a change that is looked at only together with others, such as a move in a list. */
    async count(act: () => Promise<Reply>, allowedStatuses: number[] = [200]): Promise<Reply> {
      const reply = await callOrThrow(act)
      if (reply.status === 200) acknowledged += 1
      if (!allowedStatuses.includes(reply.status)) unexpected.push(`${reply.status} ${reply.text}`)
      return reply
    },

    /** What is known of a thing; null when it is not there. */
    getValue: (key: string) => entries.get(key)?.value ?? null,

    /**
     * Compares everything under a prefix with what the site says now, and goes on from there. Answers what was lost,
     * half done, or appeared from nowhere.
     */
    compare(prefix: string, stateNow: Map<string, string>): string[] {
      const wrong: string[] = []
      for (const [key, { value, pending }] of entries) {
        if (!key.startsWith(prefix)) continue
        const now = stateNow.get(key) ?? null
        if (now !== value && (pending === undefined || now !== pending))
          wrong.push(`${key} is ${now}, was acknowledged as ${value}`)
        entries.set(key, { value: now })
      }
      for (const key of stateNow.keys()) if (!entries.has(key)) wrong.push(`${key} was never written`)
      return wrong
    },

    /** While the database is killed a 503 says as little as no answer. */
    setOutage(isNow: boolean): void {
      isOutage = isNow
    },

    /** Answers of a living site that no writer should get. */
    takeUnexpected: () => unexpected.splice(0),
    /** Requests whose line in the audit must be there. */
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
