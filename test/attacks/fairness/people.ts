import { setTimeout as delay } from 'node:timers/promises'
import { getImageUrl } from '#shared/image-urls.ts'
import { aPng, filePart, rawForm } from '#support/forms.ts'
import type { Reply, TestClient, TestRequest } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { putAccount, type TestAccount } from '#support/users.ts'
import { createItemNumber, listNewPictures } from '../faults/probes.ts'
import type { Stage } from '../faults/stage.ts'
import { listCataloguePictures } from './addresses.ts'

/** Groups of steps that are compared: cached content, items that are new to the site, actions with an account. */
export const kinds = ['visitor', 'newcomer', 'member'] as const
export type Kind = (typeof kinds)[number]
/** One request of an ordinary person; `wrong` describes why it failed. */
export type Step = { kind: Kind; from: number; until: number; wrong?: string }

/** People do not wait longer. */
const timeoutMs = 20_000

export type SimulatedPerson = {
  steps: Step[]
  /** Sends a request and pauses. Returns undefined when the request failed. */
  step(
    kind: Kind,
    what: string,
    requestOptions: TestRequest & { path: string },
    isServed?: (reply: Reply) => boolean,
  ): Promise<Reply | undefined>
}

/** A person at an address who sends one request after the other. */
export function createPerson(
  client: TestClient,
  { from, restMs }: { from: string; restMs: () => number },
): SimulatedPerson {
  const steps: Step[] = []
  return {
    steps,
    async step(kind, what, { path, ...requestOptions }, isServed = () => true) {
      const startMs = performance.now()
      const late = new AbortController()
      const timeout = delay(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined)
      const reply = await Promise.race([client.send(path, { ...requestOptions, from }), timeout]).catch(
        (error: unknown) => String(error),
      )
      late.abort()
      const wrong = describeProblem(reply, isServed)
      steps.push({
        kind,
        from: startMs,
        until: performance.now(),
        ...(wrong && { wrong: `${what}: ${wrong}` }),
      })
      await delay(restMs())
      return typeof reply === 'object' && !wrong ? reply : undefined
    },
  }
}

function describeProblem(
  reply: Reply | string | undefined,
  isServed: (reply: Reply) => boolean,
): string | undefined {
  if (reply === undefined) return `no response in ${timeoutMs / 1000} s`
  if (typeof reply === 'string') return reply
  return reply.status < 400 && isServed(reply) ? undefined : `${reply.status} ${reply.text.slice(0, 160)}`
}

const html = { accept: 'text/html', 'accept-encoding': 'br' }
const page = (path: string) => ({ path, headers: html })
const call = (path: string) => ({ path: `/api/v1${path}` })

/** Ordinary steps of a visitor: pages, images, a search, a pasted link. */
export async function browseSite({ step }: SimulatedPerson, pictures: string[]): Promise<void> {
  const any = pictures[Math.floor(Math.random() * pictures.length)] ?? ''
  const link = encodeURIComponent(`https://weidian.com/item.html?itemID=${createItemNumber()}`)
  await step('visitor', 'home', page('/'))
  await step('visitor', 'a picture', { path: any })
  await step('visitor', 'the list', page('/popular'))
  await step('visitor', 'a small picture', { path: getImageUrl(any, 320) })
  await step('visitor', 'a search', page('/popular?MaxPrice=100'))
  await step(
    'visitor',
    'the search of the page',
    call('/products/getAllProduct?MaxPrice=100&Storefront=taobao'),
  )
  await step('visitor', 'a pasted link', call(`/links/parse?text=${link}`))
  await step('visitor', 'the calculator', page('/estimation'))
}

/** A visitor opens an item that is new to the site, and its first image. */
export async function openNewItem({ step }: SimulatedPerson): Promise<void> {
  const info = await step(
    'newcomer',
    'a new item',
    call(`/product-info?shopType=taobao&productCode=${createItemNumber()}`),
    ({ body }) => Object(body.data).state === 'known',
  )
  const { imgList } = Object(Object(info?.body.data).productInfo)
  const [first] = Array.isArray(imgList) ? imgList : []
  if (first) await step('newcomer', 'its first picture', { path: String(first).split('#', 1)[0] ?? '' })
}

/** Steps of a member from login to logout. */
export async function useAccount(
  { step }: SimulatedPerson,
  { email, password }: TestAccount,
  photo: Uint8Array,
): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const post = (path: string, value: unknown, headers = {}) => ({
    ...call(path),
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(value),
  })
  const login = await step('member', 'login', post('/auth/login', { email, password }))
  if (!login) return
  const authorization = String(login.body.approvalToken)
  const asMember = (path: string, requestOptions: TestRequest = {}) => ({
    ...call(path),
    headers: { authorization },
    ...requestOptions,
  })
  const code = createItemNumber()
  await step('member', 'the collection', asMember('/users/viewCollection'))
  const savePath = `/users/addToCollection?productCode=${code}&storeName=weidian`
  await step('member', 'saving an item', asMember(savePath, { method: 'POST' }))
  const { headers, body } = rawForm([filePart(photo)])
  const form = { method: 'POST', headers: { ...headers, authorization }, body }
  const uploaded = await step('member', 'a photo', asMember('/qc-photos/uploads', form))
  const { id } = Object(uploaded?.body.data)
  if (id)
    await step('member', 'deleting the photo', asMember(`/qc-photos/uploads/${id}`, { method: 'DELETE' }))
  const review = { store_name: 'weidian', product_code: code, comment: 'Good for the price.', rating: 4 }
  await step('member', 'a review', post('/review/postReview', review, { authorization }))
  await step('member', 'logout', post('/auth/logout', {}, { authorization }))
}

/** A photo like one of a phone, small enough that the upload itself is fast. */
export const createPhoto = () => aPng(1200, 900)

/** Returns a function that provides accounts. Each is used few times, below the hourly limits. */
export function createAccountSource(site: Site): () => Promise<TestAccount> {
  const usesOfOne = 6
  let uses = 0
  let account: TestAccount | undefined
  return async () => {
    if (!account || uses % usesOfOne === 0) account = await putAccount(site)
    uses += 1
    return account
  }
}

const visitorAt = '127.0.0.9'
const memberAt = '127.0.0.8'
const restMs = () => 15
/** Slow enough that logins and new items stay below the limits of one address. */
const roundMs = 2_700

/** Starts a visitor, a newcomer and a member, who continue until `leave`. `steps` returns all steps so far. */
export async function startVisitors(
  stage: Stage,
): Promise<{ steps: () => Step[]; leave: () => Promise<void> }> {
  const { client, site } = stage
  const [pictures, photo] = [await listCataloguePictures(stage), await createPhoto()]
  const nextAccount = createAccountSource(site)
  const visitor = createPerson(client, { from: visitorAt, restMs })
  const newcomer = createPerson(client, { from: visitorAt, restMs })
  const member = createPerson(client, { from: memberAt, restMs })
  let isOver = false
  const repeat = async (minMs: number, act: () => Promise<unknown>) => {
    while (!isOver) await Promise.all([act(), delay(minMs)])
  }
  await listNewPictures(stage, 1) // creates connections that are opened once
  const all = Promise.all([
    repeat(0, () => browseSite(visitor, pictures)),
    repeat(roundMs, () => openNewItem(newcomer)),
    repeat(roundMs / 2, async () => useAccount(member, await nextAccount(), photo)),
  ])
  all.catch(() => {}) // awaited when they leave
  return {
    steps: () => [visitor, newcomer, member].flatMap(({ steps }) => steps),
    leave: async () => {
      isOver = true
      await all
    },
  }
}
