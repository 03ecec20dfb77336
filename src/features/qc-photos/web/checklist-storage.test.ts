import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { checkPoints } from './check-points.ts'
import { readAnswers, saveAnswers } from './checklist-storage.ts'

const browser = useBrowser()
const item = 'weidian/9900661650'
const nothing = Object.fromEntries(checkPoints.map((point) => [point, undefined]))

describe('marks of the checklist', () => {
  test('marks are stored for their item', () => {
    saveAnswers(item, { label: 'seen', colour: 'closer', symmetry: 'missing' })
    saveAnswers('ali_1688/990000605666', { stitching: 'closer' })
    expect(readAnswers(item)).toEqual({ ...nothing, label: 'seen', colour: 'closer', symmetry: 'missing' })
    expect(readAnswers('ali_1688/990000605666')).toEqual({ ...nothing, stitching: 'closer' })
    expect(readAnswers('taobao/1')).toEqual(nothing)
    expect(browser.local.entries()).toEqual({
      'qc-marks': 'weidian/9900661650=sc-m- ali_1688/990000605666=--c--',
    })
  })

  test('no entry remains when the last mark is removed', () => {
    saveAnswers(item, { label: 'seen' })
    saveAnswers(item, {})
    expect(browser.local.entries()).toEqual({ 'qc-marks': '' })
  })

  test('marks are stored for the last hundred items', () => {
    for (let id = 1; id <= 120; id += 1) saveAnswers(`taobao/${id}`, { label: 'seen' })
    expect(readAnswers('taobao/20')).toEqual(nothing)
    expect(readAnswers('taobao/21')).toEqual({ ...nothing, label: 'seen' })
    expect(browser.local.entries()['qc-marks']?.split(' ')).toHaveLength(100)
  })

  test.for([
    '',
    'null',
    '{bad',
    '"><img src=x onerror=alert(1)>',
    'weidian/9900661650=xxxxx',
    'weidian/9900661650=sssssss',
    '__proto__=sssss',
    `weidian/9900661650=${'s'.repeat(100_000)}`,
  ])('finds no marks in the invalid text %j', (text) => {
    browser.local.setItem('qc-marks', text)
    expect(readAnswers(item)).toEqual(nothing)
    saveAnswers(item, { measurements: 'seen' })
    expect(browser.local.entries()['qc-marks']).toBe('weidian/9900661650=----s')
  })

  test('marks are read with any other text in the storage', () => {
    assert(
      property(string({ maxLength: 60 }), (text) => {
        browser.local.setItem('qc-marks', `${text} ${item}=s----`)
        saveAnswers('taobao/1', { colour: 'closer' })
        return readAnswers(item).label === 'seen' && readAnswers('taobao/1').colour === 'closer'
      }),
    )
  })
})
