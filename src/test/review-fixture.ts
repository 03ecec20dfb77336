import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { reviews, type users } from '#db/schema.ts'
import type { ModerationStatus } from '#features/moderation/status.ts'
import { apiBase } from '#shared/paths.ts'
import { aSession, aUser, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import type { TestApp } from './api.ts'

export type Reviewer = { id: string; name: string; headers: { authorization: string } }

/** The item that is reviewed, as the calls name it. */
const reviewedItem = { store_name: 'weidian', product_code: '9900661650' }
const key = { shopType: 'weidian', itemId: reviewedItem.product_code } as const

/** Members who write and admins who moderate reviews of one item, over HTTP. */
export function createReviewFixture(database: Pick<Database, 'db'>, app: () => TestApp) {
  async function someone(given: Partial<typeof users.$inferInsert> = {}): Promise<Reviewer> {
    const user = await aUser(database.db, { passwordHash, ...given })
    const { token } = await aSession(database.db, user)
    return { id: user.id, name: user.name, headers: { authorization: token } }
  }

  return {
    key,
    someone,
    admin: () => someone({ role: 'admin', name: 'Ada Admin' }),

    post: (by: Reviewer, given: Record<string, unknown> = {}): Promise<Reply> =>
      app().post(
        '/review/postReview',
        { ...reviewedItem, comment: 'True to size.', rating: 4, ...given },
        by.headers,
      ),

    moderate: (by: Reviewer, id: string, status: ModerationStatus, more = ''): Promise<Reply> =>
      app().send(`${apiBase}/review/approveOrDenyReview?review_id=${id}&status=${status}${more}`, {
        method: 'PATCH',
        headers: by.headers,
      }),

    /** The public reviews, the newest first. */
    async publicComments(): Promise<unknown[]> {
      const query = new URLSearchParams(reviewedItem)
      const { body } = await app().get(`/review/findReview?${query}`)
      return Array.isArray(body?.data) ? body.data.map(({ comment }) => comment) : []
    },

    /** The rating that the catalogue's list shows: average and count. */
    async rating(): Promise<unknown> {
      const { body } = await app().get('/products/getAllProduct')
      const [product] = Array.isArray(body?.data) ? body.data : []
      return [product?.avgRetting, product?.totalReview]
    },

    /** Every version that a member wrote about the item. */
    listVersions: ({ id }: Reviewer) =>
      database.db
        .select()
        .from(reviews)
        .where(and(eq(reviews.userId, id), eq(reviews.itemId, key.itemId)))
        .orderBy(reviews.createdAt, reviews.id),
  }
}

/** The id in the answer of a call that wrote a review. */
export function getReviewId({ body }: Reply): string {
  return String(Object(body?.data)._id)
}
