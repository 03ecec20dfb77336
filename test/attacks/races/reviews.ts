import type { Reply } from '#support/http-client.ts'
import type { LoggedInUser } from '#support/users.ts'
import {
  addProduct,
  alternate,
  as,
  countStatus,
  deleteProduct,
  getRow,
  getRows,
  newCode,
  type Race,
  type RaceSite,
  type Round,
  type Row,
} from './race-site.ts'

/** A product that is deleted after the round was checked. */
async function createProduct(raceSite: RaceSite) {
  const code = newCode()
  const { _id: id } = getRow(await addProduct(raceSite, raceSite.admins[0], code))
  return { code, id, remove: () => deleteProduct(raceSite, raceSite.admins[0], id) }
}

function postReview({ client }: RaceSite, user: LoggedInUser, code: string, index: number): Promise<Reply> {
  const review = {
    store_name: 'taobao',
    product_code: code,
    comment: `Comment ${index}`,
    rating: 1 + (index % 5),
  }
  return client.call('POST /review/postReview', review, as(user))
}

const moderate = ({ client, admins }: RaceSite, index: number, id: unknown, status: string) =>
  client.call(
    `PATCH /review/approveOrDenyReview?review_id=${id}&status=${status}`,
    undefined,
    as(alternate(admins, index)),
  )

/** All versions of all reviews of an item, as admins see them. */
const listVersions = async ({ client, admins: [admin] }: RaceSite, code: string) =>
  getRows(await client.call(`GET /review/findReview?product_code=${code}`, undefined, as(admin)))

/** The public reviews, compared with the product's counts. */
async function readPublicReviews({ client }: RaceSite, code: string) {
  const seen = getRows(await client.call(`GET /review/findReview?product_code=${code}`))
  const productReply = await client.call(`GET /products/findProductById?productCode=${code}&storeName=taobao`)
  const { totalReview, avgRetting } = getRow(productReply)
  const mean = seen.reduce((sum, { rating }) => sum + Number(rating), 0) / (seen.length || 1)
  const agrees = totalReview === seen.length && Math.abs(Number(avgRetting) - mean) < 0.06
  return {
    seen,
    wrong: agrees ? [] : [`${seen.length} shown with ${mean}, ${totalReview} counted with ${avgRetting}`],
  }
}

const isIn = (row: Row, status: string) => row.status === status

/** One person sends a review many times at once: exactly one version is pending. */
export const sameReview: Race = {
  name: 'the same review sent by one person at once',
  begin: async (raceSite, count) => {
    const product = await createProduct(raceSite)
    return {
      clients: Array.from({ length: count }, (_, index) => () => {
        return postReview(raceSite, raceSite.users[0], product.code, index)
      }),
      statuses: [200],
      check: async () => {
        const versions = await listVersions(raceSite, product.code)
        await product.remove()
        const [only] = versions
        const isWhole = /^Comment \d+$/.test(String(only?.comment)) && only && isIn(only, 'pending')
        return versions.length === 1 && isWhole
          ? []
          : [`${versions.length} versions: ${JSON.stringify(only)}`]
      },
    }
  },
}

/** Half approve a review, half deny it. */
export const approveAndDeny: Race = {
  name: 'a review approved and denied at once',
  begin: async (raceSite, count) => {
    const product = await createProduct(raceSite)
    const { _id } = getRow(await postReview(raceSite, raceSite.users[0], product.code, 3))
    return {
      clients: Array.from({ length: count }, (_, index) => () => {
        return moderate(raceSite, index, _id, index % 4 > 1 ? 'approved' : 'denied')
      }),
      statuses: [200],
      check: async () => {
        const versions = await listVersions(raceSite, product.code)
        const { seen, wrong } = await readPublicReviews(raceSite, product.code)
        await product.remove()
        const approved = versions.filter((row) => isIn(row, 'approved')).length
        const isRight = versions.length === 1 && seen.length === approved
        return [...wrong, ...(isRight ? [] : [`${approved} approved, ${seen.length} shown`])]
      },
    }
  },
}

/** A public text and its pending change are moderated at once, while the author sends another one. */
export const twoVersions: Race = {
  name: 'two versions of a review moderated at once',
  begin: async (raceSite, count) => {
    const product = await createProduct(raceSite)
    const [user] = raceSite.users
    const { _id: first } = getRow(await postReview(raceSite, user, product.code, 1))
    getRow(await moderate(raceSite, 0, first, 'approved'))
    const { _id: second } = getRow(await postReview(raceSite, user, product.code, 2))
    const acts = [
      (index: number) => moderate(raceSite, index, second, 'approved'),
      (index: number) => moderate(raceSite, index, second, 'denied'),
      (index: number) => moderate(raceSite, index, first, 'denied'),
      (index: number) => moderate(raceSite, index, first, 'approved'),
      (index: number) => postReview(raceSite, user, product.code, index),
    ]
    return {
      clients: Array.from(
        { length: count },
        (_, index) => () => acts[index % acts.length]?.(index) ?? throwIdle(),
      ),
      statuses: [200, 404, 409],
      check: () => checkVersions(raceSite, product),
    }
  },
}

/** While reviews of a product are sent and moderated, it is deleted and added again. */
export const reviewsOfDeleted: Race = {
  name: 'reviews of a product that is deleted and added again',
  begin: async (raceSite, count): Promise<Round> => {
    const product = await createProduct(raceSite)
    const { _id } = getRow(await postReview(raceSite, raceSite.users[0], product.code, 4))
    const acts = [
      (index: number) => moderate(raceSite, index, _id, 'approved'),
      (index: number) => deleteProduct(raceSite, alternate(raceSite.admins, index), product.id),
      (index: number) => addProduct(raceSite, alternate(raceSite.admins, index), product.code),
      (index: number) => postReview(raceSite, alternate(raceSite.users, index), product.code, index),
      (index: number) => moderate(raceSite, index, _id, 'denied'),
    ]
    return {
      clients: Array.from(
        { length: count },
        (_, index) => () => acts[index % acts.length]?.(index) ?? throwIdle(),
      ),
      statuses: [200, 404, 409],
      check: async (replies) => {
        const added = getRows(await raceSite.client.call('GET /products/getAllProduct')).filter(
          ({ productCode }) => productCode === product.code,
        )
        const deleted = countStatus(
          replies.filter((_, index) => index % acts.length === 1),
          200,
        )
        const wrong = added.length > 0 ? (await readPublicReviews(raceSite, product.code)).wrong : []
        for (const { _id: id } of added) await deleteProduct(raceSite, raceSite.admins[0], id)
        return [...wrong, ...(deleted === 1 ? [] : [`${deleted} deleted it`])]
      },
    }
  },
}

type Product = Awaited<ReturnType<typeof createProduct>>

async function checkVersions(raceSite: RaceSite, product: Product): Promise<string[]> {
  const versions = await listVersions(raceSite, product.code)
  const { seen, wrong } = await readPublicReviews(raceSite, product.code)
  await product.remove()
  const waiting = versions.filter((row) => isIn(row, 'pending')).length
  return [
    ...wrong,
    ...(seen.length <= 1 ? [] : [`${seen.length} versions are shown`]),
    ...(waiting <= 1 ? [] : [`${waiting} versions wait`]),
  ]
}

function throwIdle(): never {
  throw new Error('A client has nothing to do.')
}
