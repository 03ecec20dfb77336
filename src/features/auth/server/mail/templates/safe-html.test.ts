import { expect, test } from 'vitest'
import { html, trustedHtml } from './safe-html.ts'

test('escapes text between tags and in attributes', () => {
  const evil = `"><script>alert('x')</script>&amp;`
  expect(html`<a title="${evil}">${evil}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;</a>',
  )
})

test('does not escape SafeHtml or trusted text', () => {
  const items = ['a < b', 'c'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${trustedHtml('<style>a>b{}</style>')}`.text).toBe(
    '<ul><li>a &lt; b</li><li>c</li></ul><style>a>b{}</style>',
  )
})
