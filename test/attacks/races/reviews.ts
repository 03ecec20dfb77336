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
async function createProduct(world: RaceSite) {
  const code = newCode()
  const { _id: id } = getRow(await addProduct(world, world.admins[0], code))
  return { code, id, remove: () => deleteProduct(world, world.admins[0], id) }
}

function postReview({ client }: RaceSite, user: LoggedInUser, code: string, at: number): Promise<Reply> {
  const review = { store_name: 'taobao', product_code: code, comment: `Comment ${at}`, rating: 1 + (at % 5) }
  return client.call('POST /review/postReview', review, as(user))
}

const judge = ({ client, admins }: RaceSite, at: number, id: unknown, status: string) =>
  client.call(
    `PATCH /review/approveOrDenyReview?review_id=${id}&status=${status}`,
    undefined,
    as(alternate(admins, at)),
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
  begin: async (world, count) => {
    const product = await createProduct(world)
    return {
      clients: Array.from({ length: count }, (_, at) => () => {
        return postReview(world, world.users[0], product.code, at)
      }),
      statuses: [200],
      judge: async () => {
        const versions = await listVersions(world, product.code)
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
  begin: async (world, count) => {
    const product = await createProduct(world)
    const { _id } = getRow(await postReview(world, world.users[0], product.code, 3))
    return {
      clients: Array.from({ length: count }, (_, at) => () => {
        return judge(world, at, _id, at % 4 > 1 ? 'approved' : 'denied')
      }),
      statuses: [200],
      judge: async () => {
        const versions = await listVersions(world, product.code)
        const { seen, wrong } = await readPublicReviews(world, product.code)
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
  name: 'two versions of a review judged at once',
  begin: async (world, count) => {
    const product = await createProduct(world)
    const [user] = world.users
    const { _id: first } = getRow(await postReview(world, user, product.code, 1))
    getRow(await judge(world, 0, first, 'approved'))
    const { _id: second } = getRow(await postReview(world, user, product.code, 2))
    const acts = [
      (at: number) => judge(world, at, second, 'approved'),
      (at: number) => judge(world, at, second, 'denied'),
      (at: number) => judge(world, at, first, 'denied'),
      (at: number) => judge(world, at, first, 'approved'),
      (at: number) => postReview(world, user, product.code, at),
    ]
    return {
      clients: Array.from({ length: count }, (_, at) => () => acts[at % acts.length]?.(at) ?? throwIdle()),
      statuses: [200, 404, 409],
      judge: () => checkVersions(world, product),
    }
  },
}

/** While reviews of a product are sent and moderated, it is deleted and added again. */
export const reviewsOfDeleted: Race = {
  name: 'reviews of a product that is deleted and added again',
  begin: async (world, count): Promise<Round> => {
    const product = await createProduct(world)
    const { _id } = getRow(await postReview(world, world.users[0], product.code, 4))
    const acts = [
      (at: number) => judge(world, at, _id, 'approved'),
      (at: number) => deleteProduct(world, alternate(world.admins, at), product.id),
      (at: number) => addProduct(world, alternate(world.admins, at), product.code),
      (at: number) => postReview(world, alternate(world.users, at), product.code, at),
      (at: number) => judge(world, at, _id, 'denied'),
    ]
    return {
      clients: Array.from({ length: count }, (_, at) => () => acts[at % acts.length]?.(at) ?? throwIdle()),
      statuses: [200, 404, 409],
      judge: async (replies) => {
        const added = getRows(await world.client.call('GET /products/getAllProduct')).filter(
          ({ productCode }) => productCode === product.code,
        )
        const deleted = countStatus(
          replies.filter((_, at) => at % acts.length === 1),
          200,
        )
        const wrong = added.length > 0 ? (await readPublicReviews(world, product.code)).wrong : []
        for (const { _id: id } of added) await deleteProduct(world, world.admins[0], id)
        return [...wrong, ...(deleted === 1 ? [] : [`${deleted} deleted it`])]
      },
    }
  },
}

type Product = Awaited<ReturnType<typeof createProduct>>

async function checkVersions(world: RaceSite, product: Product): Promise<string[]> {
  const versions = await listVersions(world, product.code)
  const { seen, wrong } = await readPublicReviews(world, product.code)
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
