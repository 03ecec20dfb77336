import { describe, expect } from 'vitest'
import type { PageReading } from '#features/readings/page-reading.ts'
import { formatReadingFragment } from '#features/readings/web/bookmarklet/reading-fragment.ts'
import { test } from '../support/accounts.ts'

const reading: PageReading = {
  page: 'item',
  shopType: 'taobao',
  id: '990000812233',
  skuId: null,
  title: 'Waxed canvas apron <img src=/canary/x onerror="window.__ran=1">',
  price: 88,
  priceTo: null,
  currency: 'CNY',
  variants: [['Olive', 'Sand']],
  weightGrams: 410,
  pictures: ['https://img.alicdn.com/imgextra/a1.jpg'],
  variant: null,
  photos: [],
  unreadPhotos: 0,
}

describe("the bookmark on the site's own pages", () => {
  test('shows what an address hands over, takes it out of the address, and sends nothing by itself', async ({
    asVisitor,
  }) => {
    const { page, apiCalls } = await asVisitor()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')))
    await page.goto(`/handover${formatReadingFragment(reading)}`)
    await page.getByRole('heading', { name: 'This will be stored' }).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await page.getByText('Waxed canvas apron').first().waitFor()
    await expect.poll(() => page.evaluate('window.__ran')).toBeUndefined()
    expect(apiCalls.filter((call) => !call.startsWith('GET '))).toEqual([])
    const texts = ['canary', 'apron', '990000812233']
    expect(requested.slice(1).filter((request) => texts.some((text) => request.includes(text)))).toEqual([])
  })

  for (const [what, fragment] of [
    ['cut short', formatReadingFragment(reading).slice(0, -9)],
    ['of another kind', `#reading=${btoa('{"page":"item","pictures":["https://10.0.0.1/a.jpg"]}')}`],
    ['empty', '#reading='],
  ])
    test(`shows nothing of an address that is ${what}`, async ({ asVisitor }) => {
      const { page } = await asVisitor()
      await page.goto(`/handover${fragment}`)
      await page.getByRole('heading', { name: 'Nothing was handed over yet' }).waitFor()
      await expect.poll(() => new URL(page.url()).hash).toBe('')
    })

  test('says where to choose the files when photos found no room', async ({ asMember }) => {
    const { page } = await asMember()
    const order: PageReading = { ...reading, page: 'order', pictures: [], unreadPhotos: 3 }
    await page.goto(`/handover${formatReadingFragment(order)}`)
    await expect
      .poll(() => page.getByRole('link', { name: 'Choose saved files' }).getAttribute('href'))
      .toBe('/product/taobao/990000812233#qc')
  })

  test('gives a link to drag, with the address of this site, and the same to copy', async ({
    asVisitor,
    origin,
  }) => {
    const { page, context } = await asVisitor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/extension')
    const link = page.getByRole('link', { name: 'Hand over to Chopmark' })
    await expect.poll(async () => String(await link.getAttribute('href')).slice(0, 11)).toBe('javascript:')
    const address = String(await link.getAttribute('href'))
    expect(decodeURIComponent(address)).toContain(JSON.stringify(origin))
    await page.getByRole('button', { name: 'Copy its address' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address)
    await link.click()
    await page.getByText('Drag it to your bookmarks bar.').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/extension')
  })
})
