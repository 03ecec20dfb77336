import { expect, test } from 'vitest'
import { splitLinkTexts } from './split-link-texts.ts'

test.each([
  ['nothing', '', []],
  ['blank lines', '\n  \n\t\r\n', []],
  ['one link', 'https://weidian.com/item.html?itemID=1', ['1 https://weidian.com/item.html?itemID=1']],
  ['a link a line', 'https://a.com/1\nhttps://b.com/2', ['1 https://a.com/1', '2 https://b.com/2']],
  [
    'Windows line ends',
    'https://a.com/1\r\n\r\nhttps://b.com/2\r\n',
    ['1 https://a.com/1', '3 https://b.com/2'],
  ],
  ['links beside each other', 'https://a.com/1  http://b.com/2', ['1 https://a.com/1', '1 http://b.com/2']],
  ['words in front of a link', 'look at this https://a.com/1', ['1 look at this https://a.com/1']],
  [
    'words between links',
    'a https://a.com/1 b HTTPS://b.com/2 c',
    ['1 a https://a.com/1 b', '1 HTTPS://b.com/2 c'],
  ],
  ['a link in a link', 'https://a.com/?url=https://b.com/2', ['1 https://a.com/?url=https://b.com/2']],
  ['a link without its scheme', 'weidian.com/item.html?itemID=1', ['1 weidian.com/item.html?itemID=1']],
])('takes apart %s', (_what, input, pieces) => {
  expect(splitLinkTexts(input).map(({ line, text }) => `${line} ${text}`)).toEqual(pieces)
})
