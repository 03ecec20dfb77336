import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { unaligned } from './alignment.ts'
import { getPairKey, readAlignment, saveAlignment } from './alignment-storage.ts'

const browser = useBrowser()
const pair = 'c2VsbGVy+cGhvdG8'
const aligned = { x: 0.4, y: -12.5, scale: 108, rotationDegrees: -5 }

test('the key of a pair is the same for any width, color and signature in the URLs', () => {
  expect(getPairKey('/img/one/720/c2VsbGVy.webp#8fa3b2', '/img/two/720/cGhvdG8.webp')).toBe(pair)
  expect(getPairKey('/img/other/96/c2VsbGVy.avif', '/img/two/1600/cGhvdG8.webp#-avif')).toBe(pair)
  expect(getPairKey('https://evil.example/a.jpg', '/img/two/720/cGhvdG8.webp')).toBeUndefined()
})

describe('the alignment of a pair', () => {
  test('an alignment is stored for its pair only', () => {
    saveAlignment(pair, aligned)
    expect(readAlignment(pair)).toEqual(aligned)
    expect(readAlignment('c2VsbGVy+b3RoZXI')).toEqual(unaligned)
    expect(readAlignment(undefined)).toEqual(unaligned)
    expect(browser.local.entries()).toEqual({ 'qc-alignments': `${pair}=0.4,-12.5,108,-5` })
  })

  test('no entry remains when the alignment is reset', () => {
    saveAlignment(pair, aligned)
    saveAlignment(pair, unaligned)
    expect(browser.local.entries()).toEqual({ 'qc-alignments': '' })
  })

  test('alignments are stored for the last two hundred pairs', () => {
    for (let id = 1; id <= 210; id += 1) saveAlignment(`s+${id}`, aligned)
    expect(readAlignment('s+10')).toEqual(unaligned)
    expect(readAlignment('s+11')).toEqual(aligned)
    expect(browser.local.entries()['qc-alignments']?.split(' ')).toHaveLength(200)
  })

  test.for([
    'null',
    `${pair}=`,
    `${pair}=1,2,3`,
    `${pair}=0,0,9999,0`,
    `${pair}=0,0,5,0`,
    `${pair}=101,0,100,0`,
    `${pair}=0,0,100,181`,
    `${pair}=0,0,100,NaN`,
    `${pair}=0;background:url(//evil.example),0,100,0`,
    `__proto__=1,1,100,1`,
  ])('finds no alignment in the invalid text %j', (text) => {
    browser.local.setItem('qc-alignments', text)
    expect(readAlignment(pair)).toEqual(unaligned)
    saveAlignment('a+b', aligned)
    expect(browser.local.entries()['qc-alignments']).toBe('a+b=0.4,-12.5,108,-5')
  })

  test('an alignment is read with any other text in the storage', () => {
    assert(
      property(string({ maxLength: 60 }), (text) => {
        browser.local.setItem('qc-alignments', `${text} ${pair}=1,1,100,0`)
        saveAlignment('a+b', aligned)
        return readAlignment(pair).x === 1 && readAlignment('a+b').rotationDegrees === -5
      }),
    )
  })
})
