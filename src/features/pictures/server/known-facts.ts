import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { images } from '#db/schema.ts'
import type { PictureFacts } from '../pictures.ts'

type Deps = {
  db: Db
  /** How many pictures are remembered; above that the ones learnt first are forgotten. */
  most: number
  /** Called when an address would now be written otherwise. */
  onNews: () => void
}
type Known = { colour: string; hasAvif: boolean }
export type KnownFacts = ReturnType<typeof createKnownFacts>

/** What addresses tell of their pictures, in memory because addresses are written by the hundred; the rest in the database. */
export function createKnownFacts({ db, most, onNews }: Deps) {
  const known = new Map<string, Known>()

  function remember(hash: string, facts: Known): void {
    known.delete(hash)
    known.set(hash, facts)
    if (known.size <= most) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }

  return {
    /** `#8fa3b2`, `#8fa3b2-avif`, `#-avif`, or nothing: a transparent picture gets no colour behind it. */
    fragmentOf(hash: string): string {
      const facts = known.get(hash)
      if (!facts) return ''
      const colour = facts.colour.length === '#rrggbb'.length ? facts.colour.slice(1) : ''
      const text = colour + (facts.hasAvif ? '-avif' : '')
      return text && `#${text}`
    },

    isKnown: (hash: string) => known.has(hash),
    hasAvif: (hash: string) => known.get(hash)?.hasAvif === true,

    /** Reads the youngest ones. */
    async load(): Promise<void> {
      const { hash, colour, hasAvif } = images
      const rows = await db
        .select({ hash, colour, hasAvif })
        .from(images)
        .where(isNotNull(colour))
        .orderBy(desc(images.createdAt))
        .limit(most)
      for (const row of rows.reverse()) {
        if (row.colour) known.set(row.hash, { colour: row.colour, hasAvif: row.hasAvif })
      }
    },

    /** Looks up what another process may have found out. */
    async recall(hash: string): Promise<void> {
      const [row] = await db
        .select({ colour: images.colour, hasAvif: images.hasAvif })
        .from(images)
        .where(and(eq(images.hash, hash), isNotNull(images.colour)))
      if (!row?.colour) return
      remember(hash, { colour: row.colour, hasAvif: row.hasAvif })
      onNews()
    },

    async learn(hash: string, facts: PictureFacts): Promise<void> {
      const rows = await db
        .update(images)
        .set(facts)
        .where(eq(images.hash, hash))
        .returning({ hasAvif: images.hasAvif })
      const [row] = rows
      if (!row) return
      remember(hash, { colour: facts.colour, hasAvif: row.hasAvif })
      onNews()
    },

    async learnAvif(hash: string): Promise<void> {
      const [row] = await db
        .update(images)
        .set({ hasAvif: true })
        .where(eq(images.hash, hash))
        .returning({ colour: images.colour })
      if (!row?.colour) return
      remember(hash, { colour: row.colour, hasAvif: true })
      onNews()
    },
  }
}
