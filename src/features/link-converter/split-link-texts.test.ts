import { expect, test } from 'vitest'
import { splitLinkTexts } from './split-link-texts.ts'

test.each([
  ['an empty text into nothing', '', []],
  ['blank lines into nothing', '\n  \n\t\r\n', []],
  ['one link', 'https://weidian.com/item.html?itemID=1', ['1 https://weidian.com/item.html?itemID=1']],
  ['one link per line', 'https://a.com/1\nhttps://b.com/2', ['1 https://a.com/1', '2 https://b.com/2']],
  [
    'links with Windows line breaks',
    'https://a.com/1\r\n\r\nhttps://b.com/2\r\n',
    ['1 https://a.com/1', '3 https://b.com/2'],
  ],
  ['two links in one line', 'https://a.com/1  http://b.com/2', ['1 https://a.com/1', '1 http://b.com/2']],
  ['text before a link', 'look at this https://a.com/1', ['1 look at this https://a.com/1']],
  [
    'text between links',
    'a https://a.com/1 b HTTPS://b.com/2 c',
    ['1 a https://a.com/1 b', '1 HTTPS://b.com/2 c'],
  ],
  [
    'a link inside another link',
    'https://a.com/?url=https://b.com/2',
    ['1 https://a.com/?url=https://b.com/2'],
  ],
  ['a link without a scheme', 'weidian.com/item.html?itemID=1', ['1 weidian.com/item.html?itemID=1']],
])('splits %s', (_case, input, texts) => {
  expect(splitLinkTexts(input).map(({ line, text }) => `${line} ${text}`)).toEqual(texts)
})
