import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { productInfos, watches, watchNotices } from '#db/schema.ts'
import { aProduct } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createInfo, createObserver, createWatcher, watchedItem } from '#test/fixtures/watch-fixture.ts'
import { type Mail, useMailBox } from '#test/mail-box.ts'

const site = 'https://chopmark.test'
const otherItem = { shopType: 'taobao', itemId: '652874751412' } as const
const findHeader = ({ headers }: Mail, name: string) => headers.find(({ key }) => key === name)?.value
/** The address in List-Unsubscribe, below the site's own. */
const findUnsubscribePath = (mail: Mail) =>
  /^<https:\/\/chopmark\.test(\/api\/v1\/watches\/off\?token=[\w-]+)>$/.exec(
    findHeader(mail, 'list-unsubscribe') ?? '',
  )?.[1] ?? ''
const form = 'application/x-www-form-urlencoded'

describe('emails about watched items', () => {
  const database = useDatabase()
  const box = useMailBox()
  const app = useApp(database, {
    get env() {
      return { PUBLIC_URL: site, SMTP_URL: box.url }
    },
  })
  const observe = createObserver(app)
  const observeOther = createObserver(app, otherItem)
  const createUser = (user = {}) => createWatcher(database, app, user)
  /** Makes the last emails two hours older. */
  const passTwoHours = () =>
    database.db.update(watchNotices).set({ mailedAt: sql`${watchNotices.mailedAt} - interval '2 hours'` })
  const mailed = () => database.db.$count(watchNotices, sql`mailed_at is not null`)
  const unsubscribe = (path: string, body = 'List-Unsubscribe=One-Click', type = form) =>
    app().send(path, { method: 'POST', headers: { 'content-type': type }, body })
  const byMail = async () =>
    (await database.db.select().from(watches)).map((watch) => [watch.itemId, watch.byMail]).toSorted()

  test('say what changed, link to the item, and stop with one click', async () => {
    const { watchItem, email } = await createUser({ name: 'Mat Ruler' })
    await aProduct(database.db, { ...watchedItem, name: 'Heavy cotton tee', priceFen: 21_900 })
    await watchItem({ below: 200 })
    await watchItem({ productCode: otherItem.itemId, shopType: otherItem.shopType, below: 200 })
    await observe({ price: 189.5 })
    const mail = await box.next(email)
    expect(mail.subject).toBe('An item you watch is now ¥189.50')
    expect(mail.text).toContain('Hello Mat Ruler,')
    expect(mail.text).toContain('Heavy cotton tee\n¥189.50 now, below ¥200.00.')
    expect(mail.links).toEqual([
      `${site}/product/weidian/${watchedItem.itemId}`,
      expect.stringMatching(`^${site}/watch-off\\?token=[\\w-]+$`),
      `${site}/product/weidian/${watchedItem.itemId}`,
    ])
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(/)
    expect(findHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const path = findUnsubscribePath(mail)
    expect((await app().send(path)).status).toBe(405)
    expect(await byMail()).toEqual([
      [otherItem.itemId, true],
      [watchedItem.itemId, true],
    ])
    const { status, body } = await unsubscribe(path)
    expect([status, body?.message, body?.data]).toEqual([
      200,
      "You won't get more emails about this item.",
      { all: false },
    ])
    expect(await byMail()).toEqual([
      [otherItem.itemId, true],
      [watchedItem.itemId, false],
    ])
    await expect.poll(mailed).toBe(1)
  })

  test('stop for any request body, repeatedly, and for all items on request', async () => {
    const { watchItem, id: userId } = await createUser()
    await watchItem({ newPhotos: true })
    await watchItem({ productCode: otherItem.itemId, shopType: otherItem.shopType, newPhotos: true })
    const token = app().features.watches.tokens.seal({ userId, item: watchedItem })
    const path = `/api/v1/watches/off?token=${token}`
    const parts =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await unsubscribe(path, parts, 'multipart/form-data; boundary=x')).status).toBe(200)
    expect((await unsubscribe(path, '{', 'application/json')).status).toBe(200)
    expect((await app().send(path, { method: 'POST' })).status).toBe(200)
    expect(await byMail()).toEqual([
      [otherItem.itemId, true],
      [watchedItem.itemId, false],
    ])
    expect((await unsubscribe(`${path}&all=true`)).body?.data).toEqual({ all: true })
    expect(await byMail()).toEqual([
      [otherItem.itemId, false],
      [watchedItem.itemId, false],
    ])
  })

  test('do not stop when the token is forged', async () => {
    const { watchItem, id: userId } = await createUser()
    await watchItem({ newPhotos: true })
    const token = app().features.watches.tokens.seal({ userId, item: watchedItem })
    const forged = [
      'not-a-token',
      token.slice(0, -1),
      `${token}A`,
      token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      Buffer.from(`${userId} weidian ${watchedItem.itemId}`).toString('base64url'),
    ]
    for (const forgedToken of forged) {
      const { status, body } = await unsubscribe(`/api/v1/watches/off?token=${forgedToken}`)
      expect([status, body?.message]).toEqual([400, 'This link is not valid.'])
    }
    expect((await unsubscribe(`/api/v1/watches/off?token=${'A'.repeat(500)}`)).status).toBe(400)
    expect(await byMail()).toEqual([[watchedItem.itemId, true]])
  })

  test('are sent once an hour at most, with all changes since then in one email', async () => {
    const { watchItem, email, id: userId } = await createUser()
    await watchItem({ below: 200 })
    await watchItem({
      productCode: otherItem.itemId,
      shopType: otherItem.shopType,
      backInStock: true,
      newPhotos: true,
    })
    await observe({ price: 150 })
    await box.next(email)
    await expect.poll(mailed).toBe(1)
    await observeOther({ stock: 0 }, new Date(Date.now() - 1000))
    await observeOther({ stock: 1 })
    await database.db.transaction((tx) => app().features.watches.onNewPhotos(tx, otherItem, { count: 3 }))
    await app().features.watches.checkDue()
    expect(box.mails).toHaveLength(1)
    await passTwoHours()
    await app().features.watches.checkDue()
    const mail = await box.next(email)
    expect(mail.subject).toBe('2 updates on items you watch')
    expect(mail.text).toContain('Taobao item 652874751412\n3 new QC photos.')
    expect(mail.text).toContain('Taobao item 652874751412\nBack in stock.')
    const [call, page] = [findUnsubscribePath(mail), mail.links.find((link) => link.includes('/watch-off'))]
    const { tokens } = app().features.watches
    const tokenIn = (link = '') => new URL(link, site).searchParams.get('token') ?? ''
    expect(tokens.open(tokenIn(call))).toEqual({ userId, item: otherItem })
    expect(tokens.open(tokenIn(page))).toEqual({ userId, item: otherItem })
    await expect.poll(mailed).toBe(3)
    await passTwoHours()
    await app().features.watches.checkDue()
    expect(box.mails).toHaveLength(2)
  })

  test('stop for all items when the email program’s button belongs to an email about several', async () => {
    const { watchItem, email, id: userId } = await createUser()
    await watchItem({ newPhotos: true })
    await watchItem({ productCode: otherItem.itemId, shopType: otherItem.shopType, newPhotos: true })
    await database.db.transaction(async (tx) => {
      await app().features.watches.onNewPhotos(tx, watchedItem, { count: 1 })
      await app().features.watches.onNewPhotos(tx, otherItem, { count: 1 })
    })
    const mail = await box.next(email)
    expect(mail.text).toContain('1 new QC photo.')
    const token = new URL(findUnsubscribePath(mail), site).searchParams.get('token') ?? ''
    expect(app().features.watches.tokens.open(token)).toEqual({ userId })
    expect((await unsubscribe(findUnsubscribePath(mail))).body?.message).toBe(
      "You won't get more emails about watched items.",
    )
    expect(await byMail()).toEqual([
      [otherItem.itemId, false],
      [watchedItem.itemId, false],
    ])
  })

  test('are not sent to users who are blocked, unverified, read the notice, turned emails off or stopped watching', async () => {
    const people = [
      await createUser({ status: 'blocked' }),
      await createUser({ verifiedAt: null }),
      await createUser(),
      await createUser(),
      await createUser(),
      await createUser(),
    ] as const
    const rows = people.map(({ id: userId }) => ({
      ...watchedItem,
      userId,
      newPhotos: true,
      belowFen: 20_000,
    }))
    await database.db.insert(watches).values(rows)
    const [, , reader, silent, gone, notified] = people
    await silent.watchItem({ below: 200, byMail: false })
    await gone.send('DELETE', `/watches/${watchedItem.itemId}?shopType=weidian`)
    await database.db.insert(watchNotices).values({
      ...watchedItem,
      userId: reader.id,
      kind: 'stock',
      readAt: new Date(),
    })
    await database.db.update(watches).set({ isBelow: true }).where(sql`user_id = ${reader.id}`)
    await observe({ price: 100 })
    await box.next(notified.email)
    await app().features.watches.checkDue()
    await expect.poll(mailed).toBe(1)
    expect(box.mails.flatMap(({ recipients }) => recipients)).toEqual([notified.email])
  })

  test('are sent once after an outage of the mail server', async () => {
    const { watchItem, email } = await createUser()
    await watchItem({ below: 200 })
    box.down()
    await observe({ price: 100 })
    await box.attempts(2)
    expect(await mailed()).toBe(0)
    box.up()
    await box.next(email)
    await expect.poll(mailed).toBe(1)
    await app().features.watches.checkDue()
    expect(box.mails).toHaveLength(1)
  })

  test.each([
    'Cheap at evil.example now',
    'https://evil.test',
    'www.evil',
    'me@evil.test',
    '<b>Tee</b> & "x"',
  ])('contain no link for a seller’s title %j', async (title) => {
    const { watchItem, email } = await createUser()
    const info = { ...createInfo(), title }
    await database.db
      .insert(productInfos)
      .values({ ...watchedItem, info, source: 'storefront', fetchedAt: new Date() })
    await watchItem({ below: 200 })
    await observe({ price: 100 })
    const { text, html, subject } = await box.next(email)
    expect(text + html + subject).not.toContain('evil')
    expect(html).not.toContain('<b>Tee')
  })

  test('cut a long name between characters, not inside one', async () => {
    const { watchItem, email } = await createUser()
    const info = { ...createInfo(), title: `T${'😀'.repeat(130)}` }
    await database.db
      .insert(productInfos)
      .values({ ...watchedItem, info, source: 'storefront', fetchedAt: new Date() })
    await watchItem({ below: 200 })
    await observe({ price: 100 })
    const { text, html } = await box.next(email)
    for (const part of [text, html]) {
      expect(part).toContain(`T${'😀'.repeat(119)}`)
      expect(part).not.toMatch(/\ufffd|\p{Cs}/u)
    }
  })
})
