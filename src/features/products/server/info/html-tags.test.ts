import { describe, expect, test } from 'vitest'
import { parseStartTags } from './html-tags.ts'

const parseTags = (html: string) =>
  [...parseStartTags(html)].map(({ name, attributes }) => [name, Object.fromEntries(attributes)])

describe('the tags of a page', () => {
  test.each<[string, string, unknown[]]>([
    [
      'attributes in every spelling',
      `<Meta A="1" b='2' c=3 d e = "5" F/>`,
      [['meta', { a: '1', b: '2', c: '3', d: '', e: '5', f: '' }]],
    ],
    [
      'special characters inside quotes',
      `<a title="x > y" href='"'>`,
      [['a', { title: 'x > y', href: '"' }]],
    ],
    ['entities once', '<a t="&quot;&amp;lt;&#x4e2d;">', [['a', { t: '"&lt;中' }]]],
    ['entities of every name', '<a t="Caf&eacute;">', [['a', { t: 'Café' }]]],
    [
      'unchanged URLs',
      '<a href="/x?a=1&copy=2&lang=en&amp;b">',
      [['a', { href: '/x?a=1&copy=2&lang=en&b' }]],
    ],
    ['the first of equal names', '<a t=1 T=2>', [['a', { t: '1' }]]],
    ['nothing in comments', '<!-- <a> --><b>', [['b', {}]]],
    [
      'nothing in scripts, styles and titles',
      '<script>"<a>"</SCRIPT><style><b></style><title><c></title><d>',
      [
        ['script', {}],
        ['style', {}],
        ['title', {}],
        ['d', {}],
      ],
    ],
    ['no end tags and no single characters', 'a < b </p> <> <3 <i>', [['i', {}]]],
    ['a tag that never ends', '<a href="x', [['a', { href: 'x' }]]],
    ['an unclosed script', '<script><a>', [['script', {}]]],
    ['special characters instead of a name', '<a =x "y" =>', [['a', { '=': '', x: '', '"y"': '' }]]],
  ])('parses %s', (_case, html, expected) => {
    const tags = parseTags(html)
    expect(tags.map(([name]) => name)).toEqual(expected.map((tag) => (tag as [string])[0]))
    expect(tags).toMatchObject(expected)
  })

  test.each([
    ['<', '<'.repeat(2_000_000)],
    ['open tags', '<a '.repeat(700_000)],
    ['attributes', `<a ${'b=c '.repeat(500_000)}>`],
    ['equal signs', `<a ${'='.repeat(2_000_000)}>`],
    ['quotes', `<a ${'"'.repeat(2_000_000)}`],
    ['open quotes', '<a b="'.repeat(300_000)],
    ['comments', '<!--'.repeat(500_000)],
    ['spaces', `<a${' '.repeat(2_000_000)}`],
    ['entities', `<a b="${'&#x'.repeat(700_000)}">`],
  ])('parses two megabytes of %s in linear time', (_name, html) => {
    // Quadratic time would take hours, so the test's time limit would end it.
    let maxAttributes = 0
    for (const tag of parseStartTags(html)) maxAttributes = Math.max(maxAttributes, tag.attributes.size)
    expect(maxAttributes).toBeLessThanOrEqual(50)
  })
})
