import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ItemPaper, NoItemPaper } from './ItemPaper.tsx'

type PaperProps = ComponentProps<typeof ItemPaper>

const item = { shopType: 'taobao', productCode: '990000731204' } as const
const hints = {
  title: '加绒加厚连帽卫衣',
  price: 168,
  priceTo: null,
  currency: 'CNY',
  skuId: null,
  from: 'pasted',
  at: Date.UTC(2026, 10, 26),
} as const

/** The paper's words, without those that only screen readers read. */
function readPaper(props: Partial<PaperProps>): string {
  const paper = (
    <QueryClientProvider client={new QueryClient()}>
      <ItemPaper
        item={item}
        title="Taobao item 990000731204"
        state="no-source"
        hints={undefined}
        reading={undefined}
        price={null}
        isBusy={false}
        onRetry={() => undefined}
        {...props}
      >
        <p>The range.</p>
      </ItemPaper>
    </QueryClientProvider>
  )
  return toText(renderToStaticMarkup(paper))
}

const toText = (markup: string) =>
  markup
    .replaceAll(/<span class="visually-hidden">.*?<\/span>/g, '')
    .replaceAll(/<\/(p|h1|a|li|form|label)>/g, '|')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")

const label = 'Taobao · item 990000731204|Taobao item 990000731204|'

test.each([
  ['no-source', 'We have no details of this item yet.|Only a number so far.|Open on Taobao|The range.|'],
  [
    'walled',
    "Taobao shows this page only to people who are logged in.|You can see it, we can't.|Open on Taobao|The range.|",
  ],
  [
    'unavailable',
    "Product information is temporarily unavailable.|We can't load the details right now. You can still buy.|Open on Taobao|Try Again|The range.|",
  ],
] as const)('the paper of the state %s says what is known', (state, text) => {
  expect(readPaper({ state })).toBe(label + text)
})

test('names the marketplace that shows the page only after a login', () => {
  const text = readPaper({ state: 'walled', item: { shopType: 'ali_1688', productCode: '12' } })
  expect(text).toContain('1688 shows this page only to people who are logged in.')
  expect(text).toContain('Open on 1688')
})

test('an item that is not found has the specified sentences, what to check, and no range', () => {
  const text = readPaper({ state: 'not-found' })
  expect(text).toContain('Product not found!|Oops! The product code seems to be incorrect.|What to check:|')
  expect(text).toContain('Paste the link again')
  expect(text).not.toContain('The range.')
  expect(toText(renderToStaticMarkup(<NoItemPaper />))).toContain(
    'Product not found!|Oops! The product code seems to be incorrect.|What to check:|',
  )
})

test.each(['no-source', 'walled', 'unavailable'] as const)(
  'what the pasted link says replaces the sentences of the state %s',
  (state) => {
    const price = { amount: 168, amountTo: null, currency: 'CNY' }
    expect(readPaper({ state, hints, price, title: hints.title })).toBe(
      'From the link you pasted, 26 Nov 2026 · Taobao 990000731204|加绒加厚连帽卫衣|¥168.00 CNY |Open on Taobao|The range.|',
    )
  },
)

test('a link that states a title or a price alone shows what there is', () => {
  const from = 'From the link you opened, 26 Nov 2026 · Taobao 990000731204|'
  const opened = { ...hints, from: 'opened' } as const
  expect(readPaper({ hints: { ...opened, price: null, currency: null }, title: hints.title })).toBe(
    `${from}加绒加厚连帽卫衣|Open on Taobao|The range.|`,
  )
  const price = { amount: 168, amountTo: 200, currency: 'CNY' }
  expect(readPaper({ hints: { ...opened, title: null }, price })).toBe(
    `${from}Taobao item 990000731204|¥168.00–¥200.00 CNY|Open on Taobao|The range.|`,
  )
})
