import { expect } from 'vitest'
import { anAccount, aSecret, signIn, test } from './accounts.ts'

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
type Case = { beside: Stored; values: string[]; isRight: (left: Stored) => boolean }

/** Per key: what stands beside it, what is put into it, and whether what is left is right. */
const cases: Record<string, Case> = {
  token: { beside: { user: JSON.stringify(ann) }, values: junk, isRight: (left: Stored) => isNobody(left) },
  user: {
    beside: { token: 'a-token' },
    values: [...junk, ...users],
    isRight: (left: Stored) => isNobody(left),
  },
  platform: { beside: {}, values: junk, isRight: ({ platform }: Stored) => platform === 'KakoBuy' },
  platform_img: {
    beside: { platform: 'CNFans' },
    values: junk,
    isRight: ({ platform, platform_img = '' }: Stored) => platform === 'CNFans' && /^\/\w/.test(platform_img),
  },
  theme: { beside: {}, values: junk, isRight: ({ theme }: Stored) => theme === undefined },
  url: { beside: {}, values: junk, isRight: ({ url }: Stored) => url === undefined },
  country: { beside: {}, values: [...junk, 'de'], isRight: ({ country }: Stored) => country === undefined },
  currency: {
    beside: {},
    values: [...junk, 'eur'],
    isRight: ({ currency }: Stored) => currency === undefined,
  },
}

function isNobody({ token, user }: Stored): boolean {
  return token === undefined && user === undefined
}

test.for(Object.entries(cases))(
  'a stored %s that is none is replaced, and every page works',
  { timeout: 180_000 },
  async ([key, { beside, values, isRight }], { site, asVisitor }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin, allow: [/status of 401/] })
    for (const [place, value] of values.entries()) {
      const path = pages[place % pages.length] ?? '/'
      await page.goto('/icon.svg') // without scripts, so that nothing is put right before the page is there
      await page.evaluate(
        (entries) => {
          localStorage.clear()
          for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text)
        },
        { ...beside, [key]: value },
      )
      await page.goto(path)
      await hydrated()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const left = () => page.evaluate(() => ({ ...localStorage }))
      await expect
        .poll(async () => isRight(await left()), { message: `${key} ${value.slice(0, 40)} on ${path}` })
        .toBe(true)
      await expect.poll(() => page.evaluate(() => '__xss' in window)).toBe(false)
    }
  },
)

test('a member’s other values are put right without touching the session', async ({ site, asVisitor }) => {
  const visit = await asVisitor({ origin: site.origin })
  const { approvalToken } = await signIn(visit, await anAccount(site))
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
  await visit.page.getByRole('banner').getByRole('button', { name: 'Logout' }).waitFor()
})

test('a remembered place that leads elsewhere is not gone to after a login', async ({ site, asVisitor }) => {
  const account = await anAccount(site)
  const visit = await asVisitor({ origin: site.origin })
  for (const place of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/..//evil.example',
    'javascript:1',
  ]) {
    await signIn(visit, account)
    await visit.page.evaluate((text) => sessionStorage.setItem('remembered-location', text), place)
    await visit.page.goto('/login') // somebody who is signed in goes on from here
    await visit.page.waitForURL(({ pathname }) => pathname !== '/login')
    await expect.poll(() => visit.page.url()).toBe(`${site.origin}/`)
  }
  expect(visit.departures).toEqual([])
})

test('what was typed into the register form outlasts a reload, but no password does', async ({
  site,
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  await page.goto('/register')
  await hydrated()
  await page.getByLabel('Full Name', { exact: true }).fill('Ann Lee')
  await page.getByLabel('Email address', { exact: true }).fill('ann@chopmark.example')
  await page.getByLabel('Password', { exact: true }).fill('canary-of-a-draft')
  const kept = await page.evaluate(() => Object.values({ ...sessionStorage, ...localStorage }).join())
  expect(kept).toContain('ann@chopmark.example')
  expect(kept).not.toContain('canary-of-a-draft')
  await page.goto('/tools')
  await page.goto('/register')
  await expect.poll(() => page.getByLabel('Full Name', { exact: true }).inputValue()).toBe('Ann Lee')
  await expect
    .poll(() => page.getByLabel('Email address', { exact: true }).inputValue())
    .toBe('ann@chopmark.example')
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
})

test('what was typed into the register form is gone once it was sent', async ({ site, asVisitor }) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  const password = aSecret()
  await page.goto('/register')
  await hydrated()
  await page.getByLabel('Full Name', { exact: true }).fill('Ann Lee')
  await page.getByLabel('Email address', { exact: true }).fill(`${aSecret().toLowerCase()}@chopmark.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account', exact: true }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('draft')
})
