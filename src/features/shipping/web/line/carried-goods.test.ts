import { expect, test } from 'vitest'
import { describeCarriedGoods } from './carried-goods.ts'

const clothing = { name: 'Clothing', allowList: ['Shirts', 'Coats'], blockList: [] }
const electronics = { name: 'Electronics', allowList: ['Cables'], blockList: ['Phones', 'Power banks'] }
const watches = { name: 'Watches', allowList: ['Frames', 'Rings'], blockList: ['Quartz watches'] }
const food = { name: 'Food', allowList: [], blockList: ['Tea', 'Snacks'] }

test('lists the goods that a line does not carry, by group', () => {
  const all = [clothing, clothing, clothing, electronics, watches, food]
  expect(describeCarriedGoods(all)).toEqual({
    title: 'Not accepted',
    text: 'Electronics (2 of 3), Quartz watches, Food',
  })
})

test('lists the accepted goods when that list is shorter', () => {
  const all = [clothing, food, food, food]
  expect(describeCarriedGoods(all)).toEqual({ title: 'Accepted', text: 'Clothing' })
  expect(describeCarriedGoods([food])).toEqual({ title: 'Accepted', text: 'Nothing' })
})

test('returns undefined when a line carries everything', () => {
  expect(describeCarriedGoods([clothing])).toBeUndefined()
  expect(describeCarriedGoods([])).toBeUndefined()
})
