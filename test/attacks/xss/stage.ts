import { aForm, onePixel } from '#support/forms.ts'
import {
  createAddress,
  createTestClient,
  type Reply,
  runInParallel,
  type TestClient,
} from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { createUser, createVerifiedPeople, type LoggedInUser, logIn, logInOwner } from '#support/users.ts'
import { changeData } from '../data.ts'
import { agentValue, as, getRow, getRows } from '../races/race-site.ts'
import { refusedStrings } from '../script-strings.ts'

export type Stage = {
  site: Site
  strings: readonly string[]
  admin: LoggedInUser
  member: LoggedInUser
  /** The item with a comment of every user, and the item whose properties are the texts. */
  commented: string
  described: string
  /** The code of the item whose name is the text at this index. */
  getCode: (index: number) => string
  /** Pending reviews. */
  waiting: { id: string; comment: string }[]
  /** Describes each forbidden text that was not rejected. */
  acceptedForbidden: string[]
}

const maxParallel = 4
const getCode = (index: number) => `xss-${index}`
const [commented, pendingCode, described] = [getCode(0), getCode(1), 'xss-described']

/** Writes the texts into everything that people can write, by the calls that the screens use. */
export async function fillStage(site: Site, strings: readonly string[]): Promise<Stage> {
  await describeItem(site, strings)
  const client = createTestClient(site.origin)
  const admin = await logInOwner(client)
  await addProducts(client, admin, strings)
  const people = await addReviews({ client, admin, site }, strings)
  const [member] = people
  if (!member) throw new Error('No user could register.')
  await runInParallel([...strings.keys()], maxParallel, async (index) => {
    const path = `POST /users/addToCollection?productCode=${getCode(index)}&shopType=taobao`
    getRow(await client.call(path, undefined, as(member)))
  })
  await runInParallel([...strings], maxParallel, async (text) => getRow(await addAgent(client, admin, text)))
  const path = `GET /review/findReview?product_code=${pendingCode}`
  const reviews = getRows(await client.call(path, undefined, as(admin)))
  const waiting = reviews.map(({ _id, comment }) => ({ id: String(_id), comment: String(comment) }))
  const acceptedForbidden = await sendForbidden(client, admin, member)
  client.close()
  return { site, strings, admin, member, commented, described, getCode, waiting, acceptedForbidden }
}

/** Stores product information like that of a source, but without cleaning the texts. */
async function describeItem(site: Site, strings: readonly string[]): Promise<void> {
  const values = strings.map((text, index) => ({ valueID: String(index), valueTrans: text }))
  const info = {
    title: strings[0],
    titleOriginal: strings[1],
    price: 12.5,
    currency: 'CNY',
    imgList: [],
    skus: strings.map((text, index) => ({
      ...{ skuID: String(index), specId: '', name: text, nameTrans: text, imgUrl: '' },
      ...{ stock: 3, propsID: `1:${index}`, propsCode: '', price: 12.5 },
    })),
    productAttr: [{ attrID: '1', attrTrans: strings[2], values }],
    propsTrans: Object.fromEntries(strings.map((text, index) => [text, strings.at(-1 - index)])),
  }
  await changeData(
    site,
    "insert into product_infos (shop_type, item_id, info, source) values ('taobao', $1, $2, 'catalogue')",
    [described, JSON.stringify(info)],
  )
}

async function addProducts(
  client: TestClient,
  admin: LoggedInUser,
  strings: readonly string[],
): Promise<void> {
  await runInParallel([...strings.keys()], maxParallel, async (index) => {
    const product = { name: strings[index], price: 35, storeName: 'taobao', productCode: getCode(index) }
    const { _id } = getRow(await client.call('POST /products/addProduct', product, as(admin)))
    const path = `PATCH /products/setOrRemoveProductOnTend?product_id=${_id}&status=true`
    getRow(await client.call(path, undefined, as(admin)))
  })
}

type ReviewStage = { client: TestClient; admin: LoggedInUser; site: Site }

/** Each user has one of the texts as the name, and sends a public and a pending review. */
async function addReviews(
  { client, admin, site }: ReviewStage,
  strings: readonly string[],
): Promise<LoggedInUser[]> {
  const people = await createVerifiedPeople(site, client, strings.length, {
    getName: (index) => strings[index] ?? '',
  })
  const authors = await runInParallel(people, maxParallel, (person) => logIn(client, person))
  for (const code of [commented, pendingCode])
    await runInParallel([...authors.entries()], maxParallel, async ([index, author]) => {
      const review = {
        store_name: 'taobao',
        product_code: code,
        comment: strings.at(-1 - index),
        rating: 1 + (index % 5),
      }
      getRow(await client.call('POST /review/postReview', review, as(author)))
    })
  const path = `GET /review/findReview?product_code=${commented}&status=pending`
  const reviews = getRows(await client.call(path, undefined, as(admin)))
  await runInParallel(reviews, maxParallel, async ({ _id }) => {
    const call = `PATCH /review/approveOrDenyReview?review_id=${_id}&status=approved`
    getRow(await client.call(call, undefined, as(admin)))
  })
  return authors
}

async function addAgent(client: TestClient, admin: LoggedInUser, text: string): Promise<Reply> {
  const { headers, body } = await aForm({ ...agentValue(text), offer: text }, { bytes: onePixel })
  return client.send('/api/v1/agent/createAgent', {
    method: 'POST',
    headers: { ...headers, authorization: admin.token },
    ...(body && { body }),
  })
}

/** Sends texts that hide or reverse other texts, which every field must reject. */
async function sendForbidden(
  client: TestClient,
  admin: LoggedInUser,
  member: LoggedInUser,
): Promise<string[]> {
  const acceptedForbidden: string[] = []
  for (const [index, text] of refusedStrings.entries()) {
    const product = { name: text, price: 1, storeName: 'taobao', productCode: `refused-${index}` }
    const review = { store_name: 'taobao', product_code: commented, comment: text, rating: 3 }
    const account = { ...createUser(), name: text }
    const replies = [
      await client.call('POST /products/addProduct', product, as(admin)),
      await client.call('POST /review/postReview', review, as(member)),
      await client.call('POST /users/createUser', account, { from: createAddress() }),
      await addAgent(client, admin, text),
    ]
    for (const { status } of replies.filter((reply) => reply.status !== 400))
      acceptedForbidden.push(`${JSON.stringify(text)} got status ${status}`)
  }
  return acceptedForbidden
}
