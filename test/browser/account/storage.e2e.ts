import { expect } from 'vitest'
import { createPassword, putAccount } from '#support/users.ts'
import { signIn, test } from '../support/accounts.ts'

const ann = { id: 'u1', _id: 'u1', name: 'Ann', email: 'ann@chopmark.example', role: 'user' }
const payload = '"><img src=x onerror="window.__xss=1">'

/** What a prankster, a former version or a bad disk may have left behind. */
const junk = [
  '',
  ' ',
  'null',
  'undefined',
  '5',
  'true',
  '[]',
  '{}',
  '{bad',
  '"text"',
  payload,
  'javascript:window.__xss=1',
  'data:text/html,<script>window.__xss=1</script>',
  '//evil.example/a.png',
  'a\nb\u0000c',
  '{"__proto__":{"role":"admin"}}',
  'x'.repeat(100_000),
]
const users = [
  { ...ann, role: 'root' },
  { ...ann, role: ['admin'] },
  { ...ann, id: 7 },
  { ...ann, name: { toString: payload } },
  { ...ann, email: null },
  [ann],
].map((user) => JSON.stringify(user))

const pages = ['/', '/popular', '/product/weidian/9900661650', '/tools', '/convert', '/login', '/register']

type Stored = Record<string, string>
type Case = { values: string[]; isRight: (left: Stored) => boolean }
type Group = { beside: Stored; keys: Record<string, Case> }

/** Keys that have nothing to do with each other are spoiled at once; per key: with what, and whether what is left is right. */
const groups: Group[] = [
  {
    beside: { user: JSON.stringify(ann) },
    keys: {
      token: { values: junk, isRight: isLoggedOut },
      platform: { values: junk, isRight: ({ platform }) => platform === 'KakoBuy' },
      theme: { values: junk, isRight: ({ theme }) => theme === undefined },
      url: { values: junk, isRight: ({ url }) => url === undefined },
      country: { values: [...junk, 'de'], isRight: ({ country }) => country === undefined },
      currency: { values: [...junk, 'eur'], isRight: ({ currency }) => currency === undefined },
    },
  },
  {
    beside: { token: 'a-token', platform: 'CNFans' },
    keys: {
      user: { values: [...junk, ...users], isRight: isLoggedOut },
      platform_img: {
        values: junk,
        isRight: ({ platform, platform_img = '' }) => platform === 'CNFans' && /^\/\w/.test(platform_img),
      },
    },
  },
]

function isLoggedOut({ token, user }: Stored): boolean {
  return token === undefined && user === undefined
}

test.for(groups.map((group) => ({ ...group, names: Object.keys(group.keys).join(', ') })))(
  'stored values that are none are replaced, and every page works: $names',
  { timeout: 180_000 },
  async ({ beside, keys }, { site, asVisitor }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin, allow: [/status of 401/] })
    const rounds = Math.max(...Object.values(keys).map(({ values }) => values.length))
    for (let round = 0; round < rounds; round += 1) {
      const spoiled = Object.entries(keys).map(([key, { values }]) => [
        key,
        values[round % values.length] ?? '',
      ])
      const stored: Stored = { ...beside, ...Object.fromEntries(spoiled) }
      const path = pages[round % pages.length] ?? '/'
      await page.goto('/icon.svg') // without scripts, so that nothing is put right before the page is there
      await page.evaluate((entries) => {
        localStorage.clear()
        for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text)
      }, stored)
      await page.goto(path)
      await hydrated()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const left = (): Promise<Stored> => page.evaluate(() => ({ ...localStorage }))
      for (const [key, { isRight }] of Object.entries(keys))
        await expect
          .poll(async () => isRight(await left()), { message: `${key} of round ${round} on ${path}` })
          .toBe(true)
      await expect.poll(() => page.evaluate(() => '__xss' in window)).toBe(false)
    }
  },
)

test('repairs a member’s other stored values without changing the session', async ({ site, asVisitor }) => {
  const visit = await asVisitor({ origin: site.origin })
  const { approvalToken } = await signIn(visit, site, await putAccount(site))
  await visit.page.evaluate(() => {
    localStorage.setItem('theme', '<dark>')
    localStorage.setItem('url', 'javascript:alert(1)')
    localStorage.setItem('platform', '')
  })
  await visit.page.goto('/tools')
  await visit.hydrated()
  const left = () => visit.page.evaluate(() => ({ ...localStorage }))
  await expect.poll(async () => (await left()).platform).toBe('KakoBuy')
  await expect.poll(() => left()).toMatchObject({ token: approvalToken })
  expect(Object.keys(await left())).not.toContain('url')
  await visit.page.getByRole('banner').getByRole('link', { name: 'My Collection' }).waitFor()
})

test('ignores a stored return path to another site after a login', async ({ site, asVisitor }) => {
  const account = await putAccount(site)
  const visit = await asVisitor({ origin: site.origin })
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/..//evil.example',
    'javascript:1',
  ]) {
    await signIn(visit, site, account)
    await visit.page.evaluate((text) => sessionStorage.setItem('remembered-location', text), path)
    await visit.page.goto('/login') // a logged-in user is redirected from here
    await visit.page.waitForURL(({ pathname }) => pathname !== '/login')
    await expect.poll(() => visit.page.url()).toBe(`${site.origin}/`)
  }
  expect(visit.departures).toEqual([])
})

test('the registration form’s values survive a reload, except passwords', async ({ site, asVisitor }) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  await page.goto('/register')
  await hydrated()
  await page.getByLabel('Full Name', { exact: true }).fill('Ann Lee')
  await page.getByLabel('Email address', { exact: true }).fill('ann@chopmark.example')
  await page.getByLabel('Password', { exact: true }).fill('canary-of-a-draft')
  const stored = await page.evaluate(() => Object.values({ ...sessionStorage, ...localStorage }).join())
  expect(stored).toContain('ann@chopmark.example')
  expect(stored).not.toContain('canary-of-a-draft')
  await page.goto('/tools')
  await page.goto('/register')
  await expect.poll(() => page.getByLabel('Full Name', { exact: true }).inputValue()).toBe('Ann Lee')
  await expect
    .poll(() => page.getByLabel('Email address', { exact: true }).inputValue())
    .toBe('ann@chopmark.example')
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
})

test('the registration form’s stored values are deleted after sending', async ({ site, asVisitor }) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  const password = createPassword()
  await page.goto('/register')
  await hydrated()
  await page.getByLabel('Full Name', { exact: true }).fill('Ann Lee')
  await page
    .getByLabel('Email address', { exact: true })
    .fill(`${createPassword().toLowerCase()}@chopmark.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account', exact: true }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('draft')
})
