import type { PageReading } from '#features/readings/page-reading.ts'
import { head, titled } from './page-form.ts'

/** A page that tries to be read wrongly, and what stands on it. Without other words: the title of all, for 168 yuan. */
export type HostilePage = {
  name: string
  html: string
  headers?: Record<string, string>
  reading: Partial<PageReading>
  /** How many pictures of the page's own host may be asked for, to measure them. */
  mayLoad?: number
}

const title = '羊毛混纺格纹围巾秋冬款'
const right: Partial<PageReading> = { title, price: 168, priceTo: null, currency: 'CNY' }
const run = "window.__ran=1;fetch('/canary/run')"
const script = (code: string) => `<script>${code}</script>`
const price = '<p class="now">¥168</p>'
const wrong = '<b style="font-size:40px">¥1</b>'

/** What is not to be seen, before the price. */
const hidden: HostilePage[] = [
  ['display', `<div style="display:none">${wrong}</div>`],
  ['visibility', `<div style="visibility:hidden">${wrong}</div>`],
  ['opacity', `<div style="opacity:0">${wrong}</div>`],
  ['an attribute', `<div hidden>${wrong}</div>`],
  ['a place beside the page', `<div style="position:absolute;left:-9999px">${wrong}</div>`],
  ['a single pixel', '<b style="position:absolute;width:1px;height:1px;overflow:hidden">¥1</b>'],
  ['a cut', `<div style="position:absolute;clip-path:inset(100%)">${wrong}</div>`],
  ['a cut in the flow', `<div style="clip-path:inset(50%)">${wrong}</div>`],
  ['letters of no size', '<p style="font-size:0">¥1</p>'],
  ['letters without color', '<p style="color:transparent">¥1</p>'],
  ['a box of no height', `<div style="max-height:0;overflow:hidden">${wrong}</div>`],
  ['a scale of nothing', `<div style="transform:scale(0)">${wrong}</div>`],
  ['an indent', '<p style="text-indent:-9999px">¥1</p>'],
  ['content that is not drawn', `<div style="content-visibility:hidden">${wrong}</div>`],
  ['a closed part', `<details><summary>x</summary>${wrong}</details>`],
  ['a closed dialog', `<dialog>${wrong}</dialog>`],
  ['a popover', `<div popover>${wrong}</div>`],
  ['a comment', '<!-- ¥1 -->'],
  ['a template', `<template>${wrong}</template>`],
  ['a field', '<input value="¥1"><textarea>¥1</textarea>'],
  ['a suggestion', '<datalist><option>¥1</option></datalist>'],
  ['a style', '<style>p::before{content:""}/* ¥1 */</style>'],
  ['what stands in for a canvas', `<canvas>${wrong}</canvas>`],
  ['a frame', `<iframe srcdoc="<h1>${title}</h1><p>¥1</p>"></iframe>`],
  ['an object', '<object data="data:text/html,¥1">¥1</object>'],
  ['a drawing', '<svg width="90" height="40"><text y="30" font-size="30">¥1</text></svg>'],
  [
    'markup in a drawing',
    `<svg width="90" height="40"><foreignObject width="90" height="40">${wrong}</foreignObject></svg>`,
  ],
  ['a formula', '<math><mtext>¥1</mtext></math>'],
  [
    'a closed shadow tree',
    `<x-a></x-a>${script(`document.querySelector('x-a').attachShadow({mode:'closed'}).innerHTML='<b>¥1</b>'`)}`,
  ],
  [
    'a shadow tree without a place for it',
    `<x-a>${wrong}</x-a>${script(`document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML='<i>x</i>'`)}`,
  ],
].map(([name, body]) => ({
  name: `a price hidden by ${name}`,
  html: titled(`${body}${price}`),
  reading: right,
}))

const clobbered = [
  'documentElement',
  'querySelectorAll',
  'title',
  'defaultView',
  'createRange',
  'baseURI',
  'body',
  'createElement',
  'nodeType',
  'location',
]
const formFields = [
  'nodeType',
  'firstChild',
  'nextSibling',
  'parentElement',
  'textContent',
  'getBoundingClientRect',
  'childElementCount',
  'namespaceURI',
  'getAttributeNames',
  'ownerDocument',
  'closest',
  'querySelectorAll',
  'shadowRoot',
  'hasAttribute',
]

/** Names that stand for what readers use. */
const names: HostilePage[] = [
  ...clobbered.map((name) => ({
    name: `a picture called ${name}`,
    html: titled(`<img name="${name}" alt=""><form name="${name}"></form>${price}`),
    reading: right,
  })),
  {
    name: 'a form whose fields are called like its functions',
    html: titled(
      `<form style="position:absolute">${formFields.map((name) => `<input name="${name}">`).join('')}${price}</form>`,
    ),
    reading: right,
  },
  {
    name: 'a product in such a form',
    html: `${head(`<title>${title}</title>`)}<form itemscope itemtype="https://schema.org/Product">${formFields.map((name) => `<input name="${name}">`).join('')}<h1 itemprop="name">${title}</h1>${price}</form>`,
    reading: right,
  },
  {
    name: 'links called like the window',
    html: titled(
      `<a id="performance"></a><a id="getComputedStyle"></a><a id="chrome"></a><a id="readChopmarkPage"></a>${price}`,
    ),
    reading: right,
  },
]

/** Scripts that are in the way. */
const scripts: HostilePage[] = [
  [
    'functions that throw',
    `for(const p of [Element,Node,Document,Array,String,RegExp])for(const k of Object.getOwnPropertyNames(p.prototype))try{if(k!=='constructor')Object.defineProperty(p.prototype,k,{get(){throw 1}})}catch{}`,
  ],
  [
    'replaced functions',
    `JSON.parse=JSON.stringify=()=>({price:1});Array.prototype.map=Array.prototype.filter=()=>[];getComputedStyle=()=>({display:'block'});URL=class{};window.readChopmarkPage=()=>({title:'no',price:1})`,
  ],
  [
    'fields of every object',
    `Object.prototype.price=1;Object.prototype.toJSON=()=>({price:1});Object.prototype.title='no'`,
  ],
  [
    'hearing every event',
    "window.__heard=[];for(const k in window)if(/^on(?!page|device|load|visib)/.test(k))addEventListener(k.slice(2),(e)=>__heard.push(e.type),true);addEventListener('DOMContentLoaded',()=>new MutationObserver(()=>__heard.push('change')).observe(document,{childList:true,subtree:true,attributes:true}))",
  ],
  [
    'a loop of changes',
    `new MutationObserver(()=>setTimeout(()=>document.body.append('x'))).observe(document.body,{childList:true});document.body.append('x')`,
  ],
  [
    'a page that grows',
    `setInterval(()=>document.body.insertAdjacentHTML('beforeend','<i>x</i>'.repeat(200)),5)`,
  ],
  ['writing later', `setTimeout(()=>document.write('<p>¥1</p>'),30000)`],
  ['asking before it is left', `addEventListener('beforeunload',(e)=>e.preventDefault())`],
  [
    'messages of ours',
    `setInterval(()=>{for(const type of ['read-page','hand-over','chopmark-reading'])postMessage({type,reading:{page:'item',price:1}},'*')},5)`,
  ],
  [
    'presses by itself',
    `setInterval(()=>document.querySelectorAll('*').forEach((e)=>e.dispatchEvent(new MouseEvent('click',{bubbles:true}))),20)`,
  ],
  [
    'a name and an address that change',
    `setInterval(()=>{window.name='chopmark'+Math.random();location.hash=Math.random()},20)`,
  ],
  [
    'elements that throw',
    `customElements.define('x-a',class extends HTMLElement{connectedCallback(){throw 1}get children(){throw 1}getAttribute(){throw 1}});document.body.append(document.createElement('x-a'))`,
  ],
  [
    'nodes taken out',
    `new MutationObserver((l)=>l.forEach((m)=>m.addedNodes.forEach((n)=>n.remove()))).observe(document,{childList:true,subtree:true})`,
  ],
].map(([name, code]) => ({
  name: String(name),
  html: `${titled(price)}${script(String(code))}`,
  reading: right,
}))

const attack = `<img src=/canary/x onerror="${run}">`
const escaped = attack.replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const ld = (data: string) => `<script type="application/ld+json">${data}</script>`

/** Texts, numbers and addresses. */
const values: HostilePage[] = [
  [
    'markup in every place',
    `<p title="${escaped}">${escaped}</p><p>颜色</p><ul><li><a>红${escaped}</a></li><li><a>蓝</a></li></ul>${price}`,
    {},
  ],
  ['a title of a megabyte', `<h1>${'长'.repeat(1_000_000)}</h1>${price}`, {}],
  ['marks that turn the price', `<p>\u202e861¥\u202c</p>${price}`, {}],
  [
    'prices that are no numbers',
    `${ld('{"@type":"Product","offers":{"price":"NaN","priceCurrency":"CNY"}}')}${ld('{"@type":"Product","offers":{"price":1e309,"priceCurrency":"CNY"}}')}<p>¥-5</p><p>¥NaN</p>${price}`,
    {},
  ],
  [
    'JSON that pollutes',
    `${ld('{"__proto__":{"price":1},"constructor":{"prototype":{"price":1}}}')}${price}`,
    {},
  ],
  ['JSON of a hundred thousand lists', `${ld('['.repeat(100_000))}${price}`, {}],
  [
    'pictures of private networks',
    `<img src="http://127.0.0.1:1/b1.jpg"><img src="https://192.168.0.1/b2.jpg"><img data-src="https://[::1]/b3.jpg"><img data-src="https://router.lan/b4.jpg"><img data-src="https://user:pass@img.test/b5.jpg">${price}`,
    { pictures: [] },
  ],
  [
    'pictures of other schemes',
    `<img src="javascript:${run}"><img data-src="blob:https://x/b1.jpg"><img data-src="file:///b2.jpg"><img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${run}'/>">${price}`,
    { pictures: [] },
  ],
  [
    'a base elsewhere',
    `<base href="https://evil.test/"><img src="/b1.jpg">${price}`,
    { pictures: [], id: '990000900400' },
  ],
  ['a base that is a script', `<base href="javascript:${run}"><a href="x">x</a>${price}`, {}],
  ['fifty thousand options', `<select>${'<option>红</option>'.repeat(50_000)}</select>${price}`, {}],
  ['elements in thirty thousand levels', `${price}${'<div>'.repeat(30_000)}`, {}],
  [
    'an element with thousands of attributes',
    `<img ${Array.from({ length: 5_000 }, (_, index) => `data-a${index}="/b${index}.jpg"`).join(' ')}>${price}`,
    { pictures: [], mayLoad: 6 },
  ],
  ['a page that hides itself', `<style>html{display:none}</style>${price}`, { price: null, currency: null }],
].map(([name, body, other]) => {
  const { mayLoad = 0, ...reading } = Object(other)
  return { name: String(name), html: titled(String(body)), mayLoad, reading: { ...right, ...reading } }
})

/** Policies of the page. */
const policies: HostilePage[] = [
  ["default-src 'none'", 'nothing'],
  ['sandbox', 'a sandbox'],
  ["sandbox allow-scripts; script-src 'unsafe-inline'", 'a sandbox with scripts'],
  ["require-trusted-types-for 'script'; trusted-types 'none'", 'trusted types alone'],
].map(([policy, name]) => ({
  name: `a policy of ${name}`,
  html: titled(price),
  headers: { 'content-security-policy': String(policy) },
  reading: right,
}))

export const hostilePages: readonly HostilePage[] = [...hidden, ...names, ...scripts, ...values, ...policies]
